import { create } from "zustand";
import type { SessionAnswer } from "#shared/api/sign-in.ts";
import type { User } from "#shared/api/user.ts";
import { isActiveMember } from "#shared/active-member.ts";
import { clearCache } from "#renderer/api-client/cache.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { registerStorage } from "./storages.ts";

export { signOut } from "./session-end.ts";

/** The session. `starting` until the API was asked about a stored token: guards wait for that. */
export type SessionState = {
  status: "starting" | "ready";
  token: string | null;
  user: User | null;
};

export const useSession = create<SessionState>(() => ({
  status: "ready",
  token: null,
  user: null,
}));

export const useUser = () => useSession((state) => state.user);
export const useIsActiveMember = () =>
  useSession((state) => isActiveMember(state.token, state.user));

/** Puts user and token into the state. An empty token is neither stored nor removed. */
export function signIn({ token, user }: SessionAnswer): void {
  if (token !== "") platform.write("token", token);
  clearCache();
  useSession.setState({ status: "ready", token: platform.read("token"), user });
}

/** Puts a user who changed (a new name, a membership that began) into the state. */
export const setUser = (user: User) => useSession.setState({ user });

registerStorage("session", () => useSession.setState({ status: "ready", token: null, user: null }));
registerStorage("answers", () => clearCache());
