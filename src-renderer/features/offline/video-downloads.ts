import { useSyncExternalStore } from "react";
import { getContent, type Entry } from "#shared/api/library.ts";
import { createListeners } from "#shared/listeners.ts";
import { call } from "#renderer/api-client/client.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { registerStorage } from "#renderer/session/storages.ts";
import { storeEntry } from "./stored-answers.ts";
import { renewLease, notifyOfflineChanged } from "#renderer/session/lease.ts";
import { addPart, beginVideo, removeVideo } from "./offline-videos.ts";
import { requestPersistence, freeStorageBytes } from "./storage-space.ts";

/** Bytes of a part: each is stored before more is fetched, so that a long video needs no more memory than a short one. */
const partSize = 4 * 1024 * 1024;

export type DownloadFailure = { code: "no-room"; free: number } | { code: "failed" };

/** A download that is under way, in bytes, or how it failed. Nothing once the video is stored. */
export type Download = { received: number; total: number } | { failure: DownloadFailure };

const downloads = new Map<string, Download>();
const endings = new Map<string, AbortController>();
const changed = createListeners();

function show(slug: string, download: Download | null): void {
  if (download) downloads.set(slug, download);
  else downloads.delete(slug);
  changed.emit();
}

export const useDownload = (slug: string): Download | null =>
  useSyncExternalStore(changed.add, () => downloads.get(slug) ?? null);

class DownloadError extends Error {
  override name = "DownloadError";
  readonly failure: DownloadFailure;
  constructor(failure: DownloadFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

const failed = () => new DownloadError({ code: "failed" });

/** Returns the size of a file in bytes, without fetching it; null if the server does not say. */
export async function fileSize(src: string): Promise<number | null> {
  const answer = await fetch(src, { method: "HEAD" }).catch(() => null);
  const length = Number(answer?.ok ? answer.headers.get("content-length") : 0);
  return length > 0 ? length : null;
}

async function open(src: string, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(src, { signal });
  if (!answer.ok) throw failed();
  return answer;
}

/** Fetches an entry anew: the addresses of its media may have expired. */
async function freshEntry(slug: string, signal: AbortSignal) {
  const { data } = await call(getContent, { params: { kind: "videos", slug }, signal });
  if (!data?.media) throw failed();
  return { entry: data, media: data.media };
}

type Media = NonNullable<Entry["media"]>;

const fetchCaptions = ({ captions }: Media, signal: AbortSignal) =>
  Promise.all(
    captions.map(async ({ language, src }) => ({
      language,
      text: await (await open(src, signal)).text(),
    })),
  );

async function storeFile(slug: string, answer: Response, signal: AbortSignal): Promise<void> {
  const total = Number(answer.headers.get("content-length"));
  const reader = answer.body?.getReader();
  if (!reader) throw failed();
  let received = 0;
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  const store = async (minBytes: number) => {
    const part = new Blob(waiting);
    if (part.size < minBytes) return;
    if (!(await addPart(slug, part))) throw failed();
    waiting = [];
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    waiting.push(value);
    received += value.length;
    show(slug, { received, total });
    await store(partSize);
    signal.throwIfAborted();
  }
  await store(1);
  if (received < total) throw failed();
}

async function fetchVideo(slug: string, signal: AbortSignal): Promise<void> {
  const { entry, media } = await freshEntry(slug, signal);
  // The server has just shown a member's entry to this session; the lease of the start may still be to come.
  const { user } = useSession.getState();
  if (user) await renewLease(user);
  const captions = await fetchCaptions(media, signal);
  const answer = await open(media.source.src, signal);
  const total = Number(answer.headers.get("content-length"));
  const free = await freeStorageBytes();
  if (free !== null && total > free) throw new DownloadError({ code: "no-room", free });
  if (!(await beginVideo(entry, media, captions))) throw failed();
  await storeFile(slug, answer, signal);
  signal.throwIfAborted();
  if (!(await addPart(slug, null))) throw failed();
  if (!(await storeEntry(entry, { isOpened: true, isNeeded: true }))) throw failed();
}

async function failureOf(error: unknown): Promise<DownloadFailure> {
  if (error instanceof DownloadError) return error.failure;
  const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
  return isFull ? { code: "no-room", free: (await freeStorageBytes()) ?? 0 } : { code: "failed" };
}

/** Stores a video on this device, also while other pages are shown. Nothing stays if it fails or is cancelled. */
export async function downloadVideo(slug: string): Promise<void> {
  if (endings.has(slug)) return;
  const ending = new AbortController();
  endings.set(slug, ending);
  show(slug, { received: 0, total: 0 });
  requestPersistence();
  try {
    await fetchVideo(slug, ending.signal);
    show(slug, null);
  } catch (error) {
    // After the end of the session there is nothing left to remove, and the next user may be fetching the same video.
    if (endings.get(slug) !== ending) return;
    await removeVideo(slug);
    const failure = await failureOf(error);
    show(slug, ending.signal.aborted ? null : { failure });
  } finally {
    ending.abort();
    if (endings.get(slug) === ending) endings.delete(slug);
    notifyOfflineChanged();
  }
}

export const cancelDownload = (slug: string): void => endings.get(slug)?.abort();

registerStorage("videoDownloads", () => {
  for (const ending of endings.values()) ending.abort();
  endings.clear();
  downloads.clear();
  changed.emit();
});
