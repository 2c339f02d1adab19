import { useEffect, useState } from "react";
import type { OfflineVideo } from "#shared/offline-library.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { onSessionEnded } from "#renderer/session/session-end.ts";
import { onOfflineChanged, readUnderLease } from "#renderer/session/lease.ts";
import { allEntries, type StoredEntry } from "./stored-answers.ts";
import { allVideos } from "./offline-videos.ts";

/** What this device stores for the member whose session it has. */
export type OfflineLibrary = {
  /** When the lease ends, in ms since 1970. */
  until: number;
  keepsTexts: boolean;
  /** Saved ones first, then those opened last. */
  entries: StoredEntry[];
  videos: OfflineVideo[];
};

const byUse = (a: StoredEntry, b: StoredEntry) =>
  Number(b.isSaved) - Number(a.isSaved) || b.openedAt - a.openedAt || b.keptAt - a.keptAt;

/** Returns the stored content; null without a valid lease. */
export const readOfflineLibrary = (): Promise<OfflineLibrary | null> =>
  readUnderLease(async (leased) => ({
    until: leased.lease.until,
    keepsTexts: leased.lease.keepsTexts,
    entries: (await allEntries(leased)).toSorted(byUse),
    videos: await allVideos(leased),
  }));

/** Returns the result of `read`, which runs again whenever stored content changes. Undefined until the first answer. */
export function useOfflineRead<T>(read: () => Promise<T>): T | undefined {
  const [found, setFound] = useState<{ by: typeof read; value: T }>();
  useEffect(() => {
    let isShown = true;
    const readNow = async () => {
      const value = await read();
      if (isShown) setFound({ by: read, value });
    };
    const readAgain = () => void readNow();
    readAgain();
    // A lease ends while its content is on screen, and clocks are turned back.
    const timer = setInterval(readAgain, 60_000);
    document.addEventListener("visibilitychange", readAgain);
    const stops = [
      onOfflineChanged(readAgain),
      onSessionEnded(readAgain),
      platform.onChange((name) => {
        if (name === "token") readAgain();
      }),
    ];
    return () => {
      isShown = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", readAgain);
      stops.forEach((stop) => stop());
    };
  }, [read]);
  return found?.by === read ? found.value : undefined;
}

/** Returns the content stored on this device; null without a valid lease, undefined until it is known. */
export const useOfflineLibrary = (): OfflineLibrary | null | undefined =>
  useOfflineRead(readOfflineLibrary);
