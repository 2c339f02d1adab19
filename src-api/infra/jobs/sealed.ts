import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import * as z from "zod/mini";

const algorithm = "aes-256-gcm";
const ivLength = 12;
const tagLength = 16;

/** Base64 of IV, authentication tag and ciphertext. */
const sealedSchema = z.object({ sealed: z.string() });

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
