import { getBoard } from "#shared/api/board.ts";
import { useApiQuery, usePolling } from "#renderer/api-client/query.ts";
import { useIsOnline } from "#renderer/api-client/connection.ts";

/** Time between two readings of the figures while the window is visible. */
const refetchEveryMs = 10_000;

/** Whether the figures are being followed; if not, whether for lack of a network. */
export type Connection = "live" | "reconnecting" | "offline";

/** Returns the board, read again every ten seconds while the window is visible, and whether that works. */
export function useBoard() {
  const query = useApiQuery(getBoard, { silent: true }, { staleTime: 0 });
  usePolling(getBoard, refetchEveryMs);
  const isOnline = useIsOnline();
  const connection: Connection = !isOnline ? "offline" : query.isError ? "reconnecting" : "live";
  return { query, connection };
}
