import { createHash } from "node:crypto";
import * as z from "zod/mini";
import {
  parseMetadata,
  parseTexts,
  type EntryFiles,
  type MarkdownText,
} from "#api/infra/content-folder/entry-files.ts";
import { folderSync } from "#api/infra/content-folder/folder-sync.ts";
import type { ContentSync } from "#api/infra/content-folder/sync-content.ts";
import type { Localised } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  findStored,
  listFolderIds,
  removeFromFolder,
  saveFromFolder,
  type AnnouncementText,
} from "./announcements.ts";

const metadataSchema = z.strictObject({ publishedAt: z.iso.datetime() });
const frontSchema = z.strictObject({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
});

type Text = MarkdownText<z.infer<typeof frontSchema>>;

/** Returns the id of the announcement with a slug: a UUID of version 8, made of the slug. */
export function announcementId(slug: string): string {
  const hash = createHash("sha256").update(`announcement/${slug}`).digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}

async function parseAnnouncement(files: EntryFiles): Promise<AnnouncementText> {
  const { publishedAt } = parseMetadata(files, metadataSchema);
  const texts = await parseTexts(files, frontSchema);
  const localised = (pick: (text: Text) => string): Localised =>
    Object.fromEntries(texts.map((text) => [text.language, pick(text)]));
  return {
    publishedAt: new Date(publishedAt),
    title: localised(({ front }) => front.title),
    body: localised(({ body }) => body),
  };
}

/** Returns the sync with `announcements/<slug>/` of a content folder: `entry.json` and Markdown files. */
export const announcementSync = (database: Database, root: string): ContentSync =>
  folderSync(root, {
    part: "announcements",
    keyOf: announcementId,
    find: (ids) => findStored(database, ids),
    parse: parseAnnouncement,
    save: (entries) => saveFromFolder(database, entries),
    listOwnKeys: () => listFolderIds(database),
    remove: (ids) => removeFromFolder(database, ids),
  });
