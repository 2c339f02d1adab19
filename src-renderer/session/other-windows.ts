import { clearCache } from "#renderer/api-client/cache.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { openWindowChannel } from "#renderer/platform/window-channel.ts";
import { onSessionEnded, sessionEnded, sessionEnds, type SessionEnd } from "./session-end.ts";
import { useSession } from "./session-store.ts";

/** ms to wait for the reason after the token was removed: the two arrive in any order. */
const waitForReason = 2_000;

/** ms for which a reason that arrived first is kept for the removal of the token. */
const reasonLasts = 5_000;

/**
 * Assumed when no reason arrives. A logout removes the stored cart itself, and this window follows that
 * change; clearing it here only would leave a stored cart that differs from the one on screen.
 */
const withoutReason: SessionEnd = "expired";

let announced: { reason: SessionEnd; at: number } | null = null;
let pending: ReturnType<typeof setTimeout> | null = null;

function follow(reason: SessionEnd): void {
  if (pending !== null) clearTimeout(pending);
  pending = null;
  announced = null;
  sessionEnded(reason, false);
}

/** Follows the removal of the token in another window, with the reason sent by that window. */
function followRemoval(): void {
  if (announced && Date.now() - announced.at <= reasonLasts) return follow(announced.reason);
  pending ??= setTimeout(() => follow(withoutReason), waitForReason);
}

/** Whether the token was removed in another window and the session is about to end here, too. */
export const isEndingElsewhere = () => pending !== null;

/**
 * Keeps the windows of this device in one session. `loadUser` is called when another window signed
 * in. Call once, after `platform.load()`.
 */
export function followOtherWindows(loadUser: () => Promise<void>): void {
  const notifyOtherWindows = openWindowChannel("session-ended", (message) => {
    const reason = sessionEnds.find((known) => known === message);
    if (!reason) return;
    if (pending !== null) follow(reason);
    else announced = { reason, at: Date.now() };
  });
  // Several windows may notice the same end: each follows it once.
  let hasToken = platform.read("token") !== null;
  useSession.subscribe(({ token }) => (hasToken ||= token !== null));
  onSessionEnded(({ reason, here }) => {
    hasToken = false;
    if (here) notifyOtherWindows(reason);
  });
  platform.onChange((name) => {
    if (name !== "token") return;
    if (platform.read("token") === null) {
      if (hasToken) followRemoval();
      return;
    }
    if (pending !== null) follow(withoutReason);
    hasToken = true;
    clearCache(loadUser());
  });
}
