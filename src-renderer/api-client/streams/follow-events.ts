import { backOffMs, jittered, type BackOff } from "#shared/back-off.ts";
import { clientVersionHeader } from "#shared/api/endpoint.ts";
import { currentLanguage } from "../client.ts";
import { onReconnect } from "../connection.ts";
import { pause } from "./pause.ts";
import { readEvents, type StreamEvent } from "./read-events.ts";

/** Until a stream that broke is opened again. */
const retryAfter: BackOff = { firstMs: 1_000, maxMs: 30_000 };

/** Time of silence after which a stream counts as broken: the API sends a sign every 15 s. */
const silentAfterMs = 40_000;
const pollIntervalMs = 5_000;

type Following = {
  /** Path below the API base. */
  path: string;
  token: string;
  onEvent: (event: StreamEvent) => void;
  onOpen: () => void;
  /** Called when it broke or was refused, before it is opened again. */
  onLost: () => void;
  /** Called with 401 or 403, after which it is not opened again. */
  onRefused: (status: number) => void;
};

type Outcome = "refused" | "silent" | "lost";

async function readOnce(
  { path, token, onEvent, onOpen, onRefused }: Following,
  signal: AbortSignal,
): Promise<Outcome> {
  const closing = new AbortController();
  const close = () => closing.abort();
  signal.addEventListener("abort", close);
  let lastSign = Date.now();
  let isSilent = false;
  const poll = setInterval(() => {
    isSilent = Date.now() - lastSign > silentAfterMs;
    if (isSilent) close();
  }, pollIntervalMs);
  try {
    const response = await fetch(`/api${path}`, {
      cache: "no-store",
      headers: {
        Authorization: `Bearer ${token}`,
        "Accept-Language": currentLanguage(),
        [clientVersionHeader]: import.meta.env.VITE_VERSION,
      },
      signal: closing.signal,
    });
    if (response.status === 401 || response.status === 403) {
      onRefused(response.status);
      return "refused";
    }
    if (!response.ok || !response.body) return "lost";
    onOpen();
    await readEvents(response.body, onEvent, () => (lastSign = Date.now()));
    return "lost";
  } catch {
    return isSilent ? "silent" : "lost";
  } finally {
    clearInterval(poll);
    signal.removeEventListener("abort", close);
    close();
  }
}

/** Waits before the next attempt; shorter once the API can be reached again. */
async function wait(failures: number, signal: AbortSignal): Promise<void> {
  const waiting = new AbortController();
  const end = () => waiting.abort();
  const stop = onReconnect(end);
  signal.addEventListener("abort", end);
  await pause(jittered(backOffMs(retryAfter, failures)), waiting.signal);
  signal.removeEventListener("abort", end);
  stop();
}

/** Follows a stream of events, and opens it again whenever it breaks, until the signal aborts or the API refuses. */
export async function followEvents(following: Following, signal: AbortSignal): Promise<void> {
  let failures = 0;
  const counted: Following = {
    ...following,
    onEvent: (event) => {
      failures = 0;
      following.onEvent(event);
    },
  };
  while (!signal.aborted) {
    const outcome = await readOnce(counted, signal);
    if (signal.aborted || outcome === "refused") return;
    following.onLost();
    if (outcome !== "silent") await wait(failures++, signal);
  }
}
