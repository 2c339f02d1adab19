import { randomUUID } from "node:crypto";
import type { Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, inArray, isNull, sql } from "#api/infra/database/drizzle.ts";
import type { PortalModule } from "#api/portal.ts";
import { readers as readersTable } from "./schema.ts";

export type Reader = typeof readersTable.$inferSelect;

/** Returns those who agreed to mails once, also who have unsubscribed since, by address. */
export async function findReaders(
  database: Database,
  emails: readonly string[],
): Promise<Map<string, Reader>> {
  const { email } = readersTable;
  const rows = await database
    .select()
    .from(readersTable)
    .where(inArray(email, [...emails]));
  return new Map(rows.map((row) => [row.email, row]));
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
  const { email, source, userId, withdrawnAt } = readersTable;
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
  // Who subscribed without an account has one now, unless the account agreed with another address.
  const isOther = sql`exists (select from readers r where r.user_id = owner.id)`;
  const owners = JSON.stringify(consents.map((one) => ({ email: one.email, id: one.userId })));
  await tx
    .update(readersTable)
    .set({ userId: sql`owner.id` })
    .from(sql`jsonb_to_recordset(${owners}::jsonb) as owner(email text, id uuid)`)
    .where(and(sql`owner.email = ${email}`, isNull(userId), sql`not ${isOther}`));
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

/** Who agreed to get mails, with an account or without. */
export const readers = {
  name: "readers",
  ownedData: {
    columns: [{ column: readersTable.userId, onDelete: "cascade", onMerge: "delete" }],
    exportData: async (database, { id }) => {
      const { consentedAt, source, withdrawnAt } = readersTable;
      const consents = await database
        .select({ consentedAt, source, withdrawnAt })
        .from(readersTable)
        .where(eq(readersTable.userId, id));
      return { consentsToMails: consents };
    },
  },
} satisfies PortalModule;
