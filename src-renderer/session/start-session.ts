import { getMe } from "#shared/api/user.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { call, onUnauthorized } from "#renderer/api-client/client.ts";
import { recordLoss, onReconnect, watchConnection } from "#renderer/api-client/connection.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useHeldPage } from "./held-page.ts";
import { followOtherWindows, isEndingElsewhere } from "./other-windows.ts";
import { pendingSignUp } from "./pending-sign-up.ts";
import { renewalUnderWay } from "./renew-token.ts";
import { sessionEnded } from "./session-end.ts";
import { setUser, useSession } from "./session-store.ts";

/**
 * Asks the API who the stored token belongs to. Success puts token and user into the state; a failure
 * is silent and leaves a visitor. The token is kept for a later start unless the answer was a 401.
 */
export async function loadUser(): Promise<void> {
  const token = platform.read("token");
  if (token === null) {
    useSession.setState({ status: "ready", token: null, user: null });
    return;
  }
  const { data: user, error } = await call(getMe, { silent: true });
  // Logged out, or in as somebody else, meanwhile: the answer is outdated.
  if (platform.read("token") !== token) return;
  if (user) useSession.setState({ status: "ready", token, user });
  // Another window's login may have changed the token: the user shown here is not its owner.
  else if (useSession.getState().token === token) useSession.setState({ status: "ready" });
  else useSession.setState({ status: "ready", token: null, user: null });
  // An API that failed or returned invalid data is asked again: the member is locked out till then.
  if (error?.kind === "unexpected") recordLoss();
}

/**
 * Fetches the user again: a membership is being activated, the answer to a change was lost, or a window has been open for
 * long. Shows no error but that the session ended; resolves to the failure, if any.
 */
export async function refreshUser(): Promise<ApiFailure | null> {
  const token = platform.read("token");
  const silent = ({ kind }: ApiFailure) => kind !== "unauthorized";
  const { data: user, error } = await call(getMe, { silent });
  if (user && token !== null && platform.read("token") === token) setUser(user);
  return error;
}

/** Ends the session at a 401, if the request carried the token now held: a late one is ignored. */
function followUnauthorized(): void {
  onUnauthorized((carried) => {
    const end = () => {
      // What else a held page asks for is refused until its user has logged in again.
      if (carried === null && useHeldPage.getState().path !== null) return;
      if (carried === platform.read("token") && !isEndingElsewhere()) sessionEnded("expired");
    };
    const renewal = renewalUnderWay();
    if (renewal) void renewal.then(end);
    else end();
  });
}

/** Tries a token that was kept at a failed start again once the API answers. */
function resumeWhenReachable(): void {
  onReconnect(() => {
    if (platform.read("token") !== null && useSession.getState().user === null) void loadUser();
  });
}

/** Starts the session and follows what changes it from outside. Call once, after `platform.load()`. */
export function startSession(): Promise<void> {
  if (platform.read("token") !== null) useSession.setState({ status: "starting" });
  // The window that logged out may have been closed before it had deleted what the device keeps.
  else void platform.offlineLibrary.remove();
  pendingSignUp.expire();
  followUnauthorized();
  followOtherWindows(loadUser);
  watchConnection();
  resumeWhenReachable();
  return loadUser();
}
