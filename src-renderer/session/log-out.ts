import { MutationObserver } from "@tanstack/react-query";
import { logout } from "#shared/api/sign-in.ts";
import { call } from "#renderer/api-client/client.ts";
import { isConnectionFailure } from "#renderer/api-client/connection.ts";
import { queryClient, QueryFailure } from "#renderer/api-client/query.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { endSessionHere } from "./session-end.ts";

/** History state for /logout after the account was deleted, so that the page confirms the deletion. */
export const accountDeleted = "account-deleted";

/** Number of failed attempts, not counting those without a connection, after which the token is left to expire. */
const maxAttempts = 5;

/** Revokes a token in the background, retrying until the server answers. The token is in memory only. */
function revoke(token: string): void {
  let errors = 0;
  const revocation = new MutationObserver<void, QueryFailure>(queryClient, {
    // Sends the first attempt at once, even if the last request found no connection.
    networkMode: "offlineFirst",
    mutationFn: async () => {
      // If the token is stored again, a session is using it.
      if (token === platform.read("token")) return;
      const { error } = await call(logout, { token, silent: true });
      if (error) throw new QueryFailure(error);
    },
    retry: (_, { failure }) => {
      if (isConnectionFailure(failure)) return true;
      errors += 1;
      return failure.kind === "unexpected" && errors < maxAttempts;
    },
  });
  void revocation.mutate().catch(() => {});
}

/** Logs out at once, also offline; the token is revoked as soon as the server can be reached. */
export function logOut(): void {
  const token = platform.read("token");
  endSessionHere();
  if (token !== null) revoke(token);
}
