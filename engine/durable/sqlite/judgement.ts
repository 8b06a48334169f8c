/**
 * Judges a database and its log together, by plain reads, while nobody has it open (rule D6). What is refused here is left
 * as it is to the byte: SQLite would make a new file of some of it.
 */

import { isOurs, judgeHeader, judgeVersion } from "./header.ts";
import { foreignLog, judgeLog } from "./log.ts";
import { damaged } from "./refused.ts";

/** Gives the version of `file`; undefined if there is no such file. Throws DatabaseRefused. */
export function judgeDatabase(file: string, newest: number): number | undefined {
  const header = judgeHeader(file, newest);
  if (header === undefined) return undefined;
  const log = judgeLog(file, header.pageSize);
  let { version } = header;
  if (log.firstPage !== undefined) {
    if (!isOurs(log.firstPage)) throw foreignLog(file);
    version = judgeVersion(file, log.firstPage, newest);
  }
  // While the log is moved into the file, the file may be cut short by a crash: then the log has the rest.
  const pages = log.pages || header.pages;
  if (pages !== undefined) {
    const missing = pagesMissing(header.wholePages, pages, log.held);
    if (missing > 0) {
      throw damaged(file, `${String(missing)} of its ${String(pages)} pages are missing at its end`);
    }
  }
  if (!header.endsWithPage && log.ends.length === 0) throw damaged(file, "it ends in the middle of a page");
  return version;
}

function pagesMissing(from: number, to: number, held: ReadonlySet<number>): number {
  let missing = 0;
  for (let page = from + 1; page <= to; page += 1) if (!held.has(page)) missing += 1;
  return missing;
}
