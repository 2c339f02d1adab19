import type { QueryKey } from "@tanstack/react-query";
import type { Endpoint } from "#shared/api/endpoint.ts";
import { isOffered, type Answer, type CallInput } from "./client.ts";
import { pagesOf, queryClient, queryOf } from "./query.ts";

/** A failure is silent until a page waits for the answer; the answer about the token reports an ended session. */
const silentUntilAwaited = (key: QueryKey) => (): boolean =>
  (queryClient.getQueryCache().find({ queryKey: key })?.getObserversCount() ?? 0) === 0;

const isCached = (key: QueryKey) => queryClient.getQueryData(key) !== undefined;

/** Asks for an endpoint's answer before a page does. Returns null if one is cached, which the page renews. */
export function prefetch<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<void> | null {
  const { queryKey } = queryOf(endpoint, input);
  if (!isOffered(endpoint) || isCached(queryKey)) return null;
  const silent = silentUntilAwaited(queryKey);
  return queryClient.prefetchQuery(queryOf(endpoint, { ...input, silent }));
}

/** Does so for the first page of an endpoint; the arguments are those of `useApiPages`. */
export function prefetchPages<const E extends Endpoint>(
  endpoint: E,
  inputFor: (cursor: string | undefined) => CallInput<E>,
  cursorOf: (answer: Answer<E>) => string | null,
): Promise<void> | null {
  const { queryKey } = pagesOf(endpoint, inputFor, cursorOf);
  if (!isOffered(endpoint) || isCached(queryKey)) return null;
  const silent = silentUntilAwaited(queryKey);
  const silently = (cursor: string | undefined) => ({ ...inputFor(cursor), silent });
  return queryClient.prefetchInfiniteQuery(pagesOf(endpoint, silently, cursorOf));
}
