import { use, useEffect, useState } from "react";
import {
  focusManager,
  hashKey,
  keepPreviousData,
  notifyManager,
  onlineManager,
  QueryClient,
  useInfiniteQuery,
  useQuery,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  type InfiniteData,
  type Query,
  type QueryFunctionContext,
  type QueryKey,
  type QueryPersister,
} from "@tanstack/react-query";
import type { Endpoint } from "#shared/api/endpoint.ts";
import { backOffMs, type BackOff } from "#shared/back-off.ts";
import { minuteMs } from "#shared/durations.ts";
import type { CachedAnswer } from "#shared/served-page.ts";
import type { ApiFailure } from "./api-failure.ts";
import { onClearCache, onDropStored } from "./cache.ts";
import {
  call,
  currentLanguage,
  isOffered,
  storedAnswer,
  type Answer,
  type CallInput,
} from "./client.ts";
import { isConnectionFailure, isUnreachable, onReachableChanged } from "./connection.ts";

/** An ApiFailure as an exception: TanStack Query expects failures to be thrown. */
export class QueryFailure extends Error {
  override name = "QueryFailure";
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Returns whether a query or mutation failed for lack of a connection. */
const isLost = (error: Error | null): boolean =>
  error instanceof QueryFailure && isConnectionFailure(error.failure);

/** For mutations that are repeated after an error of the API; after a lost connection they wait for the next one. */
const repeatAfter: BackOff = { firstMs: 1_000, maxMs: 300_000 };

/** Answers that this device had stored. */
const fromDevice = new WeakSet<object>();

/** Returns whether the data of a query is what this device had stored of an earlier answer. */
export const isFromDevice = (data: unknown): boolean =>
  typeof data === "object" && data !== null && fromDevice.has(data);

/** Gives a query without data what this device has stored of an earlier answer. */
async function showStored(query: Query): Promise<void> {
  const stored = query.state.data === undefined ? await storedAnswer(query.queryKey) : null;
  if (!stored || query.state.data !== undefined) return;
  fromDevice.add(stored.data);
  query.setData(stored.data, { updatedAt: stored.at, manual: true });
}

/** Whether requests that begin now are background requests, which nobody asked for. */
let isBackground = false;

function inBackground<T>(act: () => T): T {
  isBackground = true;
  try {
    return act();
  } finally {
    isBackground = false;
  }
}

/**
 * Asks the API, and this device only if there is no connection: a query then has data and its failure, so it is asked again
 * once the connection is back (docs/decisions/0033-offline-shelf.md).
 */
const persister: QueryPersister = async (queryFn, context, query) => {
  const wasBackground = isBackground;
  if (isUnreachable()) await showStored(query);
  try {
    const ask = () => queryFn(context);
    const answer = await (wasBackground ? inBackground(ask) : ask());
    // Data that are equal to the answer stay the same object.
    if (isFromDevice(query.state.data)) fromDevice.delete(query.state.data as object);
    return answer;
  } catch (error) {
    if (error instanceof QueryFailure && isConnectionFailure(error.failure))
      await showStored(query);
    throw error;
  }
};

/** The one QueryClient. The API client retries and knows offline itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      networkMode: "always",
      ...(!import.meta.env.SSR && { persister }),
      staleTime: 30_000,
      // Going back from a long text shows the list at once.
      gcTime: 30 * minuteMs,
      refetchOnWindowFocus: false,
      refetchOnReconnect: ({ state: { error } }) => isLost(error) && "always",
    },
    mutations: {
      retryDelay: (failures, error) => (isLost(error) ? 0 : backOffMs(repeatAfter, failures)),
    },
  },
});
onClearCache((hasChanged) => {
  const old = new Set(queryClient.getQueryCache().getAll());
  const predicate = (query: Query) => old.has(query);
  queryClient.removeQueries({ type: "inactive" });
  // Queries still on screen after the guards have navigated belong to public pages or to the next
  // user: they load again.
  const loadAgain = () => {
    queryClient.removeQueries({ type: "inactive", predicate });
    void queryClient.resetQueries({ predicate });
  };
  void hasChanged.then((changed) => changed && setTimeout(loadAgain, 50));
});

onDropStored(() => {
  void queryClient.resetQueries({ predicate: ({ state }) => isFromDevice(state.data) });
});

// The one source of whether TanStack Query is online. Failed queries are refetched and paused mutations resumed by it;
// `queryClient.mount()` would refetch only once all mutations are through, also one that the server cannot process.
if (!import.meta.env.SSR) {
  onlineManager.setEventListener((setOnline) => {
    const follow = () => setOnline(!isUnreachable());
    follow();
    return onReachableChanged(follow);
  });
  onlineManager.subscribe((isOnline) => {
    if (!isOnline) return;
    void queryClient.resumePausedMutations();
    inBackground(() => queryClient.getQueryCache().onOnline());
  });
  // TanStack Query does not retry a mutation while the window is hidden.
  focusManager.subscribe(() => void queryClient.resumePausedMutations());
}

async function fetchAnswer<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  // Background refetches fail silently; only requests made by the user show an error.
  const own = isBackground ? { silent: true, background: true } : {};
  const { data, error } = await call(endpoint, { ...input, ...own });
  if (error) throw new QueryFailure(error);
  return data;
}

type Options = {
  enabled?: boolean;
  staleTime?: number;
  /** Keeps the previous data on screen while the query loads for another input. */
  keepPrevious?: boolean;
};

/** Returns the key of an endpoint's answers, for invalidation: `queryKey(listPurchases)`. */
export const queryKey = (endpoint: Endpoint) => [endpoint.method, endpoint.path] as const;

/** Returns the parts of an input on which the answer depends. */
function partsOf<const E extends Endpoint>(input: CallInput<E>) {
  const { signal: _, silent: __, background: ___, ...parts } = input;
  return parts;
}

/** Returns how TanStack Query fetches an endpoint's answer, and by which key it caches it. */
export function queryOf<const E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return {
    queryKey: [...queryKey(endpoint), partsOf(input), currentLanguage()],
    queryFn: ({ signal }: QueryFunctionContext) => fetchAnswer(endpoint, { ...input, signal }),
  };
}

/** Returns the answer to the same query that is on screen in another language, if there is one. */
function shownInAnotherLanguage(key: QueryKey): unknown {
  const textOf = (one: QueryKey) => hashKey(one.slice(0, -1));
  const [onScreen] = queryClient
    .getQueryCache()
    .findAll({ queryKey: key.slice(0, 2), type: "active" })
    .filter(({ queryKey: other }) => textOf(other) === textOf(key))
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  return onScreen?.state.data;
}

/**
 * Loads and caches an endpoint's answer, unless its part is off; aborts on unmount. When the language changes it is loaded again, and the one on
 * screen stays meanwhile.
 */
export function useApiQuery<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { keepPrevious = false, ...options }: Options = {},
): UseQueryResult<Answer<E>, QueryFailure> {
  const query = queryOf(endpoint, input);
  const enabled = options.enabled !== false && isOffered(endpoint);
  const result = useQuery<Answer<E>, QueryFailure>(
    {
      // A form below the answer would lose what was typed to a skeleton, or to an error if the other language cannot be loaded.
      initialData: () => shownInAnotherLanguage(query.queryKey) as Answer<E> | undefined, // of the same endpoint
      initialDataUpdatedAt: 0,
      ...options,
      enabled,
      ...(keepPrevious && { placeholderData: keepPreviousData }),
      ...query,
    },
    queryClient,
  );
  // A page that is rendered on the server waits for its answers.
  if (import.meta.env.SSR && result.isPending && enabled) {
    use(queryClient.fetchQuery(query));
  }
  return result;
}

/** Returns whether a query waits for its first answer or failure; false while it loads again. */
export function useIsFirstLoad(isPending: boolean): boolean {
  const [isFirst, setFirst] = useState(isPending);
  if (isFirst && !isPending) setFirst(false);
  return isFirst && isPending;
}

/** Returns how TanStack Query fetches an endpoint's answers page by page, and by which key it caches them. */
export function pagesOf<const E extends Endpoint>(
  endpoint: E,
  inputFor: (cursor: string | undefined) => CallInput<E>,
  cursorOf: (answer: Answer<E>) => string | null,
) {
  const first: string | null = null;
  return {
    queryKey: [...queryKey(endpoint), "pages", partsOf(inputFor(undefined)), currentLanguage()],
    queryFn: ({ signal, pageParam }: QueryFunctionContext<QueryKey, string | null>) =>
      fetchAnswer(endpoint, { ...inputFor(pageParam ?? undefined), signal }),
    initialPageParam: first,
    getNextPageParam: cursorOf,
  };
}

/** Loads an endpoint page by page; `cursorOf` returns the cursor of the next page, null after the last. */
export function useApiPages<const E extends Endpoint>(
  endpoint: E,
  inputFor: (cursor: string | undefined) => CallInput<E>,
  cursorOf: (answer: Answer<E>) => string | null,
  { enabled = true }: Pick<Options, "enabled"> = {},
): UseInfiniteQueryResult<InfiniteData<Answer<E>>, QueryFailure> {
  const query = pagesOf(endpoint, inputFor, cursorOf);
  const result = useInfiniteQuery<
    Answer<E>,
    QueryFailure,
    InfiniteData<Answer<E>>,
    QueryKey,
    string | null
  >({ ...query, enabled, placeholderData: keepPreviousData }, queryClient);
  if (import.meta.env.SSR && result.isPending) use(queryClient.fetchInfiniteQuery(query));
  return result;
}

/** Loads an endpoint's answers again wherever they are shown. */
export const refresh = (endpoint: Endpoint) =>
  queryClient.invalidateQueries({ queryKey: queryKey(endpoint) });

/**
 * Loads an endpoint's answers again every `everyMs` ms while the window is visible, or never if that is null. These background
 * requests do not count as use of the session. A request that is under way is not repeated.
 */
export function usePolling(endpoint: Endpoint, everyMs: number | null): void {
  useEffect(() => {
    if (everyMs === null) return undefined;
    const again = () =>
      queryClient.invalidateQueries({ queryKey: queryKey(endpoint) }, { cancelRefetch: false });
    const timer = setInterval(() => void (document.hidden || inBackground(again)), everyMs);
    return () => clearInterval(timer);
  }, [endpoint, everyMs]);
}

/** Resolves once the pages have what was just put into the cache, a moment later. */
export const untilRendered = () => new Promise<void>((resolve) => notifyManager.schedule(resolve));

/** Replaces the cached answers of an endpoint and cancels a request that is under way. */
export async function setAnswer<const E extends Endpoint>(
  endpoint: E,
  data: Answer<E>,
): Promise<void> {
  const filter = { queryKey: queryKey(endpoint) };
  await queryClient.cancelQueries(filter);
  queryClient.setQueriesData(filter, data);
  await untilRendered();
}

/**
 * Changes the answers of an endpoint that are held. Requests that are under way are cancelled, since they may bring what was
 * before the change; those for a first answer are sent again.
 */
export async function changeAnswers<const E extends Endpoint>(
  endpoint: E,
  change: (cached: Answer<E>, updatedAt: number) => Answer<E>,
): Promise<void> {
  const filter = { queryKey: queryKey(endpoint) };
  await queryClient.cancelQueries(filter);
  for (const { queryKey: key, state } of queryClient.getQueryCache().findAll(filter)) {
    queryClient.setQueryData<Answer<E>>(key, (data) => data && change(data, state.dataUpdatedAt));
  }
  const isEmpty = ({ state }: Query) => state.data === undefined;
  void queryClient.refetchQueries({ ...filter, type: "active", predicate: isEmpty });
  await untilRendered();
}

/** Returns all answers that are held, for the browser that takes over a page rendered on the server. */
export const cachedAnswers = (): CachedAnswer[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey: key, state }) => ({ key, data: state.data }));

export function hydrate(answers: readonly CachedAnswer[]): void {
  for (const { key, data } of answers) queryClient.setQueryData(key, data);
}
