import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { isLoss } from "#renderer/api-client/connection.ts";
import type { QueryFailure } from "#renderer/api-client/query.ts";
import { createChunk, type Chunk } from "#renderer/components/load-chunk.ts";

/**
 * What this device keeps, in the place of what did not load for lack of a connection:
 * docs/decisions/0033-offline-shelf.md. Its code is fetched when it is needed; without it the failure is shown.
 */

/** Returns whether a query has nothing to show for lack of a connection. */
export const isLost = ({ data, error }: { data: unknown; error: QueryFailure | null }): boolean =>
  data === undefined && error !== null && isLoss(error.failure);

/** An entry. */
export const keptEntry = createChunk(
  async () => (await import("./kept-entry-page.tsx")).KeptEntryInPlace,
);

/** The shows. */
export const keptShow = createChunk(async () => (await import("./kept-show.tsx")).KeptShowInPlace);

type InPlaceProps<Props> = {
  kept: Chunk<ComponentType<Props & { children: ReactNode }>>;
  of: Props;
  /** Shown while the code loads. */
  loading: ReactNode;
  /** The failure, which is shown if nothing is kept. */
  children: ReactNode;
};

/** Renders what this device keeps of something that did not load. */
export function InPlace<Props>({ kept, of, loading, children }: InPlaceProps<Props>) {
  type Loaded = { Kept: ComponentType<Props & { children: ReactNode }> | null };
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let isShown = true;
    const show = (next: Loaded) => isShown && setLoaded(next);
    kept.load().then(
      (Kept) => show({ Kept }),
      () => show({ Kept: null }),
    );
    return () => void (isShown = false);
  }, [kept]);
  if (!loaded) return loading;
  const { Kept } = loaded;
  return Kept ? <Kept {...of}>{children}</Kept> : children;
}
