import { createHash, randomUUID } from "node:crypto";
import type { Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  arrayContains,
  eq,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from "#api/infra/database/drizzle.ts";
import { isReachable, retryAddress } from "#api/infra/mail/bounces.ts";
import { users } from "#api/modules/accounts/module.ts";
import { formerReaders, readers as readersTable } from "./schema.ts";

export type Reader = typeof readersTable.$inferSelect;

/**
 * SQL condition on rows of `readersTable`: mails to readers may be sent to `email`, in `language`. They agreed, have proven the
 * address, have not unsubscribed since, and mails do not come back from it. Each person, and each address, is one row at most.
 */
export const isMailable = (): SQL | undefined =>
  and(isNull(readersTable.withdrawnAt), isReachable(readersTable.email));

/** What an import has to know of an address. */
export type KnownReader = {
  source: Reader["source"];
  /** Whether they have unsubscribed, or were deleted: an import never subscribes them again. */
  hasLeft: boolean;
};

const hashOf = (email: string) => createHash("sha256").update(email).digest("hex");

/** Returns what is known of addresses that agreed to mails once, by address. */
export async function findReaders(
  database: Database,
  emails: readonly string[],
): Promise<Map<string, KnownReader>> {
  const rows = await database
    .select()
    .from(readersTable)
    .where(inArray(readersTable.email, [...emails]));
  const former = await database
    .select()
    .from(formerReaders)
    .where(inArray(formerReaders.emailHash, emails.map(hashOf)));
  const gone = new Set(former.map(({ emailHash }) => emailHash));
  return new Map<string, KnownReader>([
    ...emails
      .filter((email) => gone.has(hashOf(email)))
      .map((email) => [email, { source: "subscription", hasLeft: true }] as const),
    ...rows.map(
      ({ email, source, withdrawnAt }) => [email, { source, hasLeft: !!withdrawnAt }] as const,
    ),
  ]);
}

/** What is known of the consent of an account that was imported; null: nothing new. */
type ImportedConsent = {
  email: string;
  userId: string;
  language: Language;
  consent: "given" | "withdrawn" | null;
  consentedAt: Date;
};

/** Stores consents that were given or withdrawn on a former site. What somebody decided here stays. */
export async function importConsents(
  tx: Database,
  consents: readonly ImportedConsent[],
  now: Date,
): Promise<void> {
  // Who had withdrawn is stored, too: a file of an earlier day may come later.
  const added = consents.flatMap(({ consent, ...rest }) => {
    if (consent === null) return [];
    const gone = consent === "withdrawn" ? now : null;
    return [{ ...rest, id: randomUUID(), source: "import" as const, withdrawnAt: gone }];
  });
  if (added.length > 0) await tx.insert(readersTable).values(added).onConflictDoNothing();
  const { email, source, withdrawnAt } = readersTable;
  const withdrawn = consents.filter(({ consent }) => consent === "withdrawn");
  const isWithdrawn = inArray(
    email,
    withdrawn.map((one) => one.email),
  );
  if (withdrawn.length > 0) {
    await tx
      .update(readersTable)
      .set({ withdrawnAt: now })
      .where(and(isWithdrawn, eq(source, "import"), isNull(withdrawnAt)));
  }
}

export type Consent = Pick<Reader, "consentedAt" | "source" | "withdrawnAt">;

/** Returns when and where users agreed to mails, by user. */
export async function findConsents(
  database: Database,
  userIds: readonly string[],
): Promise<Map<string | null, Consent>> {
  const rows = await database
    .select()
    .from(readersTable)
    .where(inArray(readersTable.userId, [...userIds]));
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Stores that somebody agrees to mails, to an address that is proven, also after having unsubscribed; mails are tried there again. */
export async function agree(
  tx: Database,
  { email, language, source }: Pick<Reader, "email" | "language" | "source">,
  now: Date,
): Promise<void> {
  // Locked first, as everywhere: whoever changes the address has the account locked, and this row next.
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, email))
    .for("key share");
  const renewed = { source, consentedAt: now, withdrawnAt: null };
  const { userId, withdrawnAt } = readersTable;
  await tx
    .insert(readersTable)
    .values({ id: randomUUID(), email, userId: account?.id ?? null, language, ...renewed })
    // A consent given here stays as it is while it is in force; one of a former site gives way, which its file could withdraw.
    .onConflictDoUpdate({
      target: readersTable.email,
      set: renewed,
      setWhere: or(isNotNull(withdrawnAt), eq(readersTable.source, "import")),
    });
  // A link that was confirmed while its address was registered did not find the account.
  if (account) {
    const isOwn = and(eq(readersTable.email, email), isNull(userId));
    await tx.update(readersTable).set({ userId: account.id }).where(isOwn);
  }
  await retryAddress(tx, email, now);
}

/**
 * Stores that a reader does not want mails any more; the first time counts. The id may be that of a row which was deleted: then
 * it withdraws who has its address now, so that the links of earlier mails still work for a reader who came back.
 */
export async function withdraw(database: Database, id: string, now: Date): Promise<void> {
  const { id: readerId, email, withdrawnAt } = readersTable;
  const former = database
    .select({ emailHash: formerReaders.emailHash })
    .from(formerReaders)
    .where(arrayContains(formerReaders.readerIds, [id]));
  const isOwn = or(eq(readerId, id), inArray(sql`address_hash(${email})`, former));
  await database
    .update(readersTable)
    .set({ withdrawnAt: now })
    .where(and(isOwn, isNull(withdrawnAt)));
}
