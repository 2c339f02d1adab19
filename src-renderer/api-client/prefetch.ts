import type { QueryKey } from "@tanstack/react-query";
import type { Endpoint } from "#shared/api/endpoint.ts";
import { isOffered, type Answer, type CallInput } from "./client.ts";
import { pagesOf, queryClient, queryOf } from "./query.ts";

/** A failure is silent until a page waits for the answer; the answer about the token reports an ended session. */
const silentUntilAwaited = (key: QueryKey) => (): boolean =>
  (queryClient.getQueryCache().find({ queryKey: key })?.getObserversCount() ?? 0) === 0;

/** Asks for an endpoint's answer before a page does, unless a fresh one is cached. */
export async function prefetch<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<void> {
  if (!isOffered(endpoint)) return;
  const silent = silentUntilAwaited(queryOf(endpoint, input).queryKey);
  await queryClient.prefetchQuery(queryOf(endpoint, { ...input, silent }));
}

/** Asks for the first page of an endpoint before a page does; the arguments are those of `useApiPages`. */
export async function prefetchPages<const E extends Endpoint>(
  endpoint: E,
  inputFor: (cursor: string | undefined) => CallInput<E>,
  cursorOf: (answer: Answer<E>) => string | null,
): Promise<void> {
  if (!isOffered(endpoint)) return;
  const silent = silentUntilAwaited(pagesOf(endpoint, inputFor, cursorOf).queryKey);
  const silently = (cursor: string | undefined) => ({ ...inputFor(cursor), silent });
  await queryClient.prefetchInfiniteQuery(pagesOf(endpoint, silently, cursorOf));
}
