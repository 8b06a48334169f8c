/** What a person does at the desk, by the names that the window shows. */

import { expect, type Locator, type Page } from "@playwright/test";
import type { Answer, Call, Lab, Request, Results } from "../../electron/api/contract.ts";

export class Desk {
  readonly window: Page;

  constructor(window: Page) {
    this.window = window;
  }

  row(id: string): Locator {
    return this.window.getByRole("row", { name: id, exact: true });
  }

  /** The page of a job, beside the list. */
  page(id: string): Locator {
    return this.window.getByRole("region", { name: id, exact: true });
  }

  dialog(name: string | RegExp): Locator {
    return this.window.getByRole("dialog", { name });
  }

  get news(): Locator {
    return this.window.getByRole("region", { name: "News" });
  }

  async show(screen: "Jobs" | "Quarantine"): Promise<void> {
    await this.window.getByRole("navigation").getByRole("button", { name: screen }).click();
  }

  async submit(
    id: string,
    { after = [], backoffSeconds = 0 }: { after?: readonly string[]; backoffSeconds?: number } = {},
  ): Promise<void> {
    await this.fillNewJob(id, { after, backoffSeconds });
    await this.dialog("New job")
      .getByRole("button", { name: /Submit/ })
      .click();
    await expect(this.dialog("New job")).toBeHidden();
    await expect(this.row(id)).toBeVisible();
  }

  async fillNewJob(
    id: string,
    { after = [], backoffSeconds = 0 }: { after?: readonly string[]; backoffSeconds?: number } = {},
  ): Promise<void> {
    await this.window.getByRole("button", { name: "New job…" }).first().click();
    const dialog = this.dialog("New job");
    await dialog.getByLabel("Job id").fill(id);
    await dialog.getByLabel("Unit").selectOption("seconds");
    await dialog.getByLabel("Backoff").fill(String(backoffSeconds));
    await this.addPrerequisites(dialog, after);
  }

  async addPrerequisites(dialog: Locator, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await dialog.getByLabel("Prerequisites").fill(id);
      await dialog.getByLabel("Prerequisites").press("Enter");
    }
  }

  async claimNext(): Promise<void> {
    await this.window.getByRole("button", { name: "Claim next" }).click();
  }

  async open(id: string): Promise<Locator> {
    await this.row(id).click();
    await expect(this.page(id)).toBeVisible();
    return this.page(id);
  }

  async complete(id: string): Promise<void> {
    await (await this.open(id)).getByRole("button", { name: "Complete" }).click();
    await this.expectState(id, "Completed");
  }

  async reportFailure(id: string, reason: string): Promise<void> {
    await (await this.open(id)).getByRole("button", { name: "Report failure…" }).click();
    const dialog = this.dialog(/failure/i);
    await dialog.getByLabel(/What went wrong|Reason/).fill(reason);
    await dialog.getByRole("button", { name: /Report/ }).click();
    await expect(dialog).toBeHidden();
  }

  /** Opens the dialog that redrives a job of the quarantine. */
  async redrive(id: string): Promise<Locator> {
    await this.row(id)
      .getByRole("button", { name: /^Redrive/ })
      .click();
    return this.dialog(new RegExp(`Redrive ${id}`));
  }

  /** In the list of jobs. */
  async expectState(id: string, state: string): Promise<void> {
    await expect(this.row(id).getByRole("gridcell").first()).toHaveText(state);
  }

  /** Gives a command behind the window's back, as a robot or a second person would. */
  async behindTheBack<C extends Call>(name: C, request: Request<C>): Promise<Results[C]> {
    const answer = (await this.window.evaluate(
      ([call, argument]) => {
        const { lab } = globalThis as unknown as { lab: Lab };
        return lab.call(call, JSON.parse(argument) as never);
      },
      [name, JSON.stringify(request)] as const,
    )) as Answer<unknown>;
    if (!answer.ok) throw new Error(answer.refusal.message);
    return answer.value as Results[C];
  }
}
