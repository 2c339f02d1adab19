import type { Query } from "@tanstack/react-query";
import type { Endpoint } from "#shared/api/endpoint.ts";
import { getContent, type Entry } from "#shared/api/library.ts";
import { getShelfEntry } from "#shared/api/shelf.ts";
import type { Answer } from "#renderer/api-client/client.ts";
import { queryClient, QueryFailure, queryKey } from "#renderer/api-client/query.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { onShelfChanged, unsentSaved } from "#renderer/features/reading/index.ts";
import { dropEntry, storeEntry, markSaved } from "./offline-entries.ts";
import { offlineAnswers, type Follow, type UntilShowable } from "./offline-answers.ts";
import { onOfflineChanged } from "./offline-store.ts";
import { hasVideos } from "./offline-videos.ts";

const startsWith = (key: readonly unknown[], start: readonly unknown[]) =>
  start.every((part, i) => key[i] === part);

const isEntry = ({ queryKey: key }: Query) => startsWith(key, queryKey(getContent));
const isShelfEntry = ({ queryKey: key }: Query) => startsWith(key, queryKey(getShelfEntry));

function entryOf({ queryKey: key }: Query): { kind: ContentKind; slug: string } | null {
  // Keys are made by `queryOf`, from the input of the endpoint.
  const input = key[2] as { params?: { kind: ContentKind; slug: string } } | undefined;
  return input?.params ?? null;
}

/** Returns whether an entry is saved, as far as an answer says. */
const savedState = (query: Query): boolean | undefined =>
  // The answer of this endpoint, or a part of it that was changed before.
  (query.state.data as Partial<Answer<typeof getShelfEntry>> | undefined)?.isSaved;

/** Returns whether an entry is saved, as far as a change or an answer in memory says. */
function isSavedInMemory({ kind, slug }: { kind: ContentKind; slug: string }): boolean | undefined {
  const unsent = unsentSaved({ kind, slug });
  if (unsent !== undefined) return unsent;
  const queries = queryClient.getQueryCache().findAll({ predicate: isShelfEntry });
  const own = queries.find((query) => {
    const item = entryOf(query);
    return item?.kind === kind && item.slug === slug;
  });
  return own && savedState(own);
}

async function followEntry(query: Query, { untilShowable, isStopped }: Follow): Promise<void> {
  const { data, error } = query.state;
  const requested = entryOf(query);
  if (error instanceof QueryFailure && error.failure.code === "not-found" && requested) {
    await dropEntry(requested);
  } else if (data !== undefined && !error) {
    const entry = data as Entry; // the answer of this endpoint
    await untilShowable(isSavedInMemory(entry) ?? false);
    if (isStopped()) return;
    const isSaved = isSavedInMemory(entry);
    await storeEntry(entry, { isOpened: true, ...(isSaved !== undefined && { isSaved }) });
  }
}

async function followSaved(
  entry: { kind: ContentKind; slug: string },
  { untilShowable }: Follow,
): Promise<void> {
  const isSaved = isSavedInMemory(entry);
  if (isSaved === undefined) return;
  await markSaved(entry, isSaved);
  if (isSaved) await untilShowable(true);
}

async function followShelf(query: Query, follow: Follow): Promise<void> {
  const requested = entryOf(query);
  if (requested) await followSaved(requested, follow);
}

async function followAnswer(query: Query, following: Follow): Promise<void> {
  const { data, error } = query.state;
  if (data === undefined || error) return;
  const isOf = ({ endpoint }: { endpoint: Endpoint }) =>
    startsWith(query.queryKey, queryKey(endpoint));
  await offlineAnswers.find(isOf)?.follow(data, following);
}

/** Keeps what is shown in this window from now on, and which of it is saved. Returns the function that stops it. */
export function followEntries(untilShowable: UntilShowable): () => void {
  const cache = queryClient.getQueryCache();
  let hasStopped = false;
  const following: Follow = { untilShowable, isStopped: () => hasStopped };
  const follow = (query: Query) => {
    // What is only asked for in advance was not opened.
    if (isEntry(query) && query.isActive()) void followEntry(query, following);
    else if (isShelfEntry(query)) void followShelf(query, following);
    else void followAnswer(query, following);
  };
  for (const query of cache.getAll()) follow(query);
  const stop = cache.subscribe((event) => {
    const isSettled = event.type === "updated" && ["success", "error"].includes(event.action.type);
    if (isSettled || event.type === "observerAdded") follow(event.query);
  });
  const stopChanges = onShelfChanged((changes) => {
    for (const change of changes) if (change.type === "saved") void followSaved(change, following);
  });
  return () => {
    hasStopped = true;
    stopChanges();
    stop();
  };
}

/** Has the device able to show the videos that are kept on request. Returns the function that stops it. */
export function followVideos(untilShowable: UntilShowable): () => void {
  const follow = async () => {
    if (await hasVideos()) await untilShowable(true);
  };
  void follow();
  return onOfflineChanged(() => void follow());
}
