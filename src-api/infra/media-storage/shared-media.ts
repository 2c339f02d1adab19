import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { minuteMs } from "#shared/durations.ts";
import type { Config } from "#api/config.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import type { Logger } from "#api/infra/services.ts";
import { hasFolder } from "#api/infra/folders.ts";
import { mediaFolderOf } from "./folder-storage.ts";
import { MediaStorageError } from "./media-storage-error.ts";

const short = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

const marksIn = (config: Pick<Config, "dataDir" | "mediaDir">) =>
  join(mediaFolderOf(config), "instances");

/** What the names of the connections of instances begin with: PostgreSQL lists them to other instances. */
const prefix = "ringside-media";

/** Rejects with a FolderError, or a MediaStorageError, where media cannot be stored in MEDIA_DIR: one that is not mounted is not made. */
export async function requireMediaDir({ mediaDir }: Pick<Config, "mediaDir">): Promise<void> {
  if (mediaDir === null) return;
  const wayOut = "or remove MEDIA_DIR: media are then stored in DATA_DIR.";
  const folder = { setting: "MEDIA_DIR", path: mediaDir, isWritten: true } as const;
  if (await hasFolder({ ...folder, wayOut: `Name a folder, ${wayOut}` })) return;
  throw new MediaStorageError(
    `There is no folder ${mediaDir} (MEDIA_DIR). Mount it or make it, ${wayOut}`,
  );
}

/**
 * Returns the name of this instance's connections to PostgreSQL, by which others know where it stores media: the bucket, or a mark
 * that it leaves in its folder.
 */
export async function markMedia(
  config: Pick<Config, "dataDir" | "mediaDir" | "mediaS3">,
): Promise<string> {
  const { dataDir, mediaS3 } = config;
  if (mediaS3) {
    const { endpoint, region, bucket, prefix: path } = mediaS3;
    return `${prefix} s3 ${short(JSON.stringify([endpoint, region, bucket, path]))}`;
  }
  const instance = short(`${hostname()}:${dataDir}`);
  // A copy of the folder has marks of former starts only.
  const start = randomBytes(8).toString("hex");
  await mkdir(marksIn(config), { recursive: true, mode: 0o700 });
  await writeFile(join(marksIn(config), instance), start, { mode: 0o600 });
  return `${prefix} ${instance} ${start}`;
}

type MediaContext = { database: Database; config: Pick<Config, "dataDir" | "mediaDir"> };

/** Returns whether another instance on the same database stores its media elsewhere. */
async function isSeparate({ database, config }: MediaContext, own: string): Promise<boolean> {
  const { rows } = (await database.execute(
    sql`select distinct application_name as name from pg_stat_activity
      where datname = current_database() and application_name like ${`${prefix} %`}`,
  )) as { rows: { name: string }[] }; // the result of both drivers
  const [, ownInstance] = own.split(" ");
  const isShared = async (name: string) => {
    const [, instance = "", start] = name.split(" ");
    if (name === own || (instance === ownInstance && instance !== "s3")) return true; // or its former process
    if (instance === "s3" || ownInstance === "s3") return false;
    return (await readFile(join(marksIn(config), instance), "utf8").catch(() => null)) === start;
  };
  const shared = await Promise.all(rows.map(({ name }) => isShared(name)));
  return !shared.every(Boolean);
}

/**
 * Warns, once, where another instance on the same database stores its media elsewhere, also one that joins later: each lacks what the
 * other one has stored. Returns a function that ends the watch.
 */
export async function watchSeparateMedia(
  context: MediaContext,
  own: string,
  { log, everyMs = minuteMs }: { log: Pick<Logger, "warn">; everyMs?: number },
): Promise<() => void> {
  const look = async () => {
    if (!(await isSeparate(context, own))) return;
    clearInterval(watch);
    log.warn(
      "another instance of this portal stores media elsewhere: pictures, videos and PDFs that one of them stores are missing (404) at the other. Give all instances one folder (MEDIA_DIR) or one bucket (MEDIA_S3_*), and start them again (docs/operation-advanced.md, Several instances)",
    );
  };
  // While the database does not answer, other things say so.
  const watch = setInterval(() => void look().catch(() => {}), everyMs).unref();
  await look();
  return () => clearInterval(watch);
}
