import { contentKinds, type ContentKind } from "../../../src-shared/content-kinds.ts";
import type { Database } from "../../infra/database/connect.ts";
import { readLargest } from "../../infra/figures/figure-store.ts";

/** An entry, and how many members read or watched it: each counts once a day. */
export type MostRead = { kind: ContentKind; slug: string; readings: number };

const dayLong = 24 * 60 * 60_000;

/** Returns the entries that most members read or watched on the last seven days (UTC), today included. */
export async function findMostRead(
  database: Database,
  now: Date,
  limit: number,
): Promise<MostRead[]> {
  const since = new Date(now.getTime() - 6 * dayLong);
  const largest = await readLargest(database, { figure: "read", since, limit });
  return largest.flatMap(({ part, amount }) => {
    const kind = contentKinds.find((one) => part.startsWith(`${one}/`));
    return kind ? [{ kind, slug: part.slice(kind.length + 1), readings: amount }] : [];
  });
}
