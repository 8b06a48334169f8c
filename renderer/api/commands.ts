/** What the window does, as one hook. Nothing is shown before it is true: each command, done or refused, fetches afresh. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Request, Results } from "../../electron/api/contract.ts";
import { ask } from "./client.ts";
import { refusalOf } from "./refusal.ts";

type Command =
  "submit" | "submitMany" | "claim" | "complete" | "report_failure" | "redrive" | "setPrerequisites";

export function useCommand<C extends Command>(name: C) {
  const queryClient = useQueryClient();
  const { mutate, reset, error, isPending } = useMutation<Results[C], Error, Request<C>>({
    mutationFn: (request) => ask(name, request),
    onSettled: () => void queryClient.invalidateQueries(),
  });
  return {
    /** `then` is called when it is done; the fresh state is on its way. */
    run: (request: Request<C>, then: (result: Results[C]) => void) => mutate(request, { onSuccess: then }),
    running: isPending,
    refusal: refusalOf(error),
    forget: reset,
  };
}
