/** Ways in which files are damaged. */

import { existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import type { Dice } from "../../dice.ts";

const PAGE = 4_096;

export interface Damage {
  readonly what: string;
  /** Of the database `file` and the log beside it, both there and sound. */
  readonly make: (file: string, dice: Dice) => void;
  /** What it must be told as; absent where it may go unnoticed, as long as nothing wrong is shown. */
  readonly told?: RegExp;
  /** Of the log alone: then what comes before it stands. */
  readonly ofLog?: boolean;
}

/** At random places: as often as one likes. */
export const RANDOM_DAMAGES: readonly Damage[] = [
  { what: "a page with all its bits flipped", make: (file, dice) => changePage(file, dice, (byte) => ~byte) },
  { what: "a page of zeros", make: (file, dice) => changePage(file, dice, () => 0) },
  { what: "a page of noise", make: (file, dice) => changePage(file, dice, () => dice(256)) },
  { what: "one flipped bit", make: (file, dice) => flipBit(file, dice) },
  { what: "a truncated database", make: (file, dice) => cut(file, dice) },
  { what: "a truncated log", make: (file, dice) => cut(`${file}-wal`, dice), ofLog: true },
  { what: "a log with one flipped bit", make: (file, dice) => flipBit(`${file}-wal`, dice), ofLog: true },
];

/** Whole files that are not what they should be. */
export const WHOLE_DAMAGES: readonly Damage[] = [
  { what: "0 bytes", make: (file) => writeFileSync(file, ""), told: /not a database.*[Rr]estore a backup/ },
  {
    what: "garbage",
    make: (file, dice) => writeFileSync(file, Buffer.from(Array.from({ length: 9_999 }, () => dice(256)))),
    told: /not a database.*[Rr]estore a backup/,
  },
  {
    what: "a newer version's file",
    make: (file) => patch(file, 60, 999),
    told: /newer Lab Dispatcher.*Install the newer/,
  },
  {
    what: "another application's mark",
    make: (file) => patch(file, 68, 0x1234),
    told: /another application.*[Nn]ame another/,
  },
  {
    what: "another application's database",
    make: (file) => {
      writeFileSync(file, "");
      const db = new Database(file);
      db.exec("CREATE TABLE cats (name)");
      db.close();
    },
    told: /another application.*[Nn]ame another/,
  },
  // Sound as a database: what stands in it is found to be wrong when it is loaded.
  { what: "a job that needs one that isn't there", make: addDanglingEdge, told: /[Rr]estore a backup/ },
];

function changePage(file: string, dice: Dice, change: (byte: number) => number): void {
  const content = readFileSync(file);
  const from = dice(content.length / PAGE) * PAGE;
  for (let at = from; at < from + PAGE; at += 1) content[at] = change(content[at]!) & 255;
  writeFileSync(file, content);
}

function flipBit(file: string, dice: Dice): void {
  const content = readFileSync(file);
  const at = dice(content.length);
  content[at] = content[at]! ^ (1 << dice(8));
  writeFileSync(file, content);
}

const cut = (file: string, dice: Dice): void => truncateSync(file, dice(readFileSync(file).length));

function patch(file: string, offset: number, number: number): void {
  const content = readFileSync(file);
  content.writeUInt32BE(number, offset);
  writeFileSync(file, content);
}

/** In the log, where the last thing that was done stands. */
function addDanglingEdge(file: string): void {
  const db = new Database(file);
  db.pragma("wal_autocheckpoint = 0");
  db.pragma("foreign_keys = OFF");
  db.exec(
    `INSERT INTO prerequisite (job, place, needs)
     SELECT key, 99, 999999 FROM job WHERE phase NOT IN ('completed', 'cancelled') ORDER BY key DESC LIMIT 1`,
  );
  // Closing it would move the log into the file.
  const [content, log] = [readFileSync(file), readFileSync(`${file}-wal`)];
  db.close();
  writeFileSync(file, content);
  writeFileSync(`${file}-wal`, log);
}

/** The bytes of a database and its log, to see whether somebody touched them. */
export const bytesOf = (file: string): string =>
  [file, `${file}-wal`, `${file}.mark`]
    .map((each) => (existsSync(each) ? readFileSync(each, "base64") : "none"))
    .join("|");
