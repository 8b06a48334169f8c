import { testFaults } from "./fault-test.ts";
import { twoAtOnce } from "./rows/two-at-once.ts";

testFaults(twoAtOnce);
