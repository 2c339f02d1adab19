import { createHash, randomUUID } from "node:crypto";
import { languageParameter, type Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, inArray, isNull, type SQL } from "#api/infra/database/drizzle.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { isReachable } from "#api/infra/mail/bounces.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import { signId } from "#api/infra/signed-ids.ts";
import type { Portal, PortalModule } from "#api/portal.ts";
import { formerReaders, readers as readersTable } from "./schema.ts";

export { readers as readersTable } from "./schema.ts";

export type Reader = typeof readersTable.$inferSelect;

/**
 * SQL condition on rows of `readersTable`: mails to readers may be sent to `email`, in `language`. They agreed, have proven the
 * address, have not unsubscribed since, and mails do not come back from it. Each person, and each address, is one row at most.
 */
export const isMailable = (): SQL | undefined =>
  and(isNull(readersTable.withdrawnAt), isReachable(readersTable.email));

/** Returns why a reader gets a mail, and the address that ends mails to readers without a login, for good (RFC 8058). */
export async function unsubscribeLine(
  { config, database, brand }: Pick<Portal, "config" | "database" | "brand">,
  { id, language }: Pick<Reader, "id" | "language">,
): Promise<NonNullable<Mail["unsubscribe"]>> {
  const t = textsIn(language);
  const token = await signId(database, "reader", id);
  return {
    why: t("mails:readers.why", { brand: brand.name }),
    label: t("mails:readers.unsubscribe"),
    url: `${publicOrigin(config)}/api/news/${token}?${languageParameter}=${language}`,
  };
}

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
