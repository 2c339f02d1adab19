import { minuteMs } from "#shared/durations.ts";
import { getMe } from "#shared/api/user.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { call, onUnauthorized, reportFailure } from "#renderer/api-client/client.ts";
import {
  isUnreachable,
  onReconnect,
  recordConnectionFailure,
  watchConnection,
} from "#renderer/api-client/connection.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { clearCache, dropStored } from "#renderer/api-client/cache.ts";
import { openWindowChannel } from "#renderer/platform/window-channel.ts";
import { useRetainedPage } from "./retained-page.ts";
import { readHolder } from "./lease.ts";
import { pendingLoginCode, pendingSignUp } from "./pending-codes.ts";
import { renewalUnderWay } from "./renew-token.ts";
import {
  announceSessionEnd,
  onSessionEnded,
  sessionEndReasons,
  type SessionEndReason,
} from "./session-end.ts";
import { becomeVisitor, setUser, useSession } from "./session-store.ts";

/** Time to wait for the reason after the token was removed: the two arrive in any order. */
const waitForReasonMs = 2_000;

/** Time for which a reason that arrived first is kept for the removal of the token. */
const reasonLastsMs = 5_000;

/** Assumed without a reason: a logout removes the stored cart itself, and this window follows that. */
const withoutReason: SessionEndReason = "expired";

let announced: { reason: SessionEndReason; at: number } | null = null;
let pendingEnd: ReturnType<typeof setTimeout> | null = null;

function follow(reason: SessionEndReason): void {
  if (pendingEnd !== null) clearTimeout(pendingEnd);
  pendingEnd = null;
  announced = null;
  announceSessionEnd(reason, false);
}

/** Follows the removal of the token in another window, with the reason sent by that window. */
function followRemoval(): void {
  if (announced && Date.now() - announced.at <= reasonLastsMs) return follow(announced.reason);
  pendingEnd ??= setTimeout(() => follow(withoutReason), waitForReasonMs);
}

/** Whether the token was removed in another window and the session is about to end here, too. */
const isEndingElsewhere = () => pendingEnd !== null;

/**
 * Asks whose the token is that another window has stored. Resolves to whether it is another user's: a new password or factor
 * there replaces the token, too, and text typed here stays then.
 */
async function loadOtherUser(): Promise<boolean> {
  const before = useSession.getState().user?.id;
  await loadUser();
  return before === undefined || useSession.getState().user?.id !== before;
}

/** Keeps the windows of this device in one session. Call once, after `platform.load()`. */
function followOtherWindows(): void {
  const notifyOtherWindows = openWindowChannel("session-ended", (message) => {
    const reason = sessionEndReasons.find((known) => known === message);
    if (!reason) return;
    if (pendingEnd !== null) follow(reason);
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
    if (pendingEnd !== null) follow(withoutReason);
    hasToken = true;
    clearCache(loadOtherUser());
  });
}

/** Whether a request got no answer at all: an error of the API is an answer. */
const isUnanswered = ({ kind }: ApiFailure): boolean => kind === "offline" || kind === "timeout";

/**
 * Asks whose the stored token is. Without any answer the member who holds the lease goes on with what this device keeps
 * (docs/decisions/0033-offline-shelf.md). Any other failure is silent and leaves a visitor; only a 401 drops the token.
 */
async function loadUser(): Promise<void> {
  const token = platform.read("token");
  if (token === null) return becomeVisitor();
  const { data: user, error } = await call(getMe, { silent: true });
  const holder = error && isUnanswered(error) ? await readHolder() : null;
  // Logged out, or in as somebody else, meanwhile: the answer is outdated.
  if (platform.read("token") !== token) return;
  if (user) useSession.setState({ status: "ready", token, user, namedAt: null });
  // Another window's login may have changed the token: the user shown here is not its owner.
  else if (useSession.getState().token === token) useSession.setState({ status: "ready" });
  else if (holder) useSession.setState({ status: "ready", token, ...holder });
  else becomeVisitor();
  // An API that failed or returned invalid data is asked again: the member is locked out till then.
  if (error?.kind === "unexpected") recordConnectionFailure();
}

/**
 * Fetches the user again. Shows no error but that the session ended; resolves to the failure, if any. `background`: the window
 * does so by itself.
 */
export async function refreshUser({ background = false } = {}): Promise<ApiFailure | null> {
  const token = platform.read("token");
  const { data: user, error } = await call(getMe, { silent: true, background });
  if (user && token !== null && platform.read("token") === token) setUser(user);
  return error;
}

/**
 * Ends the session at a 401, if the request carried the current token: a late one is ignored. The user is told why, but at the
 * start, where the stored token was simply too old.
 */
function followUnauthorized(): void {
  onUnauthorized(({ token: carried, failure }) => {
    const end = () => {
      // What else a retained page asks for is refused until its user has logged in again.
      if (carried === null && useRetainedPage.getState().path !== null) return;
      if (carried !== platform.read("token") || isEndingElsewhere()) return;
      const isStarting = useSession.getState().status === "starting";
      announceSessionEnd("expired");
      if (carried !== null && !isStarting) reportFailure(failure);
    };
    const renewal = renewalUnderWay();
    if (renewal) void renewal.then(end);
    else end();
  });
}

/** Tries a token that was kept at a failed start again once the API answers. */
function resumeWhenReachable(): void {
  onReconnect(() => {
    const { user, namedAt } = useSession.getState();
    if (platform.read("token") !== null && (user === null || namedAt !== null)) void loadUser();
  });
}

/** Interval at which the lease is checked while the server cannot be asked. */
const checkLeaseEveryMs = minuteMs;

/** Takes what the device keeps off the screen once its lease is over, in a window that stays open without a connection. */
function followLease(): void {
  const check = async () => {
    const { token, namedAt } = useSession.getState();
    if (token === null || (namedAt === null && !isUnreachable()) || (await readHolder())) return;
    if (useSession.getState().token !== token) return;
    // The server named this user: what it has answered stays.
    if (useSession.getState().namedAt === null) return dropStored();
    clearCache();
    becomeVisitor();
  };
  setInterval(() => void check(), checkLeaseEveryMs);
  document.addEventListener("visibilitychange", () => void check());
}

/** Starts the session and follows what changes it from outside. Call once, after `platform.load()`. */
export function startSession(): Promise<void> {
  if (platform.read("token") !== null) useSession.setState({ status: "starting" });
  // The window that logged out may have been closed before it had deleted what the device keeps.
  else void platform.offlineLibrary.remove();
  for (const pending of [pendingSignUp, pendingLoginCode]) pending.expire();
  followUnauthorized();
  followOtherWindows();
  watchConnection();
  resumeWhenReachable();
  followLease();
  return loadUser();
}
