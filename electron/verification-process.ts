/** The process that verifies a database: named with its SQLite addon, if any; says what is wrong, or null, and ends. */

import { DatabaseRefused, verify } from "../engine/index.ts";

const [file = "", nativeBinding] = process.argv.slice(2);
process.parentPort.postMessage(damageIn());
process.exit();

function damageIn(): string | null {
  try {
    const { clean, findings, more } = verify(file, nativeBinding === undefined ? {} : { nativeBinding });
    if (clean) return null;
    const others = findings.length - 1 + more;
    const rest =
      others === 0 ? "" : ` ${String(others)} more ${others === 1 ? "thing is" : "things are"} wrong.`;
    return `${file} isn't as it was written. ${findings[0] ?? ""}${rest} Run lab verify; restore a backup.`;
  } catch (error) {
    // It has its own remedy.
    if (error instanceof DatabaseRefused) return error.message;
    throw error;
  }
}
