import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "The same request is answered, not done again.",
    file: "engine/durable/lab-book.ts",
    find: "this.#journal.remember(request, answered, now);",
    replace: "",
  },
  {
    breaks: "Another content under the same id is refused.",
    file: "engine/durable/requests.ts",
    find: "if (!content.equals(earlier.content)) {",
    replace: "if (content.equals(Buffer.alloc(0))) {",
  },
  {
    breaks: "The order of an object's keys makes no difference.",
    file: "engine/durable/requests.ts",
    find: ".sort(([a], [b]) => (a < b ? -1 : 1))",
    replace: "",
  },
  {
    breaks: "A claim is given again only while it is current, with its deadline as it is.",
    file: "engine/durable/requests.ts",
    find: 'command.name === "claim" ? lab.current(answer as Claim) : answer',
    replace: "answer",
  },
  {
    breaks: "That there was no job is not stored.",
    file: "engine/durable/requests.ts",
    find: 'command.name === "claim" && value === null ? undefined : { content, answer: JSON.stringify(value) }',
    replace: "({ content, answer: JSON.stringify(value) })",
  },
  {
    breaks: "Heartbeats are not stored.",
    file: "engine/durable/requests.ts",
    find: `  "heartbeat",
`,
    replace: "",
  },
  {
    breaks: "A request id is its sender's.",
    file: "engine/durable/requests.ts",
    find: "return { actor, id: requestId,",
    replace: 'return { actor: "", id: requestId,',
  },
  {
    breaks: "Answers are forgotten.",
    file: "engine/durable/lab-book.ts",
    find: "this.#journal.forgetAnswers(this.#dispatcher.clock - KEPT_FOR);",
    replace: "",
  },
  {
    breaks: "They are kept for seven days.",
    file: "engine/durable/requests.ts",
    find: "7 * 86_400_000",
    replace: "6 * 86_400_000",
  },
];
