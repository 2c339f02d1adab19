import type { LDContext } from "launchdarkly-js-client-sdk";
import { useSession } from "../session/session-store.ts";
import { createFlagClient } from "./flag-client.ts";
import { flagContext } from "./flag-context.ts";
import { useFlags } from "./flag-store.ts";
import { pause } from "./pause.ts";
import { takeTurn, whileVisible } from "./stream-turn.ts";
import { createWindowFlags } from "./window-flags.ts";

/** ms until the window that streams asks again: at least, and half as much again at most. */
const askAgainAfter = 60_000;

/** The context of whoever uses the window; the same object as long as it is the same. */
function createContext() {
  let context: LDContext = flagContext(useSession.getState().user);
  return {
    current: () => context,
    /** Calls the listener when it is another one, until the signal aborts. */
    follow: (listener: () => void, signal: AbortSignal) => {
      const look = () => {
        const next = flagContext(useSession.getState().user);
        if (JSON.stringify(next) === JSON.stringify(context)) return;
        context = next;
        listener();
      };
      look();
      signal.addEventListener("abort", useSession.subscribe(look), { once: true });
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

    // A stream may hang, break off unnoticed, find no place or be blocked, and nothing tells of it.
    // A question makes up for what it missed, and has the SDK open it anew.
    const keepAsking = async () => {
      while (!hidden.aborted) {
        await pause(askAgainAfter * (1 + Math.random() / 2), hidden);
        if (!hidden.aborted) await ask();
      }
    };
    const stream = async () => {
      // What others told here is not known to the SDK: it would not notice when it is no longer so.
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
 * Follows the flag service from now on, once it is known who uses the window. While it is down,
 * silent or out of its mind, the last known values stand; it is tried again until it is back.
 * Call once.
 */
export function followFlagService(): void {
  if (useSession.getState().status === "ready") return follow();
  const stop = useSession.subscribe(({ status }) => {
    if (status !== "ready") return;
    stop();
    follow();
  });
}
