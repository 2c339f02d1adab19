import { logout } from "../../src-shared/api/sign-in.ts";
import { call } from "../api-client/client.ts";
import { noteLoss, onReconnect } from "../api-client/connection.ts";
import { platform } from "../platform/current-platform.ts";
import { signOut } from "./session-end.ts";

/** History state of /logout after the account was deleted, which the page then says. */
export const accountDeleted = "account-deleted";

/**
 * Tokens that were removed from the device but could not be revoked yet, with the number of attempts
 * that reached the server. In memory only.
 */
const unrevoked = new Map<string, number>();

/** Attempts after which a token is left to expire. */
const maxAttempts = 5;

/** Asks the server to revoke a token. A failure shows no error and is retried after a reconnect. */
async function revoke(token: string, earlierAttempts = 0): Promise<void> {
  const { error } = await call(logout, { token, silent: true });
  if (!error || error.kind === "rejected" || error.kind === "unauthorized") return;
  const attempts = earlierAttempts + (error.kind === "offline" ? 0 : 1);
  if (attempts >= maxAttempts) return;
  unrevoked.set(token, attempts);
  // Also if the API answered with an error: the reconnect waits until it works again.
  noteLoss();
}

onReconnect(() => {
  const tokens = [...unrevoked];
  unrevoked.clear();
  for (const [token, attempts] of tokens) {
    // A token that is on the device again belongs to a running session.
    if (token !== platform.read("token")) void revoke(token, attempts);
  }
});

/**
 * Logs out on this device at once, also offline, and revokes the token in the background as soon as the
 * server can be reached. Harmless without a session.
 */
export function logOut(): void {
  const token = platform.read("token");
  signOut();
  if (token !== null) void revoke(token);
}
