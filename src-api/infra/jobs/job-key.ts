import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../database/connect.ts";
import { loadSecret } from "../secrets/secret-store.ts";
import type { Logger } from "../services.ts";
import { hashToken } from "../tokens.ts";

/** Length of the key in bytes: AES-256. */
const keyLength = 32;

const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/**
 * Returns the key of sealed payloads from the data folder, where only the owner can read it; creates
 * it if it is missing. Two processes that start at once get the same key. Throws if the file contains
 * something else.
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

/**
 * Logs a warning if other processes on this database seal jobs with another key: this one cannot send
 * their mails with codes, nor they its own (docs/decisions/0006-durable-jobs.md).
 */
export async function warnOfOtherJobKey(
  database: Database,
  key: Buffer,
  log: Pick<Logger, "warn">,
): Promise<void> {
  const fingerprint = hashToken(key.toString("base64"));
  if ((await loadSecret(database, "job-key-fingerprint", fingerprint)) === fingerprint) return;
  log.warn(
    "The job-key in DATA_DIR is not the one that this database was first used with: mails with codes are delayed or lost. Share DATA_DIR between all processes, or copy the file",
  );
}
