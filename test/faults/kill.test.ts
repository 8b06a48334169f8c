import { testFaults } from "./fault-test.ts";
import { kill } from "./rows/kill.ts";

testFaults(kill);
