/** Commands as the durable tests give them again and again. */

import type { Command } from "../../engine/index.ts";

export const submit = (id: string, options: object = {}): Command => ({
  name: "submit",
  backoff: 5,
  ...options,
  id,
});

export const claim: Command = { name: "claim" };
