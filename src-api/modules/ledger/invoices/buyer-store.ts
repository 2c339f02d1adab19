import { eq, sql } from "drizzle-orm";
import { defaultLanguage, type Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { users } from "../../accounts/module.ts";
import type { Invoice } from "../schema.ts";

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

/**
 * Returns the recipient of mails about an invoice: the account's current address, or the one on the invoice once the
 * account is deleted.
 */
export async function findRecipient(
  database: Database,
  { userId, buyerEmail }: Pick<Invoice, "userId" | "buyerEmail">,
): Promise<{ to: string; language: Language }> {
  const buyer = userId === null ? undefined : await findBuyer(database, userId);
  return { to: buyer?.email || buyerEmail, language: buyer?.language ?? defaultLanguage };
}
