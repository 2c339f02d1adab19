import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { hashToken } from "#api/infra/tokens.ts";
import { loadSecret } from "./secret-store.ts";
import { secrets } from "./schema.ts";

/** Length of the key in bytes: AES-256. */
const keyLength = 32;

const keyFile = "data-key";

/** Secret of the database that identifies the key which seals its data. */
const fingerprintName = "data-key-fingerprint";

/** Thrown when the key in DATA_DIR is not the key with which the database's data are sealed. */
export class DataKeyError extends Error {
  override name = "DataKeyError";
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;

function unless(code: string): (error: unknown) => null {
  return (error) => {
    if (hasCode(error, code)) return null;
    throw error;
  };
}

const whatToDo =
  "It opens second factors and queued mails with codes. Copy data-key from the DATA_DIR of another instance of this portal, or from its backup; docs/operation.md says what to do when it is lost.";

/** Returns the key that lies in the data folder; null if there is none. Throws a DataKeyError if it is not a key. */
async function findDataKey(dataDir: string): Promise<Buffer | null> {
  const file = join(dataDir, keyFile);
  const key = await readFile(file).catch((error: unknown) =>
    hasCode(error, "EISDIR") ? Buffer.alloc(0) : unless("ENOENT")(error),
  );
  if (key && key.length !== keyLength) {
    throw new DataKeyError(`${file} in DATA_DIR is not a key of ${keyLength} bytes. ${whatToDo}`);
  }
  return key;
}

/** Makes a key that only the owner of the process can read. Two processes that do so at once get the same one. */
async function createDataKey(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, keyFile);
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(draft, randomBytes(keyLength), { mode: 0o600, flag: "wx", flush: true });
  // Unlike a rename, a link does not replace the file that another process made meanwhile.
  await link(draft, file).catch(unless("EEXIST"));
  await rm(draft);
  return readFile(file);
}

/** Says whether a data folder belongs to a database: `unknown` before the first start with that database. */
export async function compareDataKey(
  database: Database,
  dataDir: string,
): Promise<"same" | "other" | "unknown"> {
  const fingerprint = await findFingerprint(database);
  if (fingerprint === null) return "unknown";
  const key = await findDataKey(dataDir);
  return key && fingerprintOf(key) === fingerprint ? "same" : "other";
}

const fingerprintOf = (key: Buffer): string => hashToken(key.toString("base64"));

async function findFingerprint(database: Database): Promise<string | null> {
  const [stored] = await database
    .select({ value: secrets.value })
    .from(secrets)
    .where(eq(secrets.name, fingerprintName));
  return stored?.value ?? null;
}

/**
 * Returns the key in the data folder that seals data of this database, and makes it for a database without
 * sealed data. Throws a DataKeyError if it is missing, or another one: second factors and mails with codes
 * could not be opened (docs/decisions/0006-durable-jobs.md).
 */
export async function openDataKey(database: Database, dataDir: string): Promise<Buffer> {
  let key = await findDataKey(dataDir);
  if (!key && (await findFingerprint(database))) {
    key = await findDataKey(dataDir); // perhaps another process has made both meanwhile
    if (!key) {
      throw new DataKeyError(
        `The key of this database, data-key, is missing in ${dataDir} (DATA_DIR). ${whatToDo}`,
      );
    }
  }
  key ??= await createDataKey(dataDir);
  const fingerprint = fingerprintOf(key);
  if ((await loadSecret(database, fingerprintName, fingerprint)) !== fingerprint) {
    throw new DataKeyError(
      `${join(dataDir, keyFile)} in DATA_DIR is not the key of this database: its data were sealed with another one. ${whatToDo}`,
    );
  }
  return key;
}
