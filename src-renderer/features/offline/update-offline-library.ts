import type { User } from "#shared/api/user.ts";
import { onReconnect } from "#renderer/api-client/connection.ts";
import { fillSaved } from "./fill-saved.ts";
import { followEntries, followVideos } from "./follow-entries.ts";
import type { UntilShowable } from "./offline-answers.ts";
import { renewLease } from "./offline-store.ts";

/** Time after the start until what is saved elsewhere is fetched. */
const fillAfterMs = 12_000;

type UpdateOptions = {
  /** Whether to fetch what was saved elsewhere: not on a connection that saves data. */
  fills: boolean;
  /** Resolves once kept content can be shown; at once for what the member wants to keep. */
  untilShowable: UntilShowable;
};

/** Keeps what an active member opens and saves, and renews the lease. Returns the function that stops it. */
export function updateOfflineLibrary(
  { id }: User,
  { fills, untilShowable }: UpdateOptions,
): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const start = async () => {
    await renewLease(id);
    if (signal.aborted) return;
    const stops = [followEntries(untilShowable), followVideos(untilShowable)];
    signal.addEventListener("abort", () => stops.forEach((stop) => stop()));
    const fill = () => void fillSaved(signal, { fetchesMissing: fills, untilShowable });
    const timer = setTimeout(fill, fillAfterMs);
    const stopListening = onReconnect(fill);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      stopListening();
    });
  };
  void start();
  return () => ending.abort();
}
