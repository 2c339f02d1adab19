import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { json } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import packageJson from "../../../package.json" with { type: "json" };
import { BackupError } from "./backup-error.ts";
import { readArchive, type Entry, type NewEntry } from "./archive.ts";

/** Path of the manifest, the first file of a backup. */
const manifestPath = "manifest.json";
export const databasePath = "database";
/** Where the files of DATA_DIR lie in a backup. */
export const dataPrefix = "data/";

const isSafePath = (path: string) =>
  path === databasePath ||
  (path.startsWith(dataPrefix) &&
    // Separates folders on Windows.
    !path.includes("\\") &&
    path.split("/").every((part) => part !== "" && part !== "." && part !== ".."));

/** What a backup says about its database. */
const databaseSchema = z.object({
  /** `embedded`: the data folder of PGlite, as tar.gz. `postgresql`: pg_dump's custom format. */
  kind: z.enum(["embedded", "postgresql"]),
  /** Major version of PostgreSQL. */
  version: z.int(),
  /** When the newest migration was generated, which identifies it; in ms. */
  newestMigration: z.number(),
});

export type BackupDatabase = z.infer<typeof databaseSchema>;

const manifestSchema = z.object({
  format: z.literal("portal-backup"),
  formatVersion: z.literal(1),
  createdAt: z.iso.datetime(),
  portalVersion: z.string(),
  database: databaseSchema,
  files: z.array(
    z.object({
      path: z.string().check(z.refine(isSafePath)),
      size: z.int(),
      sha256: z.string(),
    }),
  ),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** Reads a stream to its end, and returns the hash of the content. */
async function hashOf(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of content) hash.update(chunk);
  return hash.digest("hex");
}

/** Returns the manifest of a backup with these files, as its first file. */
export async function manifestEntry(
  files: readonly { path: string; from: string }[],
  database: BackupDatabase,
): Promise<NewEntry> {
  const listed: Manifest["files"] = [];
  for (const { path, from } of files) {
    const sha256 = await hashOf(createReadStream(from));
    listed.push({ path, size: (await stat(from)).size, sha256 });
  }
  const manifest: Manifest = {
    format: "portal-backup",
    formatVersion: 1,
    createdAt: new Date().toISOString(),
    portalVersion: packageJson.version,
    database,
    files: listed,
  };
  return { path: manifestPath, from: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) };
}

async function parseManifest(file: string, first: Entry | undefined): Promise<Manifest> {
  try {
    if (first?.path !== manifestPath) throw new Error("no manifest");
    return manifestSchema.parse(await json(first.content));
  } catch (cause) {
    throw new BackupError(
      `${file} is not a backup of a portal, or it was made by a newer version of the portal.`,
      { cause },
    );
  }
}

/** Compares all of a backup with its manifest, which it returns. Throws a BackupError. */
export async function verifyBackup(file: string): Promise<Manifest> {
  const damaged = (cause?: unknown) =>
    new BackupError(`${file} is damaged: make a new copy of it, or take another one.`, { cause });
  const entries = readArchive(file);
  try {
    const { value: first } = await entries.next();
    const manifest = await parseManifest(file, first);
    const found: [path: string, sha256: string][] = [];
    for await (const { path, content } of entries) {
      const sha256 = await hashOf(content).catch((cause: unknown) =>
        Promise.reject(damaged(cause)),
      );
      found.push([path, sha256]);
    }
    const listed = manifest.files.map(({ path, sha256 }) => [path, sha256]);
    if (!isDeepStrictEqual(found, listed)) throw damaged();
    return manifest;
  } finally {
    await entries.return(undefined); // closes the file
  }
}
