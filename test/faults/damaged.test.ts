import { testFaults } from "./fault-test.ts";
import { damaged } from "./rows/damaged.ts";

testFaults(damaged);
