import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./lab-test.ts";

/** What keeps people from using the page, by the rules of axe. */
async function barriers(window: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: window }).setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary ?? ""}`),
  );
}

for (const theme of ["light", "dark"] as const) {
  test(`${theme}: no barriers on any screen or dialog, and no complaint of the window`, async ({
    lab: { app, window, desk, complaints },
  }) => {
    test.setTimeout(90_000);
    await app.evaluate(({ nativeTheme }, source) => {
      nativeTheme.themeSource = source;
    }, theme);
    expect(
      await window.evaluate(
        () =>
          (globalThis as unknown as { matchMedia(query: string): { matches: boolean } }).matchMedia(
            "(prefers-color-scheme: dark)",
          ).matches,
      ),
    ).toBe(theme === "dark");
    expect(await barriers(window)).toEqual([]);

    await desk.fillNewJob("extract", { after: ["ghost"] });
    await desk
      .dialog("New job")
      .getByRole("button", { name: /Submit/ })
      .click();
    await expect(desk.dialog("New job")).toContainText("ghost");
    expect(await barriers(window)).toEqual([]);
    await window.keyboard.press("Escape");

    await desk.submit("extract");
    await desk.submit("amplify", { after: ["extract"], backoffSeconds: 900 });
    await desk.submit("sequence", { after: ["amplify"] });
    await desk.submit(`long-${"x".repeat(195)}`);
    await desk.claimNext();
    await desk.complete("extract");
    await desk.claimNext();
    expect(await barriers(window)).toEqual([]);
    await (await desk.open("amplify")).getByRole("button", { name: "Report failure…" }).click();
    expect(await barriers(window)).toEqual([]);
    await window.keyboard.press("Escape");
    await desk.reportFailure("amplify", "clot in well C7");
    await desk.expectState("amplify", "Waiting");
    await (await desk.open("amplify")).getByRole("button", { name: "Edit prerequisites…" }).click();
    expect(await barriers(window)).toEqual([]);
    await window.keyboard.press("Escape");

    await desk.behindTheBack("submit", { id: "jam", backoff: 0 });
    await desk.behindTheBack("submit", { id: "after-jam", backoff: 0, after: ["jam"] });
    for (let n = 0; n < 6; n += 1) {
      const claim = await desk.behindTheBack("claim", {});
      if (claim !== null)
        await desk.behindTheBack("report_failure", { id: claim.id, token: claim.token, reason: "deck jam" });
    }
    await desk.show("Quarantine");
    await expect(desk.row("jam")).toBeVisible();
    expect(await barriers(window)).toEqual([]);
    await desk.redrive("jam");
    expect(await barriers(window)).toEqual([]);
    expect(complaints).toEqual([]);
  });
}
