import type { Query } from "@tanstack/react-query";
import { getContent, type Entry } from "../../../../src-shared/api/library.ts";
import { getShelfEntry } from "../../../../src-shared/api/shelf.ts";
import type { Answer } from "../../../api-client/client.ts";
import { queryClient, QueryFailure, queryKey } from "../../../api-client/query.ts";
import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import { listShows } from "../../../../src-shared/api/show-day.ts";
import { dropEntry, keepEntry, markSaved } from "./kept-entries.ts";
import { keepShows } from "./kept-shows.ts";

const startsWith = (key: readonly unknown[], start: readonly unknown[]) =>
  start.every((part, i) => key[i] === part);

const isEntry = ({ queryKey: key }: Query) => startsWith(key, queryKey(getContent));
const isShows = ({ queryKey: key }: Query) => startsWith(key, queryKey(listShows));
const isShelfEntry = ({ queryKey: key }: Query) => startsWith(key, queryKey(getShelfEntry));

/** Returns what a query of an entry asks for. */
function askedBy({ queryKey: key }: Query): { kind: ContentKind; slug: string } | null {
  // Keys are made by `queryOf`, from the input of the endpoint.
  const input = key[2] as { params?: { kind: ContentKind; slug: string } } | undefined;
  return input?.params ?? null;
}

/** Returns whether an entry is saved, as far as an answer says. */
const savedState = (query: Query): boolean | undefined =>
  // The answer of this endpoint, or a part of it that a press on Save has set.
  (query.state.data as Partial<Answer<typeof getShelfEntry>> | undefined)?.isSaved;

/** Returns whether an entry is saved, as far as an answer in memory says. */
function isSavedInMemory({ kind, slug }: { kind: ContentKind; slug: string }): boolean | undefined {
  const asked = queryClient.getQueryCache().findAll({ predicate: isShelfEntry });
  const own = asked.find((query) => {
    const item = askedBy(query);
    return item?.kind === kind && item.slug === slug;
  });
  return own && savedState(own);
}

/** Tells whether the entry that was kept is saved. */
type OnKept = (isSaved: boolean) => void;

async function followEntry(query: Query, onKept: OnKept): Promise<void> {
  const { data, error } = query.state;
  const asked = askedBy(query);
  if (error instanceof QueryFailure && error.failure.code === "not-found" && asked) {
    await dropEntry(asked);
  } else if (data !== undefined && !error) {
    const entry = data as Entry; // the answer of this endpoint
    const isSaved = isSavedInMemory(entry);
    const reason = { isOpened: true, ...(isSaved !== undefined && { isSaved }) };
    if (await keepEntry(entry, reason)) onKept(isSaved ?? false);
  }
}

async function followShelf(query: Query, onKept: OnKept): Promise<void> {
  const isSaved = savedState(query);
  const asked = askedBy(query);
  if (!asked || isSaved === undefined) return;
  await markSaved(asked, isSaved);
  if (isSaved) onKept(true);
}

async function followShows({ state: { data, error } }: Query, onKept: OnKept): Promise<void> {
  if (data === undefined || error) return;
  if (await keepShows(data as Answer<typeof listShows>)) onKept(true); // the answer of this endpoint
}

/**
 * Keeps the entries and shows that are shown in this window from now on, and the one on screen; notes which of them are saved
 * on their pages. Returns the function that stops it.
 */
export function followEntries(onKept: OnKept): () => void {
  const cache = queryClient.getQueryCache();
  const follow = (query: Query) => {
    // What is only asked for in advance was not opened.
    if (isEntry(query) && query.isActive()) void followEntry(query, onKept);
    else if (isShelfEntry(query)) void followShelf(query, onKept);
    else if (isShows(query)) void followShows(query, onKept);
  };
  for (const query of cache.getAll()) follow(query);
  return cache.subscribe((event) => {
    const isSettled = event.type === "updated" && ["success", "error"].includes(event.action.type);
    if (isSettled || event.type === "observerAdded") follow(event.query);
  });
}
