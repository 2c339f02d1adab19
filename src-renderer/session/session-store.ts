import { create } from "zustand";
import type { SessionAnswer } from "../../src-shared/api/sign-in.ts";
import type { User } from "../../src-shared/api/user.ts";
import { isActiveMember } from "../../src-shared/active-member.ts";
import { storedValueNames, storedValues } from "../../src-shared/stored-values.ts";
import { clearCache } from "../api-client/cache.ts";
import { platform } from "../platform/current-platform.ts";
import { pendingSignUp } from "./pending-sign-up.ts";
import { rememberedPlace } from "./remembered-place.ts";

/**
 * The session (specification, sections 3 and 4). `starting` until a stored token was tried: guards
 * wait for it. A token alone, without a user, is nobody's session.
 */
export type SessionState = {
  status: "starting" | "ready";
  token: string | null;
  user: User | null;
};

export const useSession = create<SessionState>(() => ({
  status: "starting",
  token: null,
  user: null,
}));

export const useUser = () => useSession((state) => state.user);
export const useIsActiveMember = () =>
  useSession((state) => isActiveMember(state.token, state.user));

/** Puts user and token into the state. An empty token is neither stored nor removed (ruling 4). */
export function signIn({ token, user }: SessionAnswer): void {
  if (token !== "") platform.write("token", token);
  clearCache();
  useSession.setState({ status: "ready", token: platform.read("token"), user });
}

/** The user changed: a new name, a membership that began. */
export const setUser = (user: User) => useSession.setState({ user });

/** The session is over on this device. The cart and what else outlives a 401 stay. */
export function endSession(): void {
  platform.remove("token");
  clearCache();
  useSession.setState({ status: "ready", token: null, user: null });
}

const signOutListeners = new Set<() => void>();

/** Calls the listener at logout, for state in memory that is to go with it. */
export const onSignOut = (listener: () => void) => void signOutListeners.add(listener);

/** Logout: besides the session, all that is cleared at logout (rulings, "Stored on the device"). */
export function signOut(): void {
  endSession();
  rememberedPlace.forget();
  pendingSignUp.forget();
  for (const name of storedValueNames) {
    if (storedValues[name].cleared === "logout") platform.remove(name);
  }
  signOutListeners.forEach((listener) => listener());
}
