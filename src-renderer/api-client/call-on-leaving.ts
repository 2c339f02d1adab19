import type * as z from "zod/mini";
import { clientVersionHeader, type Endpoint } from "#shared/api/endpoint.ts";
import type { ApiFailure, ApiResult } from "./api-failure.ts";
import { currentLanguage, type Answer } from "./client.ts";
import { recordConnectionFailure } from "./connection.ts";
import { callPath } from "./request-address.ts";

const failureOf = ({ status }: Response): ApiFailure => ({
  kind: status === 401 ? "unauthorized" : status < 500 ? "rejected" : "unexpected",
  message: "",
  status,
});

/** Sends a request that arrives even if the page is closed meanwhile. Never rejects, reports no failure. */
export async function callOnLeaving<const E extends Endpoint & { body: z.ZodMiniType }>(
  endpoint: E,
  { body, token }: { body: z.input<E["body"]>; token: string },
): Promise<ApiResult<Answer<E>>> {
  const response = await fetch(`/api${callPath(endpoint)}`, {
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
  if (!response) {
    recordConnectionFailure();
    return { data: null, error: { kind: "offline", message: "" } };
  }
  if (!response.ok) return { data: null, error: failureOf(response) };
  try {
    return { data: endpoint.answer.parse(await response.json()) as Answer<E>, error: null }; // the endpoint's schema
  } catch {
    return { data: null, error: { kind: "unexpected", message: "" } };
  }
}
