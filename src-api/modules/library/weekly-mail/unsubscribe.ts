import { languageParameter, type Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import { signedIdOf, signId } from "#api/infra/signed-ids.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import type { Portal } from "#api/portal.ts";

/** Returns why a user gets a mail, and the address that ends such mails without a login, for good. */
export async function unsubscribeLine(
  { config, database, brand }: Pick<Portal, "config" | "database" | "brand">,
  userId: string,
  language: Language,
): Promise<NonNullable<Mail["unsubscribe"]>> {
  const t = textsIn(language);
  const token = await signId(database, "weekly-mail", userId);
  const query = `${languageParameter}=${language}`;
  return {
    why: t("mails:weekly.why", { brand: brand.name }),
    label: t("mails:weekly.unsubscribe"),
    url: `${publicOrigin(config)}/api/weekly-mail/${token}?${query}`,
  };
}

/** Returns the user whose mails contain this token; null if the portal did not sign it. */
export const userOfToken = (database: Database, token: string): Promise<string | null> =>
  signedIdOf(database, "weekly-mail", token);
