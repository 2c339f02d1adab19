import { create } from "zustand";
import type { SessionAnswer } from "#shared/api/sign-in.ts";
import type { User } from "#shared/api/user.ts";
import { isActiveMember } from "#shared/active-member.ts";
import { clearCache } from "#renderer/api-client/cache.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { pendingLoginCode } from "./pending-codes.ts";
import { registerStorage } from "./storages.ts";

export { endSessionHere } from "./session-end.ts";

/** The session. `starting` until the API was asked about a stored token: guards wait for that. */
export type SessionState = {
  status: "starting" | "ready";
  token: string | null;
  user: User | null;
  /**
   * When the server last named the user, in ms since 1970, if the user is known from the device only: the start found no
   * connection (docs/decisions/0033-offline-shelf.md). Null once the server has answered.
   */
  namedAt: number | null;
};

const visitor = { status: "ready", token: null, user: null, namedAt: null } as const;

export const useSession = create<SessionState>(() => visitor);

export const useUser = () => useSession((state) => state.user);
export const useIsActiveMember = () =>
  useSession((state) => isActiveMember(state.token, state.user));

/** Puts user and token into the state, and drops a login by code that was begun. An empty token is neither stored nor removed. */
export function signIn({ token, user }: SessionAnswer): void {
  if (token !== "") platform.write("token", token);
  pendingLoginCode.forget();
  clearCache();
  useSession.setState({ status: "ready", token: platform.read("token"), user, namedAt: null });
}

/** Puts a user who changed (a new name, a membership that began) into the state. */
export const setUser = (user: User) => useSession.setState({ user, namedAt: null });

/** Has the app go on as a visitor's; a stored token stays. */
export const becomeVisitor = () => useSession.setState(visitor);

registerStorage("session", becomeVisitor);
registerStorage("answers", () => clearCache());
