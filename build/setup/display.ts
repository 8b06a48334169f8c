/**
 * A display for the window: this machine's own, or a virtual one that lives as
 * long as the work that needs it.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { SetUpFailure } from "./set-up-failure.ts";
import { requireDisplayServer } from "./system-libraries.ts";

const SCREEN = "1440x900x24";
const START_PATIENCE = 15_000;

/** Gives `work` the environment variables that lead to a display. */
export async function withDisplay<T>(work: (variables: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  if (process.platform !== "linux" || process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return work({});
  await requireDisplayServer();
  const { server, name } = await startVirtualDisplay();
  console.log(`There is no display here: the window opens on a virtual one (Xvfb ${name}).`);
  try {
    return await work({ DISPLAY: name });
  } finally {
    await stop(server);
  }
}

/** The server picks a free number itself and writes it to the fourth stream when it is ready. */
async function startVirtualDisplay(): Promise<{ server: ChildProcess; name: string }> {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", SCREEN, "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    // A group of its own: Ctrl+C must reach the window first, and it still needs its display to close.
    detached: true,
  });
  const number = await readLine(server.stdio[3] as Readable);
  if (number) return { server, name: `:${number}` };
  server.kill();
  throw new SetUpFailure(
    "The virtual display (Xvfb) did not start. Set DISPLAY to one that works, then run the command again.",
  );
}

/** The whole line: the server dies of a stream that closes between the number and the end of its line. */
function readLine(stream: Readable): Promise<string> {
  return new Promise((resolve) => {
    let line = "";
    const finish = () => {
      clearTimeout(timer);
      resolve(line.endsWith("\n") ? line.trim() : "");
    };
    const timer = setTimeout(finish, START_PATIENCE);
    stream.once("close", finish);
    stream.on("data", (text: Buffer) => {
      line += text.toString();
      if (line.endsWith("\n")) finish();
    });
  });
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill();
  await once(server, "exit");
}
