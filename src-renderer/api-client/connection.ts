import type { ApiFailure } from "./api-failure.ts";

/** ms until the API is looked for after it was lost; longer after every look in vain, up to the longest. */
const firstPause = 1_000;
const longestPause = 30_000;
/** ms without a loss after which the next one is looked into quickly again. */
const calm = 60_000;

/** What a gateway says in place of an answer. */
const withoutAnswer: ReadonlySet<number> = new Set([502, 503, 504]);

const listeners = new Set<() => void>();
let lost = false;
let lastLoss = 0;
let wait = firstPause;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells when the API can be reached again, or the device has a connection again. */
export function onReconnect(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const tell = () => listeners.forEach((listener) => listener());

/** Whether nothing was heard of the API itself: no connection, no answer, a gateway without one. */
export const isLoss = ({ kind, code, status }: ApiFailure): boolean =>
  kind === "offline" ||
  kind === "timeout" ||
  (code === undefined && withoutAnswer.has(status ?? 0));

function lookLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void look(), wait);
  wait = Math.min(wait * 2, longestPause);
}

/** ms until a look without an answer was in vain. */
const patience = 8_000;

/** Whether the API answers at all, be it with an error; a gateway's answer is none. Never rejects. */
export async function isReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(patience);
  const answer = await fetch("/api/health", { cache: "no-store", signal }).catch(() => null);
  return answer !== null && !withoutAnswer.has(answer.status);
}

async function look(): Promise<void> {
  if (!(await isReachable())) return lookLater();
  if (!lost) return;
  lost = false;
  tell();
}

/** Looks for the API until it answers, however long that takes; then `onReconnect` is told. */
export function noteLoss(): void {
  if (Date.now() - lastLoss > calm) wait = firstPause;
  lastLoss = Date.now();
  if (lost) return;
  lost = true;
  lookLater();
}

/** Follows what the device knows of its connection. Call once. */
export function watchConnection(): void {
  window.addEventListener("online", () => {
    wait = firstPause;
    if (!lost) return tell();
    clearTimeout(timer);
    void look();
  });
}
