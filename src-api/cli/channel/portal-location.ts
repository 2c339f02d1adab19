import * as z from "zod/mini";
import type { Config } from "#api/config.ts";

type Settings = Pick<Config, "dataDir" | "databaseUrl" | "mediaDir" | "mediaS3">;

/** Settings that commands send along, so that the running API refuses commands run with other settings. */
export const portalLocationSchema = z.object({
  /** Null: whatever the running API uses. */
  database: z.nullable(z.string()),
  media: z.string(),
});
export type PortalLocation = z.infer<typeof portalLocationSchema>;

/** Returns the locations of a portal's database and media, without passwords. */
export function locationOf({
  databaseUrl,
  mediaDir,
  mediaS3,
}: Omit<Settings, "dataDir">): PortalLocation {
  const url = databaseUrl === null ? null : new URL(databaseUrl);
  const database =
    url && `${decodeURIComponent(url.pathname.slice(1))} on ${url.host || "this machine"}`;
  const media = mediaS3
    ? `${mediaS3.bucket}/${mediaS3.prefix} on ${mediaS3.endpoint ?? `Amazon S3, ${mediaS3.region}`}`
    : (mediaDir ?? "DATA_DIR");
  return { database, media };
}

/** Returns the line by which a command says which portal it speaks to. */
export function describePortal(settings: Settings): string {
  const { database } = locationOf(settings);
  const { dataDir } = settings;
  return database
    ? `Portal: database ${database}, DATA_DIR ${dataDir}`
    : `Portal: DATA_DIR ${dataDir}`;
}

/** What to do when a command does not find the portal that was meant. */
export const settingsAdvice =
  "Commands need the settings that the portal runs with: name their file with --env-file or in RINGSIDE_ENV.";

/** Returns why a command that was run with the settings `wanted` is not for this portal; null if it is. */
export function differenceOf(own: PortalLocation, wanted: PortalLocation): string | null {
  if (wanted.database !== null && wanted.database !== own.database) {
    return `The portal that runs with this DATA_DIR uses ${own.database ? `the database ${own.database}` : "the embedded database"}, but DATABASE_URL of the command names ${wanted.database}. ${settingsAdvice}`;
  }
  if (wanted.media !== own.media) {
    return `The portal that runs with this DATA_DIR stores media in ${own.media}, but the command would use ${wanted.media}. ${settingsAdvice}`;
  }
  return null;
}
