/** All rows, in the order in which they run. */

import type { Row } from "./row.ts";
import { clock } from "./rows/clock.ts";
import { damaged } from "./rows/damaged.ts";
import { diskFull } from "./rows/disk-full.ts";
import { kill } from "./rows/kill.ts";
import { killAtWrite } from "./rows/kill-at-write.ts";
import { powerLoss } from "./rows/power-loss.ts";
import { size } from "./rows/size.ts";
import { soak } from "./rows/soak.ts";
import { suspended } from "./rows/suspended.ts";
import { twoAtOnce } from "./rows/two-at-once.ts";
import { writeError } from "./rows/write-error.ts";

export const ROWS: readonly Row[] = [
  kill,
  killAtWrite,
  powerLoss,
  writeError,
  diskFull,
  suspended,
  clock,
  damaged,
  twoAtOnce,
  size,
  soak,
];
