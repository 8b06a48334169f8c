import { testFaults } from "./fault-test.ts";
import { soak } from "./rows/soak.ts";

testFaults(soak);
