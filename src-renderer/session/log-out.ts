import { logout } from "../../src-shared/api/account.ts";
import { call } from "../api-client/client.ts";
import { platform } from "../platform/current-platform.ts";
import { signOut } from "./session-store.ts";

/** History state with which /logout is opened after the account was deleted: it says so. */
export const accountDeleted = "account-deleted";

/**
 * Logs out at once on this device, also offline; the server is told in the background, silently
 * (ruling 6). Does nothing bad without a session.
 */
export function logOut(): void {
  // The request takes the token along before it is removed.
  if (platform.read("token") !== null) void call(logout, { silent: true });
  signOut();
}
