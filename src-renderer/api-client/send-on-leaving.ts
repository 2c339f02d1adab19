import type * as z from "zod/mini";
import { clientVersionHeader, type Endpoint } from "../../src-shared/api/endpoint.ts";
import { currentLanguage } from "./client.ts";
import { callPath } from "./request-address.ts";

/**
 * Sends a request that arrives even if the page is closed meanwhile, which the transport's requests do not.
 * Resolves to whether the API accepted it; never rejects, and reports no failure.
 */
export async function sendOnLeaving<const E extends Endpoint & { body: z.ZodMiniType }>(
  endpoint: E,
  { body, token }: { body: z.input<E["body"]>; token: string },
): Promise<boolean> {
  const answer = await fetch(`/api${callPath(endpoint)}`, {
    method: endpoint.method,
    keepalive: true,
    headers: {
      Authorization: `Bearer ${token}`,
      "Accept-Language": currentLanguage(),
      "Content-Type": "application/json",
      [clientVersionHeader]: import.meta.env.VITE_VERSION,
    },
    body: JSON.stringify(body),
  }).catch(() => null);
  return answer?.ok ?? false;
}
