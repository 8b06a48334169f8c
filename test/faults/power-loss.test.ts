import { testFaults } from "./fault-test.ts";
import { powerLoss } from "./rows/power-loss.ts";

testFaults(powerLoss);
