import { useSyncExternalStore } from "react";
import { backOffMs, type BackOff } from "#shared/back-off.ts";
import { createListeners } from "#shared/listeners.ts";
import type { ApiFailure } from "./api-failure.ts";

/** Between a lost connection and the first check, and between checks. */
const checkAfter: BackOff = { firstMs: 1_000, maxMs: 30_000 };
/** Without a loss for that long the pauses start from the shortest again. */
const stableAfterMs = 60_000;

/** Statuses of a gateway that could not reach the API. */
const withoutAnswer: ReadonlySet<number> = new Set([502, 503, 504]);

const reconnected = createListeners();
const lossChanged = createListeners();
let lost = false;
let lostAt = 0;
let lastLoss = 0;
let checks = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Calls a listener when the API can be reached again. Returns the unsubscribe. */
export const onReconnect = reconnected.add;

/** Returns whether the API itself did not answer: no connection, a timeout, or an error of a gateway. */
export const isConnectionFailure = ({ kind, code, status }: ApiFailure): boolean =>
  kind === "offline" ||
  kind === "timeout" ||
  (code === undefined && withoutAnswer.has(status ?? 0));

/** Returns whether the last request found no API, or the device says that it has no connection. */
export const isUnreachable = (): boolean => lost || !navigator.onLine;

/** Time without the API after which pages say so: requests fail now and then. */
export const outageShownAfterMs = 1_500;

/** Returns whether the API has been missing for so long that pages say so. */
export const isOutageShown = (): boolean =>
  !navigator.onLine || (lost && Date.now() - lostAt >= outageShownAfterMs);

/** Calls a listener when `isUnreachable` may have changed. Returns the unsubscribe. */
export function onReachableChanged(listener: () => void): () => void {
  const stop = lossChanged.add(listener);
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    stop();
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

function setLost(isLost: boolean): void {
  lost = isLost;
  lossChanged.emit();
}

function checkLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void check(), backOffMs(checkAfter, checks));
  checks += 1;
}

/** Time until a check without an answer counts as failed. */
const healthCheckTimeoutMs = 8_000;

/** Resolves to whether the API answers at all, even with an error of its own. Never rejects. */
export async function isReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(healthCheckTimeoutMs);
  const answer = await fetch("/api/health", { cache: "no-store", signal }).catch(() => null);
  return answer !== null && !withoutAnswer.has(answer.status);
}

async function check(): Promise<void> {
  if (!(await isReachable())) return checkLater();
  if (!lost) return;
  setLost(false);
  reconnected.emit();
}

/** Checks for the API until it answers, however long that takes; then emits `onReconnect`. */
export function recordConnectionFailure(): void {
  if (Date.now() - lastLoss > stableAfterMs) checks = 0;
  lastLoss = Date.now();
  if (lost) return;
  lostAt = lastLoss;
  setLost(true);
  checkLater();
}

/** Follows the online events of the device. Call once. */
export function watchConnection(): void {
  window.addEventListener("online", () => {
    checks = 0;
    if (!lost) return reconnected.emit();
    clearTimeout(timer);
    void check();
  });
}

/** Returns whether the device says that it has a connection. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    onReachableChanged,
    () => navigator.onLine,
    () => true,
  );

/** Returns whether the API cannot be reached, as far as the last request or the device says. */
export const useIsUnreachable = (): boolean =>
  useSyncExternalStore(onReachableChanged, isUnreachable, () => false);
