import { testFaults } from "./fault-test.ts";
import { suspended } from "./rows/suspended.ts";

testFaults(suspended);
