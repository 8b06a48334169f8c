/**
 * Takes pictures of the built app at work, in both themes: `node test/e2e/take-pictures.ts FOLDER [NAME…]`, on a
 * display; all of them, or those that are named, like `jobs-dark`. `npm run pictures` takes those of the guides.
 */

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Desk } from "./desk.ts";
import { command, launch } from "./lab-test.ts";

const [folder = "test-results/pictures", ...wanted] = process.argv.slice(2);
const SIZES = { "": [1440, 900], "-small": [1280, 800] } as const;

/** These fail until they are in quarantine. */
const spoiling: Readonly<Record<string, string>> = {
  "extract-05": "tip rack empty",
  "extract-09": "tip rack empty",
  "amplify-02": "clot detected in well C7",
};
/** These fail once. */
const failing: Readonly<Record<string, string>> = { "amplify-03": "deck jam at position 4" };
const finishing = new Set([
  "extract-01",
  "extract-02",
  "extract-03",
  "extract-04",
  "extract-06",
  "amplify-01",
  "label-01",
  "label-02",
]);

const home = await mkdtemp(join(tmpdir(), "lab-pictures-"));
const { app, window, desk } = await launch([
  ...command.args,
  "--db",
  join(home, "lab.db"),
  "--operator",
  "morning-shift",
]);
await mkdir(folder, { recursive: true });
await take("empty");
await work(desk);
await desk.show("Jobs");
await desk.open("amplify-03");
await take("jobs");
await desk.show("Quarantine");
await desk.row("extract-05").click();
await take("quarantine");
await desk.redrive("extract-05");
await take("redrive");
await window.keyboard.press("Escape");
await desk.show("Jobs");
await (await desk.open("amplify-03")).getByRole("button", { name: "Edit prerequisites…" }).click();
await desk.addPrerequisites(desk.dialog(/prerequisites/), ["sequence-03"]);
await desk
  .dialog(/prerequisites/)
  .getByRole("button", { name: /^Save/ })
  .click();
await take("cycle");
await window.keyboard.press("Escape");
await desk.fillNewJob("extract-01", { backoffSeconds: 90 });
await desk
  .dialog("New job")
  .getByRole("button", { name: /Submit/ })
  .click();
await take("refused");
await app.close();
await rm(home, { recursive: true });

/** A morning in the lab: 24 plates, four steps each; some done, some failed, some at work. */
async function work(desk: Desk): Promise<void> {
  const plates = Array.from({ length: 24 }, (_unused, n) => String(n + 1).padStart(2, "0"));
  const step = (name: string, plate: string, ...after: string[]) => {
    const id = `${name}-${plate}`;
    return { id, backoff: id in spoiling ? 0 : 600_000, after: after.map((needed) => `${needed}-${plate}`) };
  };
  const jobs = plates.flatMap((plate) => [
    step("extract", plate),
    step("amplify", plate, "extract"),
    step("label", plate, "extract"),
    step("sequence", plate, "amplify", "label"),
  ]);
  await desk.behindTheBack("submitMany", { jobs });
  for (;;) {
    const claim = await desk.behindTheBack("claim", {});
    if (claim === null) break;
    const { id, token } = claim;
    const reason = spoiling[id] ?? failing[id];
    if (reason !== undefined) await desk.behindTheBack("report_failure", { id, token, reason });
    else if (finishing.has(id)) await desk.behindTheBack("complete", { id, token });
    if (id === "extract-15") break;
  }
}

async function take(name: string): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    for (const [suffix, [width, height]] of Object.entries(SIZES)) {
      const picture = `${name}${suffix}-${theme}`;
      if (wanted.length > 0 && !wanted.includes(picture)) continue;
      await app.evaluate(
        ({ nativeTheme, BrowserWindow }, wish) => {
          nativeTheme.themeSource = wish.theme;
          BrowserWindow.getAllWindows()[0]?.setContentSize(wish.width, wish.height);
        },
        { theme, width, height },
      );
      await window.waitForFunction(
        (wish) => (globalThis as unknown as { innerWidth: number }).innerWidth === wish,
        width,
      );
      await window.screenshot({ path: join(folder, `${picture}.png`), animations: "disabled" });
    }
  }
}
