import * as z from "zod/mini";
import type { ContentKind } from "#shared/content-kinds.ts";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { origins } from "#api/infra/database/columns.ts";
import type { MediaStorage } from "#api/infra/media-storage/media-storage.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import { maxBatch, type Outcome } from "#api/modules/library/import/imported-entry.ts";
import type { ImportedAuthor } from "#api/modules/library/import/read-authors.ts";
import type { ReadEntry } from "#api/modules/library/import/markdown-entry.ts";
import { ImagePreparer } from "#api/modules/library/import/prepare-images.ts";
import {
  openImport,
  type ImportDefaults,
  type ImportItem,
} from "#api/modules/library/import/read-import.ts";
import { defaultLanguage, isLanguage } from "#shared/languages.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import { newImportId } from "./take-back.ts";
import type { PortalAccess } from "./portal-access.ts";
import type { Report } from "./report.ts";

/** Most characters of texts in a batch, below what a command may have in bytes. */
const maxCharacters = 2_000_000;

export type ImportCommand = {
  /** Folder of Markdown, a Markdown file, or an export of Ghost. */
  path: string;
  kind: ContentKind;
  /** True if nobody chose the kind. */
  isKindAssumed: boolean;
  /** True to overwrite entries of the same slug. */
  replace: boolean;
  /** Addresses of the site that the texts come from. */
  sites: string[];
  /** True to write nothing. */
  isDryRun: boolean;
};

const outcomeSchema: z.ZodMiniType<Outcome> = z.union([
  z.object({ result: z.enum(["written", "replaced", "unchanged"]) }),
  z.object({ result: z.literal("taken"), by: z.enum(origins) }),
]);

type Item = ImportItem & { read: ReadEntry };

const charactersOf = ({ read }: Item) =>
  JSON.stringify(read.entry.metadata).length +
  read.entry.texts.reduce(
    (sum, { front, body }) => sum + body.length + JSON.stringify(front).length,
    0,
  );

/** Sends batches to the database, and counts what became of the entries. */
class Importer {
  /** Number of entries whose kind neither a folder nor front matter named. */
  assumedKind = 0;
  /** Number of addresses of the former site that lead to the entries. */
  redirected = 0;
  /** Entries that the portal has after the import, as `kind/slug`. */
  readonly present = new Set<string>();
  readonly counts = { written: 0, replaced: 0, unchanged: 0, refused: 0, authors: 0 };
  readonly #access: PortalAccess;
  readonly #id: string;
  readonly #command: ImportCommand;
  readonly #report: Report;
  readonly #images: ImagePreparer;
  readonly #storage: MediaStorage;
  constructor(
    access: PortalAccess,
    command: ImportCommand,
    { report, images, now }: { report: Report; images: ImagePreparer; now: Date },
  ) {
    this.#access = access;
    this.#id = newImportId(now);
    this.#command = command;
    this.#report = report;
    this.#images = images;
    this.#storage = openMediaStorage(access.config);
  }

  refuse(refusal: string): void {
    this.counts.refused += 1;
    this.#report.print(`refused: ${refusal}`);
  }

  printNotes(notes: readonly string[]): void {
    for (const note of notes) this.#report.print(note);
  }

  async #send(batch: Item[], isDryRun: boolean): Promise<Outcome[]> {
    const entries = batch.map(({ read }) => read.entry);
    const { replace } = this.#command;
    const importId = this.#id;
    const save = { command: "save" as const, entries, replace, isDryRun, importId };
    const lines = await this.#access.send(save);
    return lines.map((line) => outcomeSchema.parse(JSON.parse(line)));
  }

  /** Copies the files of media that a batch needs, before its entries name them. */
  async #storeMedia(batch: Item[]): Promise<void> {
    if (batch.every(({ read }) => Object.keys(read.media ?? {}).length === 0)) return;
    await this.#copyMedia(batch, await this.#send(batch, true));
  }

  async #copyMedia(batch: Item[], outcomes: Outcome[]): Promise<void> {
    for (const [at, { read }] of batch.entries()) {
      if (outcomes[at]?.result === "taken") continue;
      for (const [name, path] of Object.entries(read.media ?? {})) {
        await this.#storage.store(path, name);
      }
    }
  }

  async saveAuthors(all: readonly ImportedAuthor[]): Promise<void> {
    const { replace, isDryRun } = this.#command;
    for (let at = 0; at < all.length; at += maxBatch) {
      const authors = all.slice(at, at + maxBatch);
      const command = { command: "save-authors" as const, authors, replace, isDryRun };
      const lines = await this.#access.send(command);
      for (const [index, line] of lines.entries()) {
        const outcome = outcomeSchema.parse(JSON.parse(line));
        if (outcome.result !== "taken") this.counts.authors += 1;
        else {
          const path = `authors/${authors[index]?.slug}`;
          this.refuse(`${path}:1: it exists (origin: ${outcome.by}); --replace overwrites it`);
        }
      }
    }
  }

  async save(batch: Item[]): Promise<void> {
    const { isDryRun } = this.#command;
    if (!isDryRun) await this.#storeMedia(batch);
    const outcomes = await this.#send(batch, isDryRun);
    // what no entry named until now may have been removed meanwhile
    if (!isDryRun) await this.#copyMedia(batch, outcomes);
    // otherwise all images of the import would lie beside the stored ones until its end
    await this.#images.release(batch.flatMap(({ read }) => Object.values(read.media ?? {})));
    for (const [at, { path, read, notes }] of batch.entries()) {
      const outcome = outcomes[at];
      this.present.add(`${read.entry.kind}/${read.entry.slug}`);
      if (outcome?.result === "taken") {
        const { kind, slug } = read.entry;
        this.refuse(
          `${path}:1: ${kind}/${slug} exists (origin: ${outcome.by}); --replace overwrites it`,
        );
        continue;
      }
      this.printNotes(notes);
      if (outcome) this.counts[outcome.result] += 1;
      this.redirected += read.entry.addresses?.length ?? 0;
      if (outcome && read.hasAssumedKind) this.assumedKind += 1;
    }
  }
}

/** Reads the next batch while the one before is written. */
async function saveAll(items: AsyncIterable<ImportItem>, importer: Importer, onRead: () => void) {
  let batch: Item[] = [];
  let characters = 0;
  let saving = Promise.resolve();
  const flush = async () => {
    const next = batch;
    [batch, characters] = [[], 0];
    await saving;
    if (next.length > 0) saving = importer.save(next);
    // awaited by the next flush; without this a failure before that would end the process
    saving.catch(() => {});
  };
  for await (const item of items) {
    const { read, refusal } = item;
    if (read) {
      batch.push({ ...item, read });
      characters += charactersOf({ ...item, read });
    } else if (refusal !== null) importer.refuse(refusal);
    else importer.printNotes(item.notes);
    onRead();
    if (batch.length >= maxBatch || characters > maxCharacters) await flush();
  }
  await flush();
  await saving;
}

/**
 * Imports entries into the library. Every entry is written as a whole or not at all, in batches, so that an import
 * that was killed can be repeated. Returns whether everything was accepted. Rejects with a CommandError if there is nothing
 * to import at the path.
 */
export async function importContent(
  access: PortalAccess,
  command: ImportCommand,
  report: Report,
): Promise<boolean> {
  const [time = "", author = "", timeZone = "", lead] = await access.send({ command: "portal" });
  const now = new Date(time);
  const images = new ImagePreparer();
  try {
    return await importSource(access, command, {
      report,
      author,
      timeZone,
      // A portal of an older version does not name it.
      language: isLanguage(lead) ? lead : defaultLanguage,
      now,
      images,
      sites: command.sites,
      seenTags: new Map(),
    });
  } finally {
    await images.close();
  }
}

async function importSource(
  access: PortalAccess,
  command: ImportCommand,
  { report, ...defaults }: { report: Report } & Omit<ImportDefaults, "kind">,
): Promise<boolean> {
  const source = await openImport(command.path, { kind: command.kind, ...defaults }).catch(
    (error: unknown) => {
      throw error instanceof ContentError ? new CommandError(error.message) : error;
    },
  );
  const importer = new Importer(access, command, { report, ...defaults });
  for (const refusal of source.refusals) importer.refuse(refusal);
  importer.printNotes(source.notes);
  await importer.saveAuthors(source.authors);
  let done = 0;
  await saveAll(source.items, importer, () => report.advance((done += 1), source.total));
  report.end();
  const { written, replaced, unchanged, refused, authors } = importer.counts;
  for (const line of await access.send({ command: "missing-links" })) report.print(line);
  for (const [entry, path] of source.links.used) {
    if (!importer.present.has(entry))
      report.print(`${path}: link to ${entry}: it was not imported`);
  }
  if (authors > 0) report.print(`Authors: ${authors}.`);
  if (importer.redirected > 0) {
    report.print(`Addresses of the former site that lead to them: ${importer.redirected}.`);
  }
  if (importer.assumedKind > 0 && command.isKindAssumed) {
    report.print(
      `Kind: ${command.kind} for ${importer.assumedKind}, as neither folder, front matter nor --kind names one.`,
    );
  }
  if (replaced > 0) {
    report.print(
      `Overwritten: ${replaced}. Taking this import back leaves them as they are, as what they were before is not kept.`,
    );
  }
  report.print(`${written + replaced} imported, ${unchanged} unchanged, ${refused} refused.`);
  return refused === 0;
}
