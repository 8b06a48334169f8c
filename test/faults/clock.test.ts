import { testFaults } from "./fault-test.ts";
import { clock } from "./rows/clock.ts";

testFaults(clock);
