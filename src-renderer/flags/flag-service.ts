import type { LDContext } from "launchdarkly-js-client-sdk";
import { useSession } from "../session/session-store.ts";
import { createFlagClient } from "./flag-client.ts";
import { flagContext } from "./flag-context.ts";
import { useFlags } from "./flag-store.ts";
import { pause } from "../api-client/streams/pause.ts";
import { whileVisible } from "../api-client/streams/while-visible.ts";
import { takeTurn } from "./stream-turn.ts";
import { createWindowFlags } from "./window-flags.ts";

/** ms until the streaming window requests the values again: this, plus up to half of it. */
const askAgainAfter = 60_000;

/** Tracks the context of the user; keeps the same object while nothing changes. */
function createContext() {
  let context: LDContext = flagContext(useSession.getState().user);
  return {
    current: () => context,
    /** Calls the listener when the context changes, until the signal aborts. */
    follow: (listener: () => void, signal: AbortSignal) => {
      const update = () => {
        const next = flagContext(useSession.getState().user);
        if (JSON.stringify(next) === JSON.stringify(context)) return;
        context = next;
        listener();
      };
      update();
      signal.addEventListener("abort", useSession.subscribe(update), { once: true });
    },
  };
}

function follow(): void {
  const flags = createWindowFlags();
  const context = createContext();
  const client = createFlagClient(context.current(), useFlags.getState(), () =>
    flags.changed(client.values()),
  );

  whileVisible((hidden) => {
    let asking: Promise<void> | null = null;
    const askOnce = async () => {
      flags.asked();
      if (await client.ask(context.current, hidden)) flags.answered(client.values());
      asking = null;
    };
    const ask = () => (asking ??= askOnce());

    // A stream can hang, break or be refused without any event. A request catches up on missed
    // changes, and makes the SDK open the stream again.
    const keepAsking = async () => {
      while (!hidden.aborted) {
        await pause(askAgainAfter * (1 + Math.random() / 2), hidden);
        if (!hidden.aborted) await ask();
      }
    };
    const stream = async () => {
      // The SDK does not know values that other windows sent, so it would miss changes to them.
      if (!flags.areAnswered()) await ask();
      if (hidden.aborted) return;
      flags.setStreaming(true);
      flags.changed(client.values());
      client.stream(true);
      await keepAsking();
    };
    hidden.addEventListener("abort", () => {
      flags.setStreaming(false);
      client.stream(false);
    });
    context.follow(() => void ask(), hidden);
    void ask();
    void takeTurn(hidden, () => void stream());
  });
}

/**
 * Follows the flag service, as soon as it is known who the user is. While the service is down,
 * unreachable or returning invalid data, the last known values apply and it is tried again. Call
 * once.
 */
export function followFlagService(): void {
  if (useSession.getState().status === "ready") return follow();
  const stop = useSession.subscribe(({ status }) => {
    if (status !== "ready") return;
    stop();
    follow();
  });
}
