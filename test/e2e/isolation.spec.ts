import { expect, test } from "./lab-test.ts";

test.describe("the window is confined", () => {
  test("it has no Node, no Electron, and nothing of the app but its one door", async ({
    lab: { window },
  }) => {
    const seen = await window.evaluate(() => [
      typeof globalThis.process,
      "require" in globalThis,
      Object.keys((globalThis as unknown as { lab: object }).lab),
    ]);
    expect(seen).toEqual(["undefined", false, ["call", "onChange", "onMenu"]]);
  });

  test("it is sandboxed and isolated", async ({ lab: { app } }) => {
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      const contents = window?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> };
      const { sandbox, contextIsolation, nodeIntegration, webviewTag } = contents.getLastWebPreferences();
      return { sandbox, contextIsolation, nodeIntegration, webviewTag };
    });
    expect(preferences).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
    });
  });

  test("its policy lets in no script, style or connection from elsewhere, and its own pages break none of it", async ({
    lab: { window, complaints },
  }) => {
    expect(complaints).toEqual([]);
    const reached = await window.evaluate(async () => {
      const page = globalThis as unknown as {
        document: {
          createElement(name: string): { textContent: string };
          head: { append(node: unknown): void };
        };
        ran?: boolean;
      };
      const script = page.document.createElement("script");
      script.textContent = "globalThis.ran = true";
      page.document.head.append(script);
      const fetched = await fetch("https://example.org/").then(
        () => true,
        () => false,
      );
      return [page.ran ?? false, fetched];
    });
    expect(reached).toEqual([false, false]);
  });

  test("it stays on its own scheme: no other page, no other window, no file beside its own", async ({
    lab: { app, window },
  }) => {
    const results = await window.evaluate(async () => {
      const page = globalThis as unknown as { open(url: string): unknown };
      const status = async (url: string) => (await fetch(url)).status;
      return [
        page.open("https://example.org/"),
        await status("app://lab/%2e%2e/main.js"),
        await status("app://lab/../engine-worker.js"),
        await status("app://lab/nothing.js"),
      ];
    });
    await window.evaluate(() => {
      (globalThis as unknown as { location: { href: string } }).location.href = "https://example.org/";
    });
    expect(results).toEqual([null, 404, 404, 404]);
    expect(
      await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getURL()),
      ),
    ).toEqual(["app://lab/index.html"]);
  });

  test("calls of the wrong name or shape come back as refusals, and the engine goes on", async ({
    lab: { window, desk },
  }) => {
    const codes = await window.evaluate(async () => {
      const { lab } = globalThis as unknown as {
        lab: {
          call(
            name: unknown,
            request: unknown,
          ): Promise<{ ok: boolean; refusal?: { code: string; field?: string } }>;
        };
      };
      const calls: [unknown, unknown][] = [
        ["toString", {}],
        ["__proto__", {}],
        [["submit"], {}],
        ["submit", null],
        ["submit", { id: 5, backoff: 1 }],
        ["submit", { id: "a", backoff: 1, surprise: true }],
        [
          "submitMany",
          {
            jobs: [
              { id: "a", backoff: 1 },
              { id: "b", backoff: "x" },
            ],
          },
        ],
        ["complete", { id: "a" }],
        ["preview", { command: { name: "cancel", id: "a" } }],
        ["preview", { command: { name: "redrive", id: "a", most: 1 } }],
        ["list", { limit: 1e9 }],
      ];
      return Promise.all(
        calls.map(async ([name, request]) => {
          const { refusal } = await lab.call(name, request);
          return [refusal?.code, refusal?.field];
        }),
      );
    });
    expect(codes).toEqual([
      ["INVALID_ARGUMENT", undefined],
      ["INVALID_ARGUMENT", undefined],
      ["INVALID_ARGUMENT", undefined],
      ["INVALID_ARGUMENT", ""],
      ["INVALID_ARGUMENT", "id"],
      ["INVALID_ARGUMENT", ""],
      ["INVALID_ARGUMENT", "jobs[1].backoff"],
      ["INVALID_ARGUMENT", "token"],
      ["INVALID_ARGUMENT", "command.name"],
      ["INVALID_ARGUMENT", "command"],
      ["INVALID_ARGUMENT", "limit"],
    ]);
    await desk.submit("extract");
  });

  test("a frame that isn't the window's own may give no commands", async ({ lab: { app } }) => {
    const answer = await app.evaluate(async ({ BrowserWindow }) => {
      const stranger = new BrowserWindow({
        show: false,
        webPreferences: { nodeIntegration: true, contextIsolation: false },
      });
      await stranger.loadURL("data:text/html,stranger");
      return stranger.webContents.executeJavaScript(
        "require('electron').ipcRenderer.invoke('lab:call', 'status', {})",
      ) as Promise<unknown>;
    });
    expect(answer).toMatchObject({ ok: false, refusal: { message: "This window may not give commands." } });
  });

  test("its process may die: the engine doesn't notice, and the window comes back", async ({
    lab: { app, window, desk },
  }) => {
    await desk.submit("extract");
    const back = window.waitForEvent("load");
    await app
      .evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
      )
      .catch(() => {});
    await back.catch(() => {});
    await expect(async () => {
      const shown = await app.evaluate(
        ({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
            "document.body.innerText",
          ) as Promise<string>,
      );
      expect(shown).toContain("extract");
    }).toPass();
  });
});
