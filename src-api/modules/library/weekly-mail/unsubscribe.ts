import { languageParameter, type Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import { signedIdOf, signId } from "#api/infra/signed-ids.ts";
import type { Portal } from "#api/portal.ts";

/** Returns the address by which a user unsubscribes without logging in; it works for good. */
export async function unsubscribeUrl(
  { config, database }: Pick<Portal, "config" | "database">,
  userId: string,
  language: Language,
): Promise<string> {
  const token = await signId(database, "weekly-mail", userId);
  const query = `${languageParameter}=${language}`;
  return `${publicOrigin(config)}/api/weekly-mail/${token}?${query}`;
}

/** Returns the user whose mails contain this token; null if the portal did not sign it. */
export const userOfToken = (database: Database, token: string): Promise<string | null> =>
  signedIdOf(database, "weekly-mail", token);
