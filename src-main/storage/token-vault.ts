import { safeStorage } from "electron";
import * as z from "zod/mini";
import { logFailure } from "../log.ts";

/**
 * How the token is stored: encrypted by the system's key store (`key-store`); unencrypted in a file that
 * only this user may read, because there is no key store (`file`) or it does not answer (`unanswered`);
 * or not at all (`memory`).
 */
export type TokenProtection = "key-store" | "file" | "unanswered" | "memory";
export type DiskProtection = Exclude<TokenProtection, "memory">;

/** The token in the file: encrypted (base64), or plain if there is no key store. */
const sealedSchema = z.union([
  z.object({ encrypted: z.string() }),
  z.object({ plain: z.string() }),
]);

type SealedToken = z.infer<typeof sealedSchema>;

/** Time to wait for the key store: it may show a password prompt that nobody answers. */
const maxWaitMs = 5_000;

class UnansweredError extends Error {
  override name = "UnansweredError";
}

/** Rejects with an UnansweredError on a timeout; `onLate` gets an answer that arrives afterwards. */
async function answered<T>(answer: Promise<T>, onLate: (result: T) => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new UnansweredError(`the key store has not answered for ${maxWaitMs} ms`));
      answer.then(onLate, (error) => logFailure("The key store has refused", error));
    }, maxWaitMs);
  });
  return Promise.race([answer, tooLong]).finally(() => clearTimeout(timer));
}

/** Prefix of texts that Chromium encrypts on Linux with a key from its own source code. */
const knownKeyMark = "v10";

/**
 * Returns whether encryption protects the token. On Linux encryption is always available, but without a
 * secret service on D-Bus it uses a publicly known key. `getSelectedStorageBackend` only guesses from the
 * desktop's name (`basic_text` for Sway or Hyprland, even if their secret service works), so a sample is
 * encrypted and inspected.
 */
async function encryptionProtects(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
  if (process.platform !== "linux") return true;
  const sample = await safeStorage.encryptStringAsync("sample");
  return !sample.toString("latin1").startsWith(knownKeyMark);
}

/** Returns how a token would be stored, without a timeout. */
async function finalProtection(): Promise<DiskProtection> {
  try {
    return (await encryptionProtects()) ? "key-store" : "file";
  } catch (error) {
    logFailure("The sign-in is stored unencrypted", error);
    return "file";
  }
}

/** Returns how a token written now would be stored; `onLate` gets a later answer. Requires the app to be ready. */
export async function diskProtection(
  onLate: (protection: DiskProtection) => void,
): Promise<DiskProtection> {
  try {
    return await answered(finalProtection(), onLate);
  } catch (error) {
    logFailure("The sign-in is stored unencrypted", error);
    return "unanswered";
  }
}

/**
 * Prepares a token for writing and returns how it is protected. If the key store times out, the token is
 * left unencrypted, and `onLate` gets the encrypted one if it arrives afterwards. Rejects if the key store
 * refuses.
 */
export async function sealToken(
  token: string,
  protection: DiskProtection,
  onLate: (sealed: SealedToken) => void,
): Promise<{ sealed: SealedToken; protection: DiskProtection }> {
  if (protection !== "key-store") return { sealed: { plain: token }, protection };
  const encrypting = safeStorage.encryptStringAsync(token);
  const sealing = encrypting.then((bytes) => ({ encrypted: bytes.toString("base64") }));
  try {
    return { sealed: await answered(sealing, onLate), protection };
  } catch (error) {
    if (!(error instanceof UnansweredError)) throw error;
    logFailure("The sign-in is stored unencrypted", error);
    return { sealed: { plain: token }, protection: "unanswered" };
  }
}

/** Returns whether a stored token can be read without the key store. */
export const isReadable = (written: unknown): boolean => {
  const { data: sealed } = sealedSchema.safeParse(written);
  return sealed !== undefined && "plain" in sealed;
};

/** A token from the file. `stale`: it should be written again if there is a key store. */
export type UnsealedToken = { token: string; stale: boolean };

/** Returns the stored token, or null if it cannot be read. `onLate` receives a token that arrives after the timeout. */
export async function unsealToken(
  written: unknown,
  onLate: (unsealed: UnsealedToken) => void,
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
    return await answered(unsealing, onLate);
  } catch (error) {
    logFailure("The stored sign-in could not be read", error);
    return null;
  }
}
