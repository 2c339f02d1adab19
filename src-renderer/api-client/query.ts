import { useState } from "react";
import {
  hashKey,
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useQuery,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  type InfiniteData,
  type Query,
  type QueryKey,
} from "@tanstack/react-query";
import type { Endpoint } from "../../src-shared/api/endpoint.ts";
import type { ApiFailure } from "./api-failure.ts";
import { onClearCache } from "./cache.ts";
import { call, currentLanguage, type Answer, type CallInput } from "./client.ts";
import { isLoss, onReconnect } from "./connection.ts";

/** The one QueryClient. The API client retries and knows offline itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      networkMode: "always",
      staleTime: 30_000,
      refetchOnWindowFocus: false,
    },
  },
});
onClearCache(() => {
  const old = new Set(queryClient.getQueryCache().getAll());
  const predicate = (query: Query) => old.has(query);
  queryClient.removeQueries({ type: "inactive" });
  // What is still shown once the guards have led away is public, or now somebody else's: it loads anew.
  setTimeout(() => {
    queryClient.removeQueries({ type: "inactive", predicate });
    void queryClient.resetQueries({ predicate });
  }, 50);
});

/** A failure as Query wants it: thrown. */
export class QueryFailure extends Error {
  override name = "QueryFailure";
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

const triedByItself = new Set<string>();

// What did not load for want of a connection loads by itself once there is one.
onReconnect(() => {
  const lost = queryClient.getQueryCache().findAll({
    type: "active",
    predicate: ({ state: { error } }) => error instanceof QueryFailure && isLoss(error.failure),
  });
  for (const { queryHash } of lost) triedByItself.add(queryHash);
  void queryClient
    .refetchQueries({ predicate: (query) => lost.includes(query) })
    // A query that was not fetched after all is not to fail quietly later, when somebody asks.
    .then(() => triedByItself.clear());
});

async function fetchAnswer<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  queryKey: QueryKey,
) {
  // Nobody asked for what is tried by itself: it fails as quietly as it is tried.
  const silent = triedByItself.delete(hashKey(queryKey)) || input.silent === true;
  const { data, error } = await call(endpoint, { ...input, silent });
  if (error) throw new QueryFailure(error);
  return data;
}

type Options = {
  enabled?: boolean;
  refetchInterval?: number | false;
  staleTime?: number;
  /** Keeps what stood before on screen while other input is loaded. */
  keepPrevious?: boolean;
};

/** Key of an endpoint's answers, for invalidation: `queryKey(listPurchases)`. */
export const queryKey = (endpoint: Endpoint) => [endpoint.method, endpoint.path] as const;

/** The answer of an endpoint: loaded, cached, aborted on leaving, loaded anew in another language. */
export function useApiQuery<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { keepPrevious = false, ...options }: Options = {},
): UseQueryResult<Answer<E>, QueryFailure> {
  const { signal: _, silent: __, ...parts } = input;
  return useQuery(
    {
      ...options,
      ...(keepPrevious && { placeholderData: keepPreviousData }),
      queryKey: [...queryKey(endpoint), parts, currentLanguage()],
      queryFn: ({ signal, queryKey: key }) => fetchAnswer(endpoint, { ...input, signal }, key),
    },
    queryClient,
  );
}

/** Whether a query waits for its first outcome, answer or failure; false whenever it loads again. */
export function useIsFirstLoad(isPending: boolean): boolean {
  const [isFirst, setFirst] = useState(isPending);
  if (isFirst && !isPending) setFirst(false);
  return isFirst && isPending;
}

/** The pages of an endpoint whose answers carry `nextCursor`. */
export function useApiPages<const E extends Endpoint>(
  endpoint: E,
  inputFor: (cursor: string | undefined) => CallInput<E>,
  cursorOf: (answer: Answer<E>) => string | null,
): UseInfiniteQueryResult<InfiniteData<Answer<E>>, QueryFailure> {
  return useInfiniteQuery<
    Answer<E>,
    QueryFailure,
    InfiniteData<Answer<E>>,
    QueryKey,
    string | null
  >(
    {
      queryKey: [...queryKey(endpoint), "pages", inputFor(undefined), currentLanguage()],
      queryFn: ({ signal, pageParam, queryKey: key }) =>
        fetchAnswer(endpoint, { ...inputFor(pageParam ?? undefined), signal }, key),
      initialPageParam: null,
      getNextPageParam: cursorOf,
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
}

/** Loads the endpoint's answers again wherever they are shown. */
export const refresh = (endpoint: Endpoint) =>
  queryClient.invalidateQueries({ queryKey: queryKey(endpoint) });

/** Puts an answer in place of those that are held of the endpoint; one that is on its way is dropped. */
export async function setAnswer<const E extends Endpoint>(
  endpoint: E,
  data: Answer<E>,
): Promise<void> {
  const held = { queryKey: queryKey(endpoint) };
  await queryClient.cancelQueries(held);
  queryClient.setQueriesData(held, data);
}
