import { safeStorage } from "electron";
import * as z from "zod/mini";

/**
 * Where the token lies: encrypted with the system's key store, readable in a file that only this
 * user may read, or nowhere but in memory.
 */
export type TokenProtection = "key-store" | "file" | "memory";

/** The token as it lies in the file: encrypted (base64), or as it is where there is no key store. */
const sealedSchema = z.union([
  z.object({ encrypted: z.string() }),
  z.object({ plain: z.string() }),
]);

export type SealedToken = z.infer<typeof sealedSchema>;

/** `basic_text` encrypts with a password that everybody knows: that is no protection. */
function hasKeyStore(): boolean {
  return (
    process.platform !== "linux" ||
    !["basic_text", "unknown"].includes(safeStorage.getSelectedStorageBackend())
  );
}

/** How well a token that is written now is protected on disk. To be asked once the app is ready. */
export async function diskProtection(): Promise<Exclude<TokenProtection, "memory">> {
  const available = hasKeyStore() && (await safeStorage.isAsyncEncryptionAvailable());
  return available ? "key-store" : "file";
}

/** A token as it is to be written. Rejects when the key store refuses. */
export async function sealToken(
  token: string,
  protection: Exclude<TokenProtection, "memory">,
): Promise<SealedToken> {
  if (protection === "file") return { plain: token };
  return { encrypted: (await safeStorage.encryptStringAsync(token)).toString("base64") };
}

/**
 * The token that was written, or null when there is none, or none that can be read: it then counts
 * as absent. `stale`: it should be written anew, for better protection.
 */
export async function unsealToken(
  written: unknown,
  protection: Exclude<TokenProtection, "memory">,
): Promise<{ token: string; stale: boolean } | null> {
  const { data: sealed } = sealedSchema.safeParse(written);
  if (!sealed) return null;
  if ("plain" in sealed) return { token: sealed.plain, stale: protection === "key-store" };
  try {
    const encrypted = Buffer.from(sealed.encrypted, "base64");
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(encrypted);
    return { token: result, stale: shouldReEncrypt };
  } catch {
    return null;
  }
}
