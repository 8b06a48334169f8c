/** The operators' command line: `npm run -s lab -- COMMAND …`. Exit 0: done; 1: refused; 2: wrong use. */

import { parseArgs } from "node:util";
import { backUpDatabase } from "./backup.ts";
import { BadUse } from "./bad-use.ts";
import { exportDatabase } from "./export.ts";
import { importWorkflow } from "./import.ts";
import type { Outcome } from "./outcome.ts";
import { print, ReaderGone } from "./print.ts";
import { restoreDatabase } from "./restore.ts";
import { verifyDatabase } from "./verify.ts";

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

  npm run -s lab -- verify --db DATABASE [--json]
      Proves that the database is whole: its pages, the chain of its events, and that
      the events give what is stored. Writes nothing. Ends with 1 if anything is wrong.

  npm run -s lab -- backup FILE|FOLDER --db DATABASE [--keep N] [--json]
      Writes a verified copy; nothing is overwritten. In a folder its name carries the
      time, and of the backups of this database --keep leaves the N latest.

  npm run -s lab -- restore BACKUP --to DATABASE [--replace] [--json]
      Makes a database from a backup, and lists what may have run since. The lab is
      paused then. --replace keeps a database that is there under another name.

  npm run -s lab -- export FILE --db DATABASE [--format jsonl|csv]
      Writes all jobs and events, an object a line, or the jobs as CSV.
      - stands for standard output.

  npm run -s lab -- help

DATABASE is the file that the app names when it starts. import makes it if it isn't
there. verify, backup and export work while the app has it open; import and restore
don't.
`;

/** What was given beside the command. */
interface Given {
  readonly files: readonly string[];
  readonly db?: string | undefined;
  readonly to?: string | undefined;
  readonly keep?: string | undefined;
  readonly format?: string | undefined;
  readonly json: boolean;
  readonly replace: boolean;
}

const COMMANDS: Readonly<Record<string, (given: Given) => Outcome | Promise<Outcome>>> = {
  import: async (given) => ({
    text: await importWorkflow(
      fileIn(given, "Name one workflow file to import."),
      databaseIn(given),
      given.json,
    ),
  }),
  verify: (given) => {
    if (given.files.length > 0) throw new BadUse("Name the database by --db alone.");
    return verifyDatabase(databaseIn(given), given.json);
  },
  backup: (given) =>
    backUpDatabase(
      databaseIn(given),
      fileIn(given, "Name one file or folder for the backup."),
      given.keep,
      given.json,
    ),
  restore: (given) => {
    const backup = fileIn(given, "Name one backup to restore.");
    if (!given.to) throw new BadUse("Name the database to make: --to DATABASE.");
    return restoreDatabase(backup, given.to, given.replace, given.json);
  },
  export: (given) =>
    exportDatabase(
      databaseIn(given),
      fileIn(given, "Name one file to write, or -."),
      given.format ?? "jsonl",
    ),
};

async function run(args: readonly string[]): Promise<void> {
  const { command, help, ...given } = readArguments(args);
  if (help || command === undefined || command === "help") return print(HELP);
  const perform = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (perform === undefined) throw new BadUse(`There is no command “${command}”.`);
  const { text, failed = false } = await perform(given);
  if (failed) process.exitCode = 1;
  await print(text);
}

function fileIn({ files }: Given, otherwise: string): string {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) throw new BadUse(otherwise);
  return file;
}

function databaseIn({ db }: Given): string {
  if (!db) throw new BadUse("Name the database: --db DATABASE.");
  return db;
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        db: { type: "string" },
        to: { type: "string" },
        keep: { type: "string" },
        format: { type: "string" },
        json: { type: "boolean", default: false },
        replace: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
    const [command, ...files] = positionals;
    return { command, files, ...values };
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
