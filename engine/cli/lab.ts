/** The operators' command line: `npm run -s lab -- COMMAND …`. Exit 0: done; 1: refused; 2: wrong use. */

import { parseArgs } from "node:util";
import { BadUse } from "./bad-use.ts";
import { importWorkflow } from "./import.ts";
import { print, ReaderGone } from "./print.ts";

const HELP = `Lab Dispatcher's command line

  npm run -s lab -- import WORKFLOW.csv --db DATABASE [--json]
      Submits every job of a workflow file, or none if anything in it is wrong.
      WORKFLOW.csv has the columns id, backoff and after:
          id,backoff,after
          extract-1,2 min,
          amplify-1,5 min,extract-1
          pool,10 min,amplify-1;amplify-2
      A backoff is a number of milliseconds, or a number with s, min or h.
      - stands for standard input.

  npm run -s lab -- help

DATABASE is the file that the app names when it starts. It is made if it isn't there,
and can't be used while the app has it open.
`;

async function run(args: readonly string[]): Promise<void> {
  const { command, files, database, json, help } = readArguments(args);
  if (help || command === undefined || command === "help") {
    return print(HELP);
  }
  if (command !== "import") throw new BadUse(`There is no command “${command}”.`);
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) throw new BadUse("Name one workflow file to import.");
  if (!database) throw new BadUse("Name the database: --db DATABASE.");
  return print(await importWorkflow(file, database, json));
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { db: { type: "string" }, json: { type: "boolean" }, help: { type: "boolean" } },
      allowPositionals: true,
    });
    const [command, ...files] = positionals;
    return { command, files, database: values.db, json: values.json ?? false, help: values.help ?? false };
  } catch (error) {
    throw new BadUse((error as Error).message);
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.exitCode = error instanceof BadUse ? 2 : 1;
  if (error instanceof ReaderGone) return;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof BadUse) process.stderr.write("Try: npm run -s lab -- help\n");
});
