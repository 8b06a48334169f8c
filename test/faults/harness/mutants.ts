/** Patches of the engine that more than one row notices. */

import type { Patch } from "../../mutants/mutant.ts";

export const ANSWERS_TOO_EARLY: Patch = {
  breaks: "A command is answered only when its changes are on disk.",
  file: "engine/durable/actor.ts",
  find: `        this.#commit();
        this.#announce();
      }
      return replies;`,
  replace: `        setTimeout(() => {
          this.#commit();
          this.#announce();
        }, 20);
      }
      return replies;`,
};
