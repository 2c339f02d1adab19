import { eq, sql } from "drizzle-orm";
import { defaultLanguage, type Language } from "../../../../src-shared/languages.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { users } from "../../accounts/schema.ts";

const selectBuyer = (tx: Database, userId: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId));

/** Makes checkouts of one user run one after the other, across API processes. */
export const lockBuyer = (tx: Database, userId: string) =>
  selectBuyer(tx, userId).for("no key update");

/** Prevents the deletion of the user until the transaction ends. */
export const keepBuyer = (tx: Database, userId: string) => selectBuyer(tx, userId).for("key share");

/** Whom mails and invoices go to. */
type BuyerContact = { name: string; email: string; language: Language };

/** Returns whom a user's mails and invoices go to. */
export async function findBuyer(
  database: Database,
  userId: string,
): Promise<BuyerContact | undefined> {
  const [buyer] = await database
    .select({
      name: users.name,
      email: sql<string>`coalesce(${users.email}, ${users.unprovenEmail}, '')`,
      language: users.language,
    })
    .from(users)
    .where(eq(users.id, userId));
  return buyer;
}

/** Returns the user's language, or the default one once the account is deleted (null). */
export async function findBuyerLanguage(
  database: Database,
  userId: string | null,
): Promise<Language> {
  if (userId === null) return defaultLanguage;
  const [buyer] = await database
    .select({ language: users.language })
    .from(users)
    .where(eq(users.id, userId));
  return buyer?.language ?? defaultLanguage;
}
