import { testFaults } from "./fault-test.ts";
import { size } from "./rows/size.ts";

testFaults(size);
