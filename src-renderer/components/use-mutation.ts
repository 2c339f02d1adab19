import { useMutation as useQueryMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { queryClient } from "#renderer/api-client/query.ts";

/**
 * Runs an action that changes something on the server. The action resolves to the failure to show, or to null when it succeeded.
 * While it runs, further calls of `run` are ignored: a double click arrives before the button has been rendered as disabled.
 * Leaving the page does not abort the request, since the server may already have acted on it. What the action throws is logged,
 * and shown like a failed call (app/notifications.ts).
 */
export function useMutation<Args extends unknown[], Failure>(
  action: (...args: Args) => Promise<Failure | null>,
) {
  const running = useRef(false);
  const mutation = useQueryMutation<Failure | null, Error, Args>(
    // The API client knows itself whether there is a connection.
    { mutationFn: (args) => action(...args), networkMode: "always", gcTime: 0 },
    queryClient,
  );
  const run = async (...args: Args): Promise<void> => {
    if (running.current) return;
    running.current = true;
    await mutation.mutateAsync(args).catch(reportError);
    running.current = false;
  };
  return {
    busy: mutation.isPending,
    /** What the last run ended with; null while it runs and after a success. */
    failure: mutation.data ?? null,
    run,
    /** Forgets the failure, for a dialog that is closed or a form that starts over. */
    reset: () => {
      if (!running.current) mutation.reset();
    },
  };
}
