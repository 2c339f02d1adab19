import { isLoss } from "#renderer/api-client/connection.ts";
import type { QueryFailure } from "#renderer/api-client/query.ts";

/** Returns whether a query has nothing to show for lack of a connection. */
export const isLost = ({ data, error }: { data: unknown; error: QueryFailure | null }): boolean =>
  data === undefined && error !== null && isLoss(error.failure);
