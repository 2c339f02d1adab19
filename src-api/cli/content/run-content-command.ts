import { leadLanguage } from "#shared/languages.ts";
import { formatAppointment } from "#shared/formats.ts";
import { commandActor, recordAct } from "#api/infra/audit/record-act.ts";
import type { ActDetails, ActName } from "#shared/api/audit.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { authorFolder, listAuthors, saveImportedAuthors } from "#api/modules/library/authors.ts";
import { hashAuthor, parseImportedAuthor } from "#api/modules/library/import/read-authors.ts";
import { listMissingRelated } from "#api/modules/library/related.ts";
import { contentEntries } from "#api/modules/library/schema.ts";
import {
  entryFolder,
  listEntries,
  listStored,
  listTags,
} from "#api/modules/library/entries/stored-entries.ts";
import {
  isWritten,
  saveImported,
  type Outcome,
  hashImported,
  parseImported,
} from "#api/modules/library/import/imported-entry.ts";
import { exportRedirects } from "#api/modules/redirects/module.ts";
import { alignColumns } from "#api/cli/channel/align-columns.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import { minuteIn } from "#api/cli/channel/days.ts";
import { listImports, undoImport } from "./take-back.ts";
import type { CommandContext } from "#api/cli/channel/own-database.ts";
import type { ContentCommand } from "./content-command.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { and, eq, ne, sql } from "#api/infra/database/drizzle.ts";

const record = (database: Database, act: ActName, at: Date, details: ActDetails) =>
  recordAct(database, { act, at, actor: commandActor, subjectId: null, details });

type Command<Name> = Extract<ContentCommand, { command: Name }>;

/** Number of entries that an export reads at a time. */
const pageSize = 50;

const heading = ["KIND", "SLUG", "TITLE", "LANGUAGES", "PUBLISHED", "ORIGIN"];

async function list({ database, now, brand }: CommandContext, { kind, json }: Command<"list">) {
  const entries = await listEntries(database, kind);
  if (json) {
    const lines = entries.map((entry) => `  ${JSON.stringify(entry)}`);
    return ["[", ...lines.map((line, at) => (at < lines.length - 1 ? `${line},` : line)), "]"];
  }
  if (entries.length === 0) return ["There are no entries."];
  const time = now();
  const published = (at: Date | null) => {
    if (at === null) return "-";
    const minute = minuteIn(at, brand.timeZone);
    return at > time ? `${minute} (scheduled)` : minute;
  };
  return alignColumns([
    heading,
    ...entries.map(({ kind: of, slug, title, languages, publishedAt, origin }) => [
      of,
      slug,
      title,
      languages.join(" "),
      published(publishedAt),
      origin,
    ]),
  ]);
}

const writtenOf = (outcomes: readonly Outcome[]): number => outcomes.filter(isWritten).length;

async function save(
  { brand, database, now }: CommandContext,
  command: Command<"save">,
): Promise<string[]> {
  const { entries, replace, isDryRun, importId } = command;
  const checked = entries.map((entry) => ({
    kind: entry.kind,
    slug: entry.slug,
    tags: entry.tags,
    sourceHash: hashImported(entry),
    value: parseImported(entry),
    addresses: entry.addresses,
  }));
  const outcomes = await database.transaction(async (tx) => {
    const saved = await saveImported(tx, checked, {
      replace,
      isDryRun,
      importId,
      now: now(),
      portalLanguages: brand.languages,
    });
    const written = writtenOf(saved);
    if (written > 0 && !isDryRun) await record(tx, "content-imported", now(), { written });
    return saved;
  });
  return outcomes.map((outcome) => JSON.stringify(outcome));
}

async function saveAuthors({ database, now }: CommandContext, command: Command<"save-authors">) {
  const authors = command.authors.map((author) => ({
    key: author.slug,
    sourceHash: hashAuthor(author),
    value: parseImportedAuthor(author),
  }));
  const outcomes = await database.transaction(async (tx) => {
    const saved = await saveImportedAuthors(tx, authors, command);
    const written = writtenOf(saved);
    if (written > 0 && !command.isDryRun) {
      await record(tx, "content-imported", now(), { authors: written });
    }
    return saved;
  });
  return outcomes.map((outcome) => JSON.stringify(outcome));
}

async function publish({ brand, database, now }: CommandContext, command: Command<"publish">) {
  const { kind, slug, at } = command;
  const time = now();
  const publishedAt = at === null ? null : at === "now" ? time : new Date(at);
  const origin = await database.transaction(async (tx) => {
    const found = await setPublishedAt(tx, { kind, slug }, { publishedAt, now: time });
    if (found === null || found === "folder") return found;
    const act = publishedAt ? "content-published" : "content-withdrawn";
    await record(tx, act, time, { entry: `${kind}/${slug}` });
    return found;
  });
  if (origin === null) throw new CommandError(`There is no entry ${kind}/${slug}.`);
  if (origin === "folder") {
    throw new CommandError(
      `${kind}/${slug} comes from the content folder, which decides when it appears: change publishedAt in its entry.json, and synchronise.`,
    );
  }
  if (publishedAt === null) return [`${kind}/${slug} is withdrawn.`];
  const words = formatAppointment(publishedAt.toISOString(), "en", brand.timeZone);
  return [
    publishedAt > time
      ? `${kind}/${slug} appears on ${words}.`
      : `${kind}/${slug} is published as of ${words}.`,
  ];
}

/** Runs a command and returns the lines to print. Throws a CommandError. */
export async function runContentCommand(
  context: CommandContext,
  command: ContentCommand,
): Promise<string[]> {
  switch (command.command) {
    case "list":
      return list(context, command);
    case "save":
      return save(context, command);
    case "page": {
      const entries = await listStored(context.database, command.after, pageSize);
      return entries.map((entry) => JSON.stringify(entryFolder(entry)));
    }
    case "imports":
      return listImports(context);
    case "take-back":
      return undoImport(context, command);
    case "portal":
      return [
        context.now().toISOString(),
        context.brand.name,
        context.brand.timeZone,
        leadLanguage(context.brand.languages),
      ];
    case "count":
      return [`${await context.database.$count(contentEntries)}`];
    case "tags":
      return [JSON.stringify(await listTags(context.database))];
    case "redirects":
      return [await exportRedirects(context.database)];
    case "authors":
      return (await listAuthors(context.database)).map((it) => JSON.stringify(authorFolder(it)));
    case "save-authors":
      return saveAuthors(context, command);
    case "missing-links":
      return listMissingRelated(context.database, ["import"]);
    case "publish":
      return publish(context, command);
  }
}

const entry = contentEntries;

/**
 * Sets when an entry appears; null withdraws it. Leaves entries of the content folder unchanged. Returns the entry's
 * origin, or null if there is no such entry.
 */
export async function setPublishedAt(
  database: Database,
  { kind, slug }: { kind: ContentKind; slug: string },
  { publishedAt, now }: { publishedAt: Date | null; now: Date },
) {
  const isWanted = and(eq(entry.kind, kind), eq(entry.slug, slug));
  const [changed] = await database
    .update(entry)
    .set({
      publishedAt,
      ...(publishedAt && {
        appearedAt: sql`coalesce(${entry.appearedAt}, ${now.toISOString()}::timestamptz)`,
      }),
    })
    .where(and(isWanted, ne(entry.origin, "folder")))
    .returning({ origin: entry.origin });
  const [found = changed] = changed
    ? []
    : await database.select({ origin: entry.origin }).from(entry).where(isWanted);
  return found?.origin ?? null;
}
