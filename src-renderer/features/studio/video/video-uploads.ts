import { useSyncExternalStore } from "react";
import { DetailedError, Upload, type UploadOptions } from "tus-js-client";
import { clientVersionHeader } from "#shared/api/endpoint.ts";
import { errorSchema } from "#shared/api/errors.ts";
import { countStudio } from "#shared/api/studio.ts";
import {
  maxVideoBytes,
  storeVideo,
  videoPartSize,
  videoTypes,
  videoUploads,
  type UnfinishedUpload,
} from "#shared/api/studio-videos.ts";
import { createListeners } from "#shared/listeners.ts";
import type { StoredUpload } from "#shared/stored-values.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { call, currentLanguage } from "#renderer/api-client/client.ts";
import {
  isConnectionFailure,
  onReconnect,
  recordConnectionFailure,
} from "#renderer/api-client/connection.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { registerStorage } from "#renderer/session/storages.ts";
import { readVideo, type VideoFacts } from "./read-video.ts";

/** Why a video cannot be used: `unplayable` by this browser; `server`: the API's words, else those for its code. */
export type UploadFailure =
  | { code: "type" | "size" | "unplayable" }
  | { code: "server"; failure: ApiFailure };

type Progress = { name: string; sent: number; size: number };

/** An upload of this window. `stored`: the API has it as a file of the entry, which does not name it yet. */
export type VideoUpload =
  | { kind: "reading" | "storing" }
  | ({ kind: "sending" | "offline" | "paused" } & Progress)
  /** The API has no room for it now. */
  | ({ kind: "waiting"; failure: ApiFailure } & Progress)
  | { kind: "stored"; source: string; facts: VideoFacts }
  | { kind: "failed"; failure: UploadFailure };

const uploads = new Map<string, VideoUpload>();
const senders = new Map<string, Upload>();
const changed = createListeners();

const isUnderWay = (slug: string) =>
  ["sending", "offline", "paused"].includes(uploads.get(slug)?.kind ?? "");

function show(slug: string, upload: VideoUpload | null): void {
  const wasUnderWay = isUnderWay(slug);
  if (upload) uploads.set(slug, upload);
  else uploads.delete(slug);
  changed.emit();
  // Another one may have its turn now.
  if (wasUnderWay && upload?.kind !== "waiting" && !isUnderWay(slug)) resumeWaiting();
}

/** Returns the upload for a video entry that this window has, or null. It goes on while other pages are shown. */
export const useVideoUpload = (slug: string): VideoUpload | null =>
  useSyncExternalStore(changed.add, () => uploads.get(slug) ?? null);

/** Returns the upload for an entry that is noted on this device, of this window or a former one; null if there is none. */
export const storedUpload = (slug: string): StoredUpload | null =>
  platform.read("videoUploads")[slug] ?? null;

function note(slug: string, upload: StoredUpload | null): void {
  const { [slug]: _, ...others } = platform.read("videoUploads");
  platform.write("videoUploads", upload ? { ...others, [slug]: upload } : others);
}

const addressOf = (id: string) => `/api${videoUploads}/${id}`;

/** Returns the accepted type of a file; null for another. Some systems know no types. */
function typeOf({ name, type }: File): string | null {
  const [known] =
    Object.entries(videoTypes).find(([, end]) => name.toLowerCase().endsWith(end)) ?? [];
  return known !== undefined && (type === "" || type === known) ? known : null;
}

/** Returns a failure of the library as those of other calls. */
function failureOf(error: Error): ApiFailure {
  const answer = error instanceof DetailedError ? error.originalResponse : null;
  if (!answer) return { kind: "offline", message: error.message };
  const status = answer.getStatus();
  let body: unknown = null;
  try {
    body = JSON.parse(answer.getBody());
  } catch {
    // not of the API
  }
  const { data } = errorSchema.safeParse(body);
  const kind = status === 401 ? "unauthorized" : status < 500 ? "rejected" : "unexpected";
  return { ...data, kind, status, message: data?.message ?? "" };
}

const fail = (slug: string, failure: UploadFailure) => show(slug, { kind: "failed", failure });

/** Goes on once the API answers again, unless the upload was paused or given up meanwhile. */
function waitForApi(slug: string, goOn: () => void): void {
  recordConnectionFailure();
  const stop = onReconnect(() => {
    stop();
    const kind = uploads.get(slug)?.kind;
    if (kind === "offline" || kind === "storing") goOn();
  });
}

/** Has the API store what it has received as a whole, however long that takes. */
async function finish(slug: string, upload: StoredUpload): Promise<void> {
  show(slug, { kind: "storing" });
  for (;;) {
    const params = { slug };
    const body = { upload: upload.id };
    const { data, error } = await call(storeVideo, { params, body, silent: true });
    if (uploads.get(slug)?.kind !== "storing") return;
    if (data?.name) return show(slug, { kind: "stored", source: data.name, facts: upload });
    if (data) continue;
    if (isConnectionFailure(error)) return waitForApi(slug, () => void finish(slug, upload));
    if (error.kind === "rejected") note(slug, null);
    return fail(slug, { code: "server", failure: error });
  }
}

/** Each request carries the session as it is then: an upload may outlast its token. */
const prepareRequest: NonNullable<UploadOptions["onBeforeRequest"]> = (request) => {
  request.setHeader("Authorization", `Bearer ${platform.read("token") ?? ""}`);
  request.setHeader("Accept-Language", currentLanguage());
  request.setHeader(clientVersionHeader, import.meta.env.VITE_VERSION);
};

function onSendFailed(slug: string, error: Error): void {
  const failure = failureOf(error);
  const before = uploads.get(slug);
  if (before?.kind !== "sending") return;
  if (failure.code === "too-many-uploads" || failure.code === "storage-full") {
    return show(slug, { ...before, kind: "waiting", failure });
  }
  if (failure.kind === "rejected") {
    senders.delete(slug);
    return fail(slug, { code: "server", failure });
  }
  const isOver = failure.kind === "unauthorized";
  show(slug, { ...before, kind: isOver ? "paused" : "offline" });
  // The next call finds out whether the session has ended.
  if (isOver) void call(countStudio, { silent: true });
  else waitForApi(slug, () => resumeVideo(slug));
}

/** Sends a file, from where the API has it if that is known. */
function send(
  slug: string,
  file: File,
  filetype: string,
  known: Omit<StoredUpload, "id"> & { id?: string },
) {
  const { name, size } = file;
  let noted = known;
  const noteSent = (id: string, sent: number) => {
    noted = { ...known, id, sent };
    note(slug, { ...known, id, sent });
  };
  const sender = new Upload(file, {
    endpoint: `/api${videoUploads}`,
    ...(known.id !== undefined && { uploadUrl: addressOf(known.id) }),
    chunkSize: videoPartSize,
    retryDelays: [1_000, 3_000],
    storeFingerprintForResuming: false,
    metadata: { slug, filename: name, filetype },
    onBeforeRequest: prepareRequest,
    onUploadUrlAvailable: () => {
      const id = sender.url?.slice(-32) ?? "";
      sender.url = addressOf(id); // the library resolves it, which it cannot in the desktop app
      noteSent(id, id === noted.id ? noted.sent : 0);
    },
    onProgress: (sent) => {
      if (uploads.get(slug)?.kind === "sending") show(slug, { kind: "sending", name, sent, size });
    },
    onChunkComplete: (_, sent) => noteSent(noted.id ?? "", sent),
    onSuccess: () => {
      senders.delete(slug);
      noteSent(noted.id ?? "", size);
      void finish(slug, { ...known, id: noted.id ?? "", sent: size });
    },
    onError: (error) => onSendFailed(slug, error),
  });
  senders.set(slug, sender);
  show(slug, { kind: "sending", name, sent: known.sent, size });
  sender.start();
}

/** Uploads a video for an entry; one that was cut goes on where it stopped. Does nothing while another one is under way. */
export async function uploadVideo(slug: string, file: File): Promise<void> {
  if (["reading", "sending", "storing"].includes(uploads.get(slug)?.kind ?? "")) return;
  const type = typeOf(file);
  if (type === null) return fail(slug, { code: "type" });
  if (file.size > maxVideoBytes) return fail(slug, { code: "size" });
  const { name, size, lastModified: modifiedAt } = file;
  const known = storedUpload(slug);
  const isKnown = known?.name === name && known.size === size && known.modifiedAt === modifiedAt;
  if (!isKnown) cancelVideo(slug);
  show(slug, { kind: "reading" });
  const facts = isKnown ? known : await readVideo(file);
  if (uploads.get(slug)?.kind !== "reading") return;
  if (!facts) return fail(slug, { code: "unplayable" });
  send(slug, file, type, { name, size, modifiedAt, sent: 0, ...facts });
}

/** Has an upload that a former window completed become a file of the entry. */
export function continueVideo(slug: string): void {
  const known = storedUpload(slug);
  if (known && known.sent === known.size && !uploads.has(slug)) void finish(slug, known);
}

export function pauseVideo(slug: string): void {
  const upload = uploads.get(slug);
  if (upload?.kind !== "sending" && upload?.kind !== "offline") return;
  void senders.get(slug)?.abort();
  show(slug, { ...upload, kind: "paused" });
}

export function resumeVideo(slug: string): void {
  const upload = uploads.get(slug);
  const sender = senders.get(slug);
  if (!sender || !upload || !("sent" in upload) || upload.kind === "sending") return;
  const { name, sent, size } = upload;
  show(slug, { kind: "sending", name, sent, size });
  sender.start();
}

/** Tries the uploads again that there was no room for, the first that was chosen first. */
function resumeWaiting(): void {
  for (const [slug, { kind }] of uploads) if (kind === "waiting") resumeVideo(slug);
}

/** Gives up an upload, also one of a former window. What the API has of it goes at once, else after some days. */
export function cancelVideo(slug: string): void {
  void senders.get(slug)?.abort();
  senders.delete(slug);
  const known = storedUpload(slug);
  if (known) {
    const options = { onBeforeRequest: prepareRequest, retryDelays: null };
    void Upload.terminate(addressOf(known.id), options).catch(() => {});
  }
  forgetVideo(slug);
}

/**
 * Removes an unfinished upload, whichever window or device began it; those that wait are tried again. Resolves to why it is still there,
 * or to null.
 */
export async function removeUpload({
  id,
  slug,
}: Pick<UnfinishedUpload, "id" | "slug">): Promise<ApiFailure | null> {
  const isOfThisDevice = storedUpload(slug)?.id === id;
  if (isOfThisDevice) await senders.get(slug)?.abort();
  try {
    await Upload.terminate(addressOf(id), { onBeforeRequest: prepareRequest, retryDelays: null });
  } catch (error) {
    const failure = failureOf(error as Error); // the library rejects with nothing else
    if (failure.code !== "not-found") return failure;
  }
  if (isOfThisDevice) {
    senders.delete(slug);
    forgetVideo(slug);
  }
  resumeWaiting();
  return null;
}

/** Ends an upload whose file the entry names, or whose failure was read. */
export function forgetVideo(slug: string): void {
  note(slug, null);
  show(slug, null);
}

registerStorage("videoUploads", () => {
  for (const sender of senders.values()) void sender.abort();
  senders.clear();
  uploads.clear();
  changed.emit();
});
