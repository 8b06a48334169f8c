/**
 * What the lint step refuses. Import direction has rules of its own, in
 * import-rules.config.js.
 */
import reactHooks from "eslint-plugin-react-hooks";
import path from "node:path";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

const projectRoot = path.dirname(import.meta.dirname);

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
  message: "Export by name: a default export has another name in every file.",
};

const askTheClock =
  "The engine is deterministic: time, chance and waiting come in from engine/durable/clock.ts.";
const timers = ["setTimeout", "setInterval", "setImmediate"];

export default defineConfig(
  { ignores: ["out/", "dist/", ".cache/", "test-results/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { project: ["tsconfig.json", "renderer/tsconfig.json"], tsconfigRootDir: projectRoot },
    },
    rules: {
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "max-lines": ["error", { max: 250, skipBlankLines: true, skipComments: true }],
      "no-restricted-syntax": ["error", noDefaultExport],
      eqeqeq: "error",
    },
  },
  {
    files: ["engine/**/*.ts"],
    ignores: ["engine/durable/clock.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        noDefaultExport,
        { selector: ':matches(NewExpression, CallExpression)[callee.name="Date"]', message: askTheClock },
      ],
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now", message: askTheClock },
        { object: "Math", property: "random", message: askTheClock },
        { object: "performance", property: "now", message: askTheClock },
        ...timers.map((property) => ({ object: "globalThis", property, message: askTheClock })),
      ],
      "no-restricted-globals": ["error", ...timers.map((name) => ({ name, message: askTheClock }))],
      "no-restricted-imports": [
        "error",
        { patterns: [{ regex: "^(node:)?(timers|perf_hooks)(/|$)", message: askTheClock }] },
      ],
    },
  },
  {
    files: ["renderer/**/*.{ts,tsx}", "test/renderer/**/*.{ts,tsx}"],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    files: ["test/**/*.{ts,tsx}"],
    rules: { "@typescript-eslint/no-non-null-assertion": "off" },
  },
  {
    files: ["build/**/*.config.ts"],
    rules: { "no-restricted-syntax": "off" },
  },
);
