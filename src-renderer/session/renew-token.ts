import type * as z from "zod/mini";
import type { Endpoint } from "#shared/api/endpoint.ts";
import type { ApiResult } from "#renderer/api-client/api-failure.ts";
import { call, type Answer, type CallInput } from "#renderer/api-client/client.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { announceSessionEnd } from "./session-end.ts";
import { useSession } from "./session-store.ts";

/** An endpoint whose answer has the new token of the session; null: the session has ended with what was done. */
type RenewingEndpoint = Endpoint & { answer: z.ZodMiniType<{ token: string | null }> };

const underWay = new Set<Promise<unknown>>();

/** Resolves once no answer with a new token is under way: until then a 401 may belong to the old one. Or null. */
export const renewalUnderWay = (): Promise<unknown> | null =>
  underWay.size > 0 ? Promise.allSettled(underWay) : null;

/** Takes over the new token, unless the user has logged out, or in again, meanwhile. */
function storeToken(carried: string | null, token: string | null): void {
  if (platform.read("token") !== carried) return;
  if (token === null) return announceSessionEnd("expired");
  platform.write("token", token);
  useSession.setState({ token });
}

/** Calls an endpoint that replaces the token of the session, and keeps the new one: the other windows follow. */
export function callRenewing<const E extends RenewingEndpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<ApiResult<Answer<E>>> {
  const carried = platform.read("token");
  const renewing = call(endpoint, input).then((result) => {
    if (result.data) storeToken(carried, result.data.token);
    return result;
  });
  underWay.add(renewing);
  return renewing.finally(() => underWay.delete(renewing));
}
