import { createHmac, timingSafeEqual } from "node:crypto";
import type { Database } from "./database/connect.ts";
import { loadSecret } from "./secrets/secret-store.ts";

/** What the links of mails are signed for; each has a key of its own. */
type Purpose = "reader" | "weekly-mail" | "withdrawal";

async function signatureOf(database: Database, purpose: Purpose, id: string): Promise<Buffer> {
  const key = await loadSecret(database, purpose);
  return createHmac("sha256", key).update(id).digest();
}

/** Returns a token for a link in a mail: it names an id, and only this portal can have made it. */
export async function signId(database: Database, purpose: Purpose, id: string): Promise<string> {
  const signature = await signatureOf(database, purpose, id);
  return `${id}.${signature.toString("base64url")}`;
}

const tokenForm = /^([\da-f-]{36})\.([\w-]{43})$/;

/** Returns the id that a token names; null if the portal did not sign it for this purpose. */
export async function signedIdOf(
  database: Database,
  purpose: Purpose,
  token: string,
): Promise<string | null> {
  const [, id, signature] = tokenForm.exec(token) ?? [];
  if (id === undefined || signature === undefined) return null;
  const expected = await signatureOf(database, purpose, id);
  const given = Buffer.from(signature, "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}
