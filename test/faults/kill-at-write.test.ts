import { testFaults } from "./fault-test.ts";
import { killAtWrite } from "./rows/kill-at-write.ts";

testFaults(killAtWrite);
