import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { isLoss } from "#renderer/api-client/connection.ts";
import type { QueryFailure } from "#renderer/api-client/query.ts";
import type { Chunk } from "#renderer/components/load-chunk.ts";

/** Returns whether a query has nothing to show for lack of a connection. */
export const isLost = ({ data, error }: { data: unknown; error: QueryFailure | null }): boolean =>
  data === undefined && error !== null && isLoss(error.failure);

type InPlaceProps<Props> = {
  offlinePage: Chunk<ComponentType<Props & { children: ReactNode }>>;
  of: Props;
  loading: ReactNode;
  /** The failure, which is shown if nothing is kept. */
  children: ReactNode;
};

/** Renders what this device keeps of something that did not load for lack of a connection (decision 0033). */
export function InPlace<Props>({ offlinePage, of, loading, children }: InPlaceProps<Props>) {
  type Loaded = { OfflinePage: ComponentType<Props & { children: ReactNode }> | null };
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let isShown = true;
    const show = (next: Loaded) => isShown && setLoaded(next);
    offlinePage.load().then(
      (OfflinePage) => show({ OfflinePage }),
      () => show({ OfflinePage: null }),
    );
    return () => void (isShown = false);
  }, [offlinePage]);
  if (!loaded) return loading;
  const { OfflinePage } = loaded;
  return OfflinePage ? <OfflinePage {...of}>{children}</OfflinePage> : children;
}
