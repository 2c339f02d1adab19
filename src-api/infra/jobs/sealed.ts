import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";

const algorithm = "aes-256-gcm";
const keyLength = 32;
const ivLength = 12;
const tagLength = 16;

/** Base64 of IV, authentication tag and ciphertext. */
export const sealedSchema = z.object({ sealed: z.string() });

/** Encrypts a JSON value for the job of that name. */
export function seal(key: Buffer, name: string, value: unknown): z.infer<typeof sealedSchema> {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(name));
  const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
  return { sealed: Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64") };
}

/** Decrypts what `seal` made. Throws when it was made with another key or for another job. */
export function unseal(key: Buffer, name: string, data: unknown): unknown {
  const bytes = Buffer.from(z.parse(sealedSchema, data).sealed, "base64");
  const textAt = ivLength + tagLength;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength))
    .setAAD(Buffer.from(name))
    .setAuthTag(bytes.subarray(ivLength, textAt));
  return JSON.parse(
    Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString(),
  );
}

const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/**
 * Returns the key of sealed payloads, which lies in the data folder, readable by its owner only; makes
 * it when it is missing. Of two processes that start at once both get the same one. Throws when the
 * file holds something else.
 */
export async function readJobKey(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, "job-key");
  const kept = await readFile(file).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (kept?.length === keyLength) return kept;
  if (kept) throw new Error(`${file} is not a key of ${keyLength} bytes.`);
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(draft, randomBytes(keyLength), { mode: 0o600, flag: "wx", flush: true });
  // Unlike a rename, a link does not replace the file that another process made meanwhile.
  await link(draft, file).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  await rm(draft);
  return readFile(file);
}
