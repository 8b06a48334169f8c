/**
 * Who may import whom: renderer → electron/api → the engine's words, and
 * electron → the engine's two doors. Everything else is refused, and so are cycles.
 * Tests may import anything and are not looked at.
 */
const rules = [];

/** Refuses imports from `from` to `to`; both are what dependency-cruiser matches paths and kinds with. */
function refuse(name, comment, from, to) {
  rules.push({ name, comment, severity: "error", from, to });
}

const OUR_CODE = "^(build|electron|engine|renderer|test)/";
/** The engine's words: what a job is, and how a call is refused. */
const ENGINE_WORDS = "^engine/(model|rejected)\\.ts$";
const BUILT_IN = { dependencyTypes: ["core"] };

refuse("no-cycles", "A cycle has no direction.", {}, { circular: true });
refuse("resolvable", "Names a file or package that is not there.", {}, { couldNotResolve: true });

refuse(
  "renderer-imports-the-contract-only",
  "The window knows the rest of the app only by the contract in electron/api and the words it is made of.",
  { path: "^renderer/" },
  { path: OUR_CODE, pathNot: ["^renderer/", "^electron/api/", ENGINE_WORDS] },
);
refuse(
  "renderer-imports-types-only",
  "The contract is types to the window: no code of the main process may end up in the page.",
  { path: "^renderer/" },
  { path: ["^electron/api/", ENGINE_WORDS], dependencyTypesNot: ["type-only"] },
);
refuse("renderer-is-a-page", "A page has no Node.", { path: "^renderer/" }, BUILT_IN);

refuse(
  "contract-uses-the-words-only",
  "The contract is made of the words of engine/model and engine/rejected.",
  { path: "^electron/api/" },
  { path: OUR_CODE, pathNot: ["^electron/api/", ENGINE_WORDS] },
);
refuse(
  "electron-uses-the-doors",
  "The main process uses the engine by its doors: engine/index and engine/robot-api/index.",
  { path: "^electron/", pathNot: "^electron/api/" },
  { path: OUR_CODE, pathNot: ["^electron/", "^engine/index\\.ts$", "^engine/robot-api/index\\.ts$"] },
);

refuse(
  "engine-stands-alone",
  "The engine knows nothing of who uses it.",
  { path: "^engine/" },
  { path: ["^(build|electron|renderer|test)/", "^node_modules/(electron|react|react-dom)/"] },
);
refuse(
  "robot-api-uses-the-door",
  "The robots’ interface uses the engine by engine/index.",
  { path: "^engine/robot-api/" },
  { path: "^engine/", pathNot: ["^engine/robot-api/", "^engine/index\\.ts$"] },
);
refuse(
  "cli-uses-the-doors",
  "The command line uses the engine by its doors.",
  { path: "^engine/cli/" },
  { path: "^engine/", pathNot: ["^engine/cli/", "^engine/index\\.ts$", "^engine/robot-api/index\\.ts$"] },
);
refuse(
  "engine-does-not-look-up",
  "The engine does not know its command line or its robots’ interface.",
  { path: "^engine/", pathNot: "^engine/(cli|robot-api)/" },
  { path: "^engine/(cli|robot-api)/" },
);
refuse(
  "decisions-do-not-know-storage",
  "The decisions are pure; only the door puts them and the durable engine side by side.",
  { path: "^engine/[^/]+\\.ts$", pathNot: "^engine/index\\.ts$" },
  { path: "^engine/durable/" },
);
refuse(
  "decisions-do-not-know-node",
  "The decisions run anywhere; files, clocks and processes belong to durable, robot-api and cli.",
  { path: "^engine/", pathNot: "^engine/(cli|durable|robot-api)/" },
  BUILT_IN,
);

refuse(
  "sqlite-in-one-place",
  "Only engine/durable/sqlite knows better-sqlite3.",
  { path: OUR_CODE, pathNot: "^engine/durable/sqlite/" },
  { path: "^node_modules/(@types/)?better-sqlite3/" },
);
refuse(
  "electron-in-one-place",
  "Only electron/ knows Electron.",
  { path: OUR_CODE, pathNot: "^electron/" },
  { path: "^node_modules/electron/" },
);

export default {
  forbidden: rules,
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
