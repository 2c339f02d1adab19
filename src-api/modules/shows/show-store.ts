import { and, asc, eq, gte } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import { shows, type ShowRow } from "./schema.ts";

const ofUser = (userId: string, id: string) => and(eq(shows.id, id), eq(shows.userId, userId));

export const listShowsOf = (database: Database, userId: string): Promise<ShowRow[]> =>
  database
    .select()
    .from(shows)
    .where(eq(shows.userId, userId))
    .orderBy(asc(shows.on), asc(shows.createdAt), asc(shows.id));

/** Returns whether the user has a show on a day or later. */
export async function hasShowFrom(
  database: Database,
  userId: string,
  day: string,
): Promise<boolean> {
  const found = await database
    .select({ id: shows.id })
    .from(shows)
    .where(and(eq(shows.userId, userId), gte(shows.on, day)))
    .limit(1);
  return found.length > 0;
}

/** Returns a show of the user, which nobody changes before the transaction ends; undefined if there is none. */
export async function lockShow(
  tx: Database,
  userId: string,
  id: string,
): Promise<ShowRow | undefined> {
  const [show] = await tx.select().from(shows).where(ofUser(userId, id)).for("update");
  return show;
}

/** Makes the user's other additions wait, and returns the number of shows; null when the account was deleted. */
export async function lockAndCount(tx: Database, userId: string): Promise<number | null> {
  const owner = await lockUser(tx, userId);
  return owner && tx.$count(shows, eq(shows.userId, userId));
}

export async function insertShow(tx: Database, show: ShowRow): Promise<void> {
  await tx.insert(shows).values(show);
}

export async function updateShow(
  tx: Database,
  id: string,
  values: Partial<Omit<ShowRow, "id" | "userId" | "createdAt">>,
): Promise<void> {
  await tx.update(shows).set(values).where(eq(shows.id, id));
}

/** Deletes a show of the user. Returns false if there was none. */
export async function removeShow(database: Database, userId: string, id: string): Promise<boolean> {
  const removed = await database
    .delete(shows)
    .where(ofUser(userId, id))
    .returning({ id: shows.id });
  return removed.length > 0;
}
