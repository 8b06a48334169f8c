import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A time before the clock is refused.",
    file: "engine/dispatcher.ts",
    find: "if (now < this.clock) {",
    replace: "if (now < 0) {",
  },
  {
    breaks: "The time is a whole number from 0 on.",
    file: "engine/arguments.ts",
    find: "if (!isWhole(now)) invalid",
    replace: 'if (typeof now !== "number") invalid',
  },
  {
    breaks: "Arguments are checked before the time.",
    file: "engine/dispatcher.ts",
    find: `    const submission = checkSubmission(id, backoff, after, options);
    this.advance(now);`,
    replace: `    this.advance(now);
    const submission = checkSubmission(id, backoff, after, options);`,
  },
  {
    breaks: "A claim's arguments are checked before the clock moves.",
    file: "engine/dispatcher.ts",
    find: `const capabilities = checkCapabilities(options?.capabilities);
`,
    replace: `this.advance(now);
    const capabilities = checkCapabilities(options?.capabilities);
`,
  },
  {
    breaks: "An option that is null counts as absent.",
    file: "engine/arguments.ts",
    find: "value === undefined || value === null;",
    replace: "value === undefined;",
  },
  {
    breaks: "A priority is an integer.",
    file: "engine/arguments.ts",
    find: "if (!Number.isSafeInteger(priority))",
    replace: `if (typeof priority !== "number")`,
  },
  {
    breaks: "A lease is an integer from 0 on.",
    file: "engine/arguments.ts",
    find: "if (!isWhole(lease)) invalid",
    replace: 'if (typeof lease !== "number") invalid',
  },
  {
    breaks: "An earliest start is an integer from 0 on.",
    file: "engine/submission.ts",
    find: "!isWhole(notBefore)",
    replace: 'typeof notBefore !== "number"',
  },
  {
    breaks: "The longest backoff is checked as the backoff is.",
    file: "engine/submission.ts",
    find: 'if (!isAbsent(backoffMax)) checkBackoff(backoffMax, "backoffMax");',
    replace: "",
  },
  {
    breaks: "Lists hold texts that aren't empty.",
    file: "engine/arguments.ts",
    find: 'typeof name === "string" && name !== ""',
    replace: 'typeof name === "string"',
  },
  {
    breaks: "A refusal of one job of a list names it.",
    file: "engine/submission.ts",
    find: "`jobs[${String(index)}]`",
    replace: '"jobs"',
  },
  {
    breaks: "The flag of a cancellation is true or false.",
    file: "engine/operator-commands.ts",
    find: 'return checkFlag(command.withDependents, "withDependents");',
    replace: "return;",
  },
  {
    breaks: "A preview's arguments are checked before the clock moves.",
    file: "engine/dispatcher.ts",
    find: `    checkOperatorCommand(command);
    const limit`,
    replace: `    this.advance(now);
    checkOperatorCommand(command);
    const limit`,
  },
];
