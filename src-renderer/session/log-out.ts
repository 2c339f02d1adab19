import { logout } from "../../src-shared/api/sign-in.ts";
import { call } from "../api-client/client.ts";
import { noteLoss, onReconnect } from "../api-client/connection.ts";
import { platform } from "../platform/current-platform.ts";
import { signOut } from "./session-end.ts";

/** History state with which /logout is opened after the account was deleted: it says so. */
export const accountDeleted = "account-deleted";

/**
 * Tokens that are gone from the device, but that the server has not been told about, with the number
 * of tries that met a connection. In memory only.
 */
const unrevoked = new Map<string, number>();

/** Such tries in vain after which a token is left to expire. */
const mostTries = 5;

/** Tells the server that a token is not used any more; a failure is made up for later, silently. */
async function revoke(token: string, earlierTries = 0): Promise<void> {
  const { error } = await call(logout, { token, silent: true });
  if (!error || error.kind === "rejected" || error.kind === "unauthorized") return;
  const tries = earlierTries + (error.kind === "offline" ? 0 : 1);
  if (tries >= mostTries) return;
  unrevoked.set(token, tries);
  // Also after an answer that the API broke over: it is asked again once it is well.
  noteLoss();
}

onReconnect(() => {
  const tokens = [...unrevoked];
  unrevoked.clear();
  for (const [token, tries] of tokens) {
    // A token that is on the device again belongs to a session that goes on.
    if (token !== platform.read("token")) void revoke(token, tries);
  }
});

/**
 * Logs out at once on this device, also offline; the server is told in the background, silently, as
 * soon as it can be reached. Does nothing bad without a session.
 */
export function logOut(): void {
  const token = platform.read("token");
  signOut();
  if (token !== null) void revoke(token);
}
