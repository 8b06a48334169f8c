import { testFaults } from "./fault-test.ts";
import { writeError } from "./rows/write-error.ts";

testFaults(writeError);
