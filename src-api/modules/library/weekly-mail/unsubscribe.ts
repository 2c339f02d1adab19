import { createHmac, timingSafeEqual } from "node:crypto";
import { languageParameter, type Language } from "../../../../src-shared/languages.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { publicOrigin } from "../../../infra/mail/compose.ts";
import { loadSecret } from "../../../infra/secrets/secret-store.ts";
import type { Portal } from "../../../portal.ts";

const loadKey = (database: Database): Promise<string> => loadSecret(database, "weekly-mail");

const signatureOf = (key: string, userId: string): Buffer =>
  createHmac("sha256", key).update(userId).digest();

/** Returns the address by which a user unsubscribes without logging in; it works for good. */
export async function unsubscribeUrl(
  { config, database }: Pick<Portal, "config" | "database">,
  userId: string,
  language: Language,
): Promise<string> {
  const signature = signatureOf(await loadKey(database), userId).toString("base64url");
  const query = `${languageParameter}=${language}`;
  return `${publicOrigin(config)}/api/weekly-mail/${userId}.${signature}?${query}`;
}

const tokenForm = /^([\da-f-]{36})\.([\w-]{43})$/;

/** Returns the user whose mails contain this token; null if the portal did not sign it. */
export async function userOfToken(database: Database, token: string): Promise<string | null> {
  const [, userId, signature] = tokenForm.exec(token) ?? [];
  if (userId === undefined || signature === undefined) return null;
  const expected = signatureOf(await loadKey(database), userId);
  const given = Buffer.from(signature, "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected) ? userId : null;
}
