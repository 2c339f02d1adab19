import type { QueryKey } from "@tanstack/react-query";
import type { Endpoint } from "#shared/api/endpoint.ts";
import type { ApiFailure } from "./api-failure.ts";
import type { Answer, CallInput } from "./client.ts";
import { pagesOf, queryClient, queryOf } from "./query.ts";

/** Returns whether a page waits for the answer meanwhile. */
const isAwaited = (key: QueryKey): boolean =>
  (queryClient.getQueryCache().find({ queryKey: key })?.getObserversCount() ?? 0) > 0;

type Ahead = {
  /** Whether an ended session is reported; other failures are silent until a page needs the answer. */
  reportsEndedSession: boolean;
};

const silentAhead =
  (key: QueryKey, { reportsEndedSession }: Ahead) =>
  ({ kind }: ApiFailure): boolean =>
    !isAwaited(key) && !(reportsEndedSession && kind === "unauthorized");

/** Asks for an endpoint's answer before a page does, unless a fresh one is cached. */
export async function prefetch<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  ahead: Ahead,
): Promise<void> {
  const { queryKey: key } = queryOf(endpoint, input);
  await queryClient.prefetchQuery(queryOf(endpoint, { ...input, silent: silentAhead(key, ahead) }));
}

/** Asks for the first page of an endpoint before a page does; the first arguments are those of `useApiPages`. */
export async function prefetchPages<const E extends Endpoint>(
  endpoint: E,
  inputFor: (cursor: string | undefined) => CallInput<E>,
  cursorOf: (answer: Answer<E>) => string | null,
  ahead: Ahead,
): Promise<void> {
  const { queryKey: key } = pagesOf(endpoint, inputFor, cursorOf);
  const silently = (cursor: string | undefined) => ({
    ...inputFor(cursor),
    silent: silentAhead(key, ahead),
  });
  await queryClient.prefetchInfiniteQuery(pagesOf(endpoint, silently, cursorOf));
}
