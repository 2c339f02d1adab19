import { and, eq, gt, isNotNull, lte } from "drizzle-orm";
import type { Database } from "#api/infra/database/connect.ts";
import { lockUser } from "../../accounts/module.ts";
import { cardSetups } from "../schema.ts";

type CardSetup = typeof cardSetups.$inferSelect;

/** A page on which a user gives another card, by its provider and id. */
export type SetupKey = Pick<CardSetup, "provider" | "id">;

const isSetup = ({ provider, id }: SetupKey) =>
  and(eq(cardSetups.provider, provider), eq(cardSetups.id, id));

/** How long such a page is kept, in ms: it can be used for a day at most. */
const setupRetentionMs = 25 * 60 * 60_000;

/** Inserts such a page, and deletes those of the provider that are too old. */
export async function insertCardSetup(database: Database, row: CardSetup): Promise<void> {
  const tooOld = new Date(row.createdAt.getTime() - setupRetentionMs);
  const isTooOld = lte(cardSetups.createdAt, tooOld);
  await database.delete(cardSetups).where(and(eq(cardSetups.provider, row.provider), isTooOld));
  await database.insert(cardSetups).values(row);
}

/** Keeps the provider's name for such a page. */
export const nameCardSetup = (database: Database, key: SetupKey, providerReference: string) =>
  database.update(cardSetups).set({ providerReference }).where(isSetup(key));

/** Returns a page that was not used yet. */
export async function findCardSetup(
  database: Database,
  key: SetupKey,
): Promise<CardSetup | undefined> {
  const [row] = await database.select().from(cardSetups).where(isSetup(key));
  return row;
}

/**
 * Uses such a page up. Returns it, or undefined when it was used before. Its user is locked first, as when the
 * account is deleted: the other order could deadlock.
 */
export async function claimCardSetup(tx: Database, key: SetupKey): Promise<CardSetup | undefined> {
  const found = await findCardSetup(tx, key);
  if (!found) return undefined;
  await lockUser(tx, found.userId);
  const [row] = await tx.delete(cardSetups).where(isSetup(key)).returning();
  return row;
}

/**
 * Returns pages at providers that were opened at `until` or before and not used, as far as is known here. Those
 * that had expired by then are left out.
 */
export const findOpenSetups = (database: Database, until: Date): Promise<SetupKey[]> =>
  database
    .select({ provider: cardSetups.provider, id: cardSetups.id })
    .from(cardSetups)
    .where(
      and(
        isNotNull(cardSetups.providerReference),
        gt(cardSetups.createdAt, new Date(until.getTime() - setupRetentionMs)),
        lte(cardSetups.createdAt, until),
      ),
    );
