/** What the window does, as one hook. Nothing is shown before it is true: each command, done or refused, fetches afresh. */

import { useRef } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Request, Results } from "../../electron/api/contract.ts";
import { ask } from "./client.ts";
import { refusalOf } from "./refusal.ts";

type Command =
  "submit" | "submitMany" | "claim" | "complete" | "report_failure" | "redrive" | "setPrerequisites";

export function useCommand<C extends Command>(name: C) {
  const queryClient = useQueryClient();
  const { mutateAsync, reset, error, isPending } = useMutation<Results[C], Error, Request<C>>({
    mutationFn: (request) => ask(name, request),
    onSettled: () => void queryClient.invalidateQueries(),
  });
  // Known at once, before anything is drawn: however often it is clicked, it is sent once until it is answered.
  const underWay = useRef(false);

  const run = (request: Request<C>, then: (result: Results[C]) => void) => {
    if (underWay.current) return;
    underWay.current = true;
    const answered = () => {
      underWay.current = false;
    };
    // A refusal is kept in `refusal`.
    void mutateAsync(request)
      .then(then, () => undefined)
      .finally(answered);
  };

  return {
    /** `then` is called when it is done, even if what asked for it is gone; the fresh state is on its way. */
    run,
    running: isPending,
    refusal: refusalOf(error),
    forget: reset,
  };
}
