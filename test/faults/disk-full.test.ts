import { testFaults } from "./fault-test.ts";
import { diskFull } from "./rows/disk-full.ts";

testFaults(diskFull);
