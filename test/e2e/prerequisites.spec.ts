import { expect, test } from "./lab-test.ts";

test.describe("two people edit the prerequisites of one job", () => {
  test("[O8] the later one is refused, sees what the other did, and starts again from it", async ({
    lab: { desk },
  }) => {
    for (const id of ["a", "b", "c", "pool"]) await desk.submit(id);
    await (await desk.open("pool")).getByRole("button", { name: "Edit prerequisites…" }).click();
    const dialog = desk.dialog(/prerequisites/);
    await desk.addPrerequisites(dialog, ["a"]);
    await desk.behindTheBack("setPrerequisites", { id: "pool", after: ["b"] });
    await expect(dialog.getByRole("status")).toContainText(
      "Somebody changed them meanwhile. It now needs b.",
    );
    await dialog.getByRole("button", { name: /^Save/ }).click();
    await expect(dialog.getByRole("alert")).toContainText("pool has changed since you looked");
    await expect(desk.row("pool")).toContainText("needs b");

    await dialog.getByRole("button", { name: "Start again from these" }).click();
    await expect(dialog.getByRole("alert")).toBeHidden();
    await desk.addPrerequisites(dialog, ["c"]);
    await dialog.getByRole("button", { name: /^Save/ }).click();
    await expect(dialog).toBeHidden();
    await expect(desk.row("pool")).toContainText("needs b and c");
  });
});

test("[O8] an edit of a job that has changed otherwise is refused until the person goes on with it", async ({
  lab: { desk },
}) => {
  for (const id of ["pool", "a"]) await desk.submit(id);
  await (await desk.open("pool")).getByRole("button", { name: "Edit prerequisites…" }).click();
  const dialog = desk.dialog(/prerequisites/);
  await desk.addPrerequisites(dialog, ["a"]);
  await desk.behindTheBack("claim", {});
  await expect(dialog.getByRole("alert")).toContainText("pool is being worked on");
  await expect(dialog.getByRole("button", { name: /^Save/ })).toBeDisabled();
  await desk.behindTheBack("report_failure", { id: "pool", token: 1 });
  await expect(dialog.getByRole("status")).toContainText("The job has changed meanwhile. It is ready now.");
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await expect(dialog.getByRole("alert")).toContainText("pool has changed since you looked");
  await dialog.getByRole("button", { name: "Go on with this edit" }).click();
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.row("pool")).toContainText("needs a");
});

test("nothing changed is nothing to save, and the dialog says so", async ({ lab: { desk } }) => {
  await desk.submit("pool");
  await (await desk.open("pool")).getByRole("button", { name: "Edit prerequisites…" }).click();
  const dialog = desk.dialog(/prerequisites/);
  await expect(dialog.getByLabel("Prerequisites")).toBeFocused();
  await expect(dialog.getByRole("button", { name: /^Save/ })).toBeDisabled();
  await expect(dialog).toContainText("Nothing is changed yet.");
  await desk.window.keyboard.press("Control+Enter");
  await expect(dialog).toBeVisible();
});

test("the picker takes ids as they are, the only one that is found, and a pasted list", async ({
  lab: { app, desk },
}) => {
  const odd = "plate 1, well B ";
  for (const id of [odd, "extract-17", "pool"]) await desk.behindTheBack("submit", { id, backoff: 0 });
  await (await desk.open("pool")).getByRole("button", { name: "Edit prerequisites…" }).click();
  const dialog = desk.dialog(/prerequisites/);
  const search = dialog.getByLabel("Prerequisites");
  const chosen = dialog.getByRole("list", { name: "Chosen" }).getByRole("listitem");

  await search.fill("1, w");
  await dialog.getByRole("option").click();
  await search.fill("tract");
  await expect(dialog.getByRole("option")).toBeVisible();
  await search.press("Enter");
  await app.evaluate(({ clipboard }) => clipboard.writeText("one\r\ntwo\n"));
  await search.press("Control+v");
  await expect(chosen).toHaveCount(4);
  await dialog.getByRole("button", { name: "Remove two" }).click();
  await expect(search).toBeFocused();
  await dialog.getByRole("button", { name: "Remove one" }).click();
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.page("pool").getByRole("region", { name: "Needs" }).getByRole("button")).toHaveCount(2);
});

test("a long path of a cycle in a small window: the foot stays, and nothing leaves the window", async ({
  lab: { app, window, desk },
}) => {
  /** Nothing hinders a window that is zoomed in from being that small. */
  const resize = (width: number, height: number) =>
    app.evaluate(
      ({ BrowserWindow }, size) => {
        const [opened] = BrowserWindow.getAllWindows();
        opened?.setMinimumSize(100, 100);
        opened?.setContentSize(...size);
      },
      [width, height] as [number, number],
    );
  const jobs = Array.from({ length: 200 }, (_, n) => ({
    id: `step-${n}-of-a-long-workflow`,
    backoff: 0,
    after: n === 0 ? [] : [`step-${n - 1}-of-a-long-workflow`],
  }));
  await desk.behindTheBack("submitMany", { jobs });
  await (await desk.open(jobs[0]!.id)).getByRole("button", { name: "Edit prerequisites…" }).click();
  const dialog = desk.dialog(/prerequisites/);
  for (const [width, height] of [
    [640, 400],
    [1024, 640],
  ] as const) {
    await resize(width, height);
    await dialog.getByLabel("Prerequisites").fill("step-19");
    await expect(dialog.getByRole("listbox")).toBeInViewport({ ratio: 1 });
    await dialog.getByLabel("Prerequisites").fill("");
  }
  await dialog.getByLabel("Prerequisites").fill(jobs.at(-1)!.id);
  await dialog.getByLabel("Prerequisites").press("Enter");
  await window.keyboard.press("Control+Enter");
  await expect(dialog.getByRole("list", { name: "Path of the cycle" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Save/ })).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });
});
