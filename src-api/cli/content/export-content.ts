import { createWriteStream } from "node:fs";
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod/mini";
import { contentKindSchema } from "#shared/api/library.ts";
import { contentFolderOf } from "#api/infra/content-folder/content-folder.ts";
import { isMissing } from "#api/infra/content-folder/entry-files.ts";
import type { MediaStorage } from "#api/infra/media-storage/media-storage.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import type { EntryFolder } from "#api/modules/library/entries/stored-entries.ts";
import { pathInFolder } from "#api/modules/library/media/media-files.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import type { PortalAccess } from "./portal-access.ts";
import type { Report } from "./report.ts";

const entrySchema: z.ZodMiniType<EntryFolder> = z.object({
  path: z.string(),
  texts: z.record(z.string(), z.string()),
  media: z.record(z.string(), z.nullable(z.string())),
});

const tagsSchema = z.record(z.string(), z.unknown());

async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw new CommandError(`${folder} is not a folder.`);
  });
  if (found.length > 0) throw new CommandError(`${folder} is not empty.`);
}

/** Copies a stored file, or one of the content folder. Returns false if it is missing. */
async function copyMedia(
  storage: MediaStorage,
  from: { folder: string; name: string; stored: string | null },
  target: string,
): Promise<boolean> {
  if (from.stored !== null) {
    const body = await storage.read(from.stored, null);
    if (body) await pipeline(body, createWriteStream(target));
    return body !== null;
  }
  return copyFile(await pathInFolder(from.folder, from.name), target).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
}

/** Writes the files of an entry. Returns the names of files of media that are missing. */
async function writeEntry(
  { config }: PortalAccess,
  { folder, storage }: { folder: string; storage: MediaStorage },
  { path, texts, media }: EntryFolder,
): Promise<string[]> {
  const target = join(folder, path);
  await mkdir(target, { recursive: true });
  for (const [name, text] of Object.entries(texts)) await writeFile(join(target, name), text);
  const missing: string[] = [];
  for (const [name, stored] of Object.entries(media)) {
    const from = { folder: join(contentFolderOf(config), path), name, stored };
    if (!(await copyMedia(storage, from, join(target, name)))) missing.push(`${path}/${name}`);
  }
  return missing;
}

const parseFolder = (line: string) => entrySchema.parse(JSON.parse(line));

async function* readEntries({ send }: PortalAccess): AsyncGenerator<EntryFolder> {
  let after: { kind: z.infer<typeof contentKindSchema>; slug: string } | null = null;
  for (;;) {
    const lines: string[] = await send({ command: "page", after });
    const entries = lines.map(parseFolder);
    yield* entries;
    const [kind, slug = ""] = entries.at(-1)?.path.split("/") ?? [];
    if (kind === undefined) return;
    after = { kind: contentKindSchema.parse(kind), slug };
  }
}

/** Returns false if a file of media was missing. Writes the format of the content folder into an empty folder. */
export async function exportContent(
  access: PortalAccess,
  { folder }: { folder: string },
  report: Report,
): Promise<boolean> {
  await requireEmpty(folder);
  await mkdir(folder, { recursive: true });
  const [tags = "{}"] = await access.send({ command: "tags" });
  const named = tagsSchema.parse(JSON.parse(tags));
  await writeFile(join(folder, "tags.json"), `${JSON.stringify(named, null, 2)}\n`);
  const [redirects = ""] = await access.send({ command: "redirects" });
  if (redirects !== "") await writeFile(join(folder, "redirects.csv"), redirects);
  const target = { folder, storage: openMediaStorage(access.config) };
  const authors = (await access.send({ command: "authors" })).map(parseFolder);
  for (const author of authors) await writeEntry(access, target, author);
  const [total] = await access.send({ command: "count" });
  let count = 0;
  let missing = 0;
  for await (const entry of readEntries(access)) {
    for (const path of await writeEntry(access, target, entry)) {
      report.print(`missing: ${path}`);
      missing += 1;
    }
    count += 1;
    report.advance(count, Number(total));
  }
  report.end();
  if (authors.length > 0) report.print(`Authors: ${authors.length}.`);
  report.print(
    `${count} entries exported to ${folder}${missing ? `, ${missing} files missing` : ""}.`,
  );
  return missing === 0;
}
