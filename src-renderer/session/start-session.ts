import { getMe } from "../../src-shared/api/account.ts";
import type { ApiFailure } from "../api-client/api-failure.ts";
import { clearCache } from "../api-client/cache.ts";
import { call, onUnauthorized } from "../api-client/client.ts";
import { noteLoss, onReconnect, watchConnection } from "../api-client/connection.ts";
import { platform } from "../platform/current-platform.ts";
import { pendingSignUp } from "./pending-sign-up.ts";
import { rememberedPlace } from "./remembered-place.ts";
import { endSession, setUser, useSession } from "./session-store.ts";

/**
 * Asks who the stored token belongs to. Success puts token and user into the state; a failure is
 * silent and leaves a visitor, with the token kept for a later start unless it was a 401 (ruling 2).
 */
export async function loadUser(): Promise<void> {
  const token = platform.read("token");
  if (token === null) {
    useSession.setState({ status: "ready", token: null, user: null });
    return;
  }
  const { data: user, error } = await call(getMe, { silent: true });
  // Logged out, or in as somebody else, while the answer was under way: it is of no interest now.
  if (platform.read("token") !== token) return;
  if (user) useSession.setState({ status: "ready", token, user });
  // Another window's login may have changed the token: whoever was here is not its owner.
  else if (useSession.getState().token === token) useSession.setState({ status: "ready" });
  else useSession.setState({ status: "ready", token: null, user: null });
  // An API that broke over it, or talked nonsense, is asked again: the member stands outside till then.
  if (error?.kind === "unexpected") noteLoss();
}

/**
 * Asks for the user again: a membership is being activated, or an answer that told of a change was
 * lost. Silent; resolves to the failure, if any.
 */
export async function refreshUser(): Promise<ApiFailure | null> {
  const token = platform.read("token");
  const { data: user, error } = await call(getMe, { silent: true });
  if (user && token !== null && platform.read("token") === token) setUser(user);
  return error;
}

const expiredListeners = new Set<() => void>();
/** A 401 that came before anybody listened: /me may be answered before the first render. */
let untold = false;

/** Tells that a 401 ended the session (or met none), once for many 401s. Returns the way to stop. */
export function onExpired(listener: () => void): () => void {
  expiredListeners.add(listener);
  if (untold) {
    untold = false;
    listener();
  }
  return () => void expiredListeners.delete(listener);
}

/** A 401 ends the session, if the request carried the token now held: a late one harms nobody. */
function followUnauthorized(): void {
  onUnauthorized((carried) => {
    if (carried !== platform.read("token")) return;
    endSession();
    untold = expiredListeners.size === 0;
    expiredListeners.forEach((listener) => listener());
  });
}

/** Another window logged in or out: this one follows (ruling 7). */
function followOtherWindows(): void {
  platform.onChange((name) => {
    if (name !== "token") return;
    clearCache();
    if (platform.read("token") === null) {
      endSession();
      rememberedPlace.forget();
      pendingSignUp.forget();
    } else void loadUser();
  });
}

/** A start that failed kept the token: it is tried again once the API can be reached, or well again. */
function resumeWhenReachable(): void {
  onReconnect(() => {
    if (platform.read("token") !== null && useSession.getState().user === null) void loadUser();
  });
}

/** Starts the session and everything that changes it from outside. Call once, after `platform.load()`. */
export function startSession(): Promise<void> {
  pendingSignUp.expire();
  followUnauthorized();
  followOtherWindows();
  watchConnection();
  resumeWhenReachable();
  return loadUser();
}
