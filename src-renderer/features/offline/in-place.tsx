import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { isLoss } from "#renderer/api-client/connection.ts";
import type { QueryFailure } from "#renderer/api-client/query.ts";
import type { Chunk } from "#renderer/components/load-chunk.ts";

/** Returns whether a query has nothing to show for lack of a connection. */
export const isLost = ({ data, error }: { data: unknown; error: QueryFailure | null }): boolean =>
  data === undefined && error !== null && isLoss(error.failure);

type InPlaceProps<Props> = {
  kept: Chunk<ComponentType<Props & { children: ReactNode }>>;
  of: Props;
  loading: ReactNode;
  /** The failure, which is shown if nothing is kept. */
  children: ReactNode;
};

/** Renders what this device keeps of something that did not load for lack of a connection (decision 0033). */
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
