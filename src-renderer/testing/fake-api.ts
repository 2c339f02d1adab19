import type { Endpoint } from "#shared/api/endpoint.ts";
import type { ApiFailure, ApiResult } from "#renderer/api-client/api-failure.ts";
import type { TransportRequest } from "#renderer/api-client/transport.ts";

/**
 * Stands in for api-client/transport.ts: shared-setup.ts replaces it, and isolated tests do so themselves,
 * `vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"))`.
 */
type Outcome = { data: unknown } | { error: ApiFailure };

const outcomes = new Map<Endpoint, Outcome | Promise<Outcome>>();
let requests: TransportRequest[] = [];

/** Sets the answer to calls of an endpoint, or a promise of it; endpoints without one are offline. */
export const answer = (endpoint: Endpoint, outcome: Outcome | Promise<Outcome>) =>
  void outcomes.set(endpoint, outcome);

/** Returns the requests sent to the endpoint, oldest first. */
export const sentTo = (endpoint: Endpoint) => requests.filter((sent) => sent.endpoint === endpoint);

export function resetApi(): void {
  outcomes.clear();
  requests = [];
}

const offline: ApiFailure = { kind: "offline", message: "Network Error" };

export async function send(request: TransportRequest): Promise<ApiResult<unknown>> {
  requests.push(request);
  const outcome = (await outcomes.get(request.endpoint)) ?? { error: offline };
  return "error" in outcome
    ? { data: null, error: outcome.error }
    : { data: outcome.data, error: null };
}
