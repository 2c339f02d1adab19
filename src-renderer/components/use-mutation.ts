import { useRef, useState } from "react";

/**
 * Runs an action that changes something on the server. The action resolves to the failure to show,
 * or to null when it succeeded. While it runs, `busy` is true and further calls of `run` are ignored:
 * a double click arrives before the button has been rendered as disabled. Leaving the page does not
 * abort the request, since the server may already have acted on it. What the action throws is logged, and shown like
 * a failed call (app/notifications.ts).
 */
export function useMutation<Args extends unknown[], Failure>(
  action: (...args: Args) => Promise<Failure | null>,
) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const running = useRef(false);
  const run = async (...args: Args): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      setFailure(await action(...args));
    } catch (error) {
      reportError(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return {
    busy,
    /** What the last run ended with; null while it runs and after a success. */
    failure,
    run,
    /** Forgets the failure, for a dialog that is closed or a form that starts over. */
    reset: () => setFailure(null),
  };
}
