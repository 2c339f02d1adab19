import type { LDContext, LDSingleKindContext } from "launchdarkly-js-client-sdk";
import { useSession } from "#renderer/session/session-store.ts";
import { createFlagClient, pause } from "./flag-client.ts";
import { storeFlags, useFlags } from "./flag-store.ts";
import { readFlags } from "./flag-values.ts";
import type { User } from "#shared/api/user.ts";

/** Returns a user's LaunchDarkly context: id and roles, never the address. Visitors share one. */
export function flagContext(user: User | null): LDSingleKindContext {
  if (user === null) return { kind: "user", key: "visitor", anonymous: true };
  const { id, roles } = user;
  if (!id) return { kind: "user", key: "member", anonymous: true, roles };
  return { kind: "user", key: id, roles };
}

/** Time until a visible window requests the values again: this, plus up to half of it. */
const flagPollIntervalMs = 60_000;

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

/** Streams of the windows of a browser, which has six connections to a host that speaks HTTP/1.1. */
const maxStreams = 4;

/** Resolves to whether this window may stream until the signal aborts; every window may where there are no locks. */
async function acquireStream(hidden: AbortSignal): Promise<boolean> {
  if (!("locks" in navigator)) return true;
  const held = new Promise<void>((resolve) => {
    hidden.addEventListener("abort", () => resolve());
    if (hidden.aborted) resolve();
  });
  const tryLock = (name: string) =>
    new Promise<boolean>((resolve) => {
      const hold = (lock: Lock | null) => {
        resolve(lock !== null);
        return lock ? held : undefined;
      };
      navigator.locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(true));
    });
  for (let i = 0; i < maxStreams && !hidden.aborted; i += 1) {
    if (await tryLock(`flag-stream-${i}`)) return true;
  }
  return false;
}

/** Calls the listener whenever the window is visible; the signal aborts when it is hidden. Returns what stops it. */
function whileVisible(listener: (hidden: AbortSignal) => void): () => void {
  let visible: AbortController | null = null;
  const update = () => {
    if (document.visibilityState === "hidden") {
      visible?.abort();
      visible = null;
    } else if (!visible) {
      visible = new AbortController();
      listener(visible.signal);
    }
  };
  document.addEventListener("visibilitychange", update);
  update();
  return () => {
    document.removeEventListener("visibilitychange", update);
    visible?.abort();
    visible = null;
  };
}

function follow(): void {
  const context = createContext();
  const apply = () => {
    const flags = readFlags(client.values(), useFlags.getState());
    useFlags.setState(flags);
    storeFlags(flags);
  };
  const client = createFlagClient(context.current(), useFlags.getState(), apply);

  whileVisible((hidden) => {
    let request: Promise<void> | null = null;
    let mayStream = false;
    const requestOnce = async () => {
      if (await client.ask(context.current, hidden)) {
        apply();
        mayStream ||= await acquireStream(hidden);
        if (mayStream && !hidden.aborted) client.stream(true);
      }
      request = null;
    };
    const refresh = () => (request ??= requestOnce());

    // A stream can hang, break or be refused without any event. A request catches up on missed
    // changes, and makes the SDK open the stream again.
    const pollFlags = async () => {
      while (!hidden.aborted) {
        await refresh();
        await pause(flagPollIntervalMs * (1 + Math.random() / 2), hidden);
      }
    };
    hidden.addEventListener("abort", () => client.stream(false));
    context.follow(() => void refresh(), hidden);
    void pollFlags();
  });
}

/** Follows the flag service once the user is known. While it fails, the last known values apply. Call once. */
export function followFlagService(): void {
  if (useSession.getState().status === "ready") return follow();
  const stop = useSession.subscribe(({ status }) => {
    if (status !== "ready") return;
    stop();
    follow();
  });
}
