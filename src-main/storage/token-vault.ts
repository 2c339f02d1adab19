import { safeStorage } from "electron";
import * as z from "zod/mini";
import { logFailure } from "../log.ts";

/**
 * Where the token lies: encrypted with the system's key store; readable in a file that only this
 * user may read, because there is no key store or because it does not answer; or nowhere but in memory.
 */
export type TokenProtection = "key-store" | "file" | "unanswered" | "memory";
export type DiskProtection = Exclude<TokenProtection, "memory">;

/** The token as it lies in the file: encrypted (base64), or as it is where there is no key store. */
const sealedSchema = z.union([
  z.object({ encrypted: z.string() }),
  z.object({ plain: z.string() }),
]);

type SealedToken = z.infer<typeof sealedSchema>;

/** ms that the key store has for an answer: it may wait for a password that nobody types. */
const longestWait = 5_000;

class UnansweredError extends Error {
  override name = "UnansweredError";
}

/**
 * What the key store answers. Rejects with an UnansweredError when it takes too long; `late` is called
 * once it has answered after all.
 */
async function answered<T>(answer: Promise<T>, late: (result: T) => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new UnansweredError(`the key store has not answered for ${longestWait} ms`));
      answer.then(late, (error) => logFailure("The key store has refused", error));
    }, longestWait);
  });
  return Promise.race([answer, tooLong]).finally(() => clearTimeout(timer));
}

/** Chromium's mark of texts that Linux encrypts with a key that stands in Chromium's source. */
const knownKeyMark = "v10";

/**
 * Whether encryption protects anything. On Linux it is always available: with no secret service
 * behind D-Bus, a key that everybody knows is used. `getSelectedStorageBackend` tells only what the
 * desktop's name suggests, `basic_text` for Sway or Hyprland whose secret service works; so what was
 * encrypted is asked.
 */
async function encryptionProtects(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
  if (process.platform !== "linux") return true;
  const sample = await safeStorage.encryptStringAsync("sample");
  return !sample.toString("latin1").startsWith(knownKeyMark);
}

/** How well the key store protects a token, however long it takes to answer. */
async function finalProtection(): Promise<DiskProtection> {
  try {
    return (await encryptionProtects()) ? "key-store" : "file";
  } catch (error) {
    logFailure("The sign-in is stored unencrypted", error);
    return "file";
  }
}

/**
 * How well a token that is written now is protected on disk; `late` gets what a key store says that
 * answers only afterwards. To be asked once the app is ready.
 */
export async function diskProtection(
  late: (protection: DiskProtection) => void,
): Promise<DiskProtection> {
  try {
    return await answered(finalProtection(), late);
  } catch (error) {
    logFailure("The sign-in is stored unencrypted", error);
    return "unanswered";
  }
}

/**
 * A token as it is to be written, and how well it is then protected: worse than asked for when the key
 * store does not answer any more; `late` then gets the encrypted one if it comes after all. Rejects when
 * the key store refuses.
 */
export async function sealToken(
  token: string,
  protection: DiskProtection,
  late: (sealed: SealedToken) => void,
): Promise<{ sealed: SealedToken; protection: DiskProtection }> {
  if (protection !== "key-store") return { sealed: { plain: token }, protection };
  const encrypting = safeStorage.encryptStringAsync(token);
  const sealing = encrypting.then((bytes) => ({ encrypted: bytes.toString("base64") }));
  try {
    return { sealed: await answered(sealing, late), protection };
  } catch (error) {
    if (!(error instanceof UnansweredError)) throw error;
    logFailure("The sign-in is stored unencrypted", error);
    return { sealed: { plain: token }, protection: "unanswered" };
  }
}

/** Whether the token that was written can be read without the key store. */
export const isReadable = (written: unknown): boolean => {
  const { data: sealed } = sealedSchema.safeParse(written);
  return sealed !== undefined && "plain" in sealed;
};

/** A token that was written. `stale`: it should be written anew where there is a key store. */
export type UnsealedToken = { token: string; stale: boolean };

/**
 * The token that was written, or null when there is none, or none that can be read: it then counts
 * as absent, unless the key store gives it to `late`.
 */
export async function unsealToken(
  written: unknown,
  late: (unsealed: UnsealedToken) => void,
): Promise<UnsealedToken | null> {
  const { data: sealed } = sealedSchema.safeParse(written);
  if (!sealed) return null;
  if ("plain" in sealed) return { token: sealed.plain, stale: true };
  const decrypting = safeStorage.decryptStringAsync(Buffer.from(sealed.encrypted, "base64"));
  const unsealing = decrypting.then((decrypted) => ({
    token: decrypted.result,
    stale: decrypted.shouldReEncrypt,
  }));
  try {
    return await answered(unsealing, late);
  } catch (error) {
    logFailure("The stored sign-in could not be read", error);
    return null;
  }
}
