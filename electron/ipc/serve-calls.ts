/**
 * Answers the window's calls. Every call passes here: sender, name and arguments are checked before anything is
 * done, and whatever goes wrong comes back as a refusal in words.
 */

import { ipcMain, type IpcMainInvokeEvent, type WebContents } from "electron";
import type { ZodError } from "zod";
import { Rejected, type Rejection } from "../../engine/index.ts";
import { CALL } from "../api/channels.ts";
import { requests, type Answer, type Call, type Results } from "../api/contract.ts";
import { WINDOW_URL } from "../app-scheme.ts";
import type { Calls } from "./calls.ts";

/** `isOurs` tells the app's own windows from whatever else might send. */
export function serveCalls(calls: Calls, isOurs: (sender: WebContents) => boolean): void {
  ipcMain.handle(CALL, async (event, name: unknown, request: unknown): Promise<Answer<Results[Call]>> => {
    if (!isOurs(event.sender) || !isTopFrame(event)) return refused("This window may not give commands.");
    if (typeof name !== "string" || !Object.hasOwn(requests, name)) return refused("There is no such call.");
    return answer(calls, name as Call, request);
  });
}

async function answer(calls: Calls, name: Call, request: unknown): Promise<Answer<Results[Call]>> {
  const parsed = requests[name].safeParse(request);
  if (!parsed.success) return { ok: false, refusal: misshapen(parsed.error) };
  try {
    return { ok: true, value: await calls[name](parsed.data as never) };
  } catch (error) {
    if (error instanceof Rejected) return { ok: false, refusal: error.toRejection() };
    console.error(`${name} failed:`, error);
    return {
      ok: false,
      refusal: {
        code: "STORAGE_FAILED",
        message: "Something went wrong inside the app. Look whether it was done, then try again.",
      },
    };
  }
}

function isTopFrame({ senderFrame }: IpcMainInvokeEvent): boolean {
  return (
    senderFrame !== null && senderFrame.parent === null && senderFrame.url.split(/[?#]/)[0] === WINDOW_URL
  );
}

/** The first thing that is wrong with a request's shape. */
function misshapen({ issues: [issue] }: ZodError): Rejection {
  const field = (issue?.path ?? [])
    .map((key) => (typeof key === "number" ? `[${String(key)}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
  const named = field || "The request";
  return {
    code: "INVALID_ARGUMENT",
    message: `${named} can't be taken as it is: ${issue?.message ?? "wrong shape"}.`,
    field,
  };
}

const refused = (message: string): Answer<never> => ({
  ok: false,
  refusal: { code: "INVALID_ARGUMENT", message },
});
