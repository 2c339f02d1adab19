import { createHash } from "node:crypto";
import { notInArray, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../../../infra/database/connect.ts";
import { announcements } from "../../announcements/schema.ts";
import { contentEntries, contentTags, contentTexts } from "../schema.ts";
import type { Localised } from "../../../infra/database/columns.ts";
import { readContent, type ReadAnnouncement, type ReadEntry } from "./read-content.ts";

/** Any number, the same in every process: imports run one at a time. */
const importLock = 7_252_002;

/** The value that was to be inserted into a column, for the update of a row that exists. */
const incoming = (column: PgColumn): SQL => sql`excluded.${sql.identifier(column.name)}`;

const countWords = (markdown: string) => markdown.split(/\s+/).filter(Boolean).length;

async function importTags(database: Database, tags: Record<string, Localised>) {
  const rows = Object.entries(tags).map(([id, name]) => ({ id, name }));
  await database.delete(contentTags).where(
    notInArray(
      contentTags.id,
      rows.map(({ id }) => id),
    ),
  );
  if (rows.length === 0) return;
  await database
    .insert(contentTags)
    .values(rows)
    .onConflictDoUpdate({ target: contentTags.id, set: { name: incoming(contentTags.name) } });
}

async function importEntries(database: Database, entries: ReadEntry[]) {
  const e = contentEntries;
  const kept = entries.map(({ kind, slug }) => `${kind}/${slug}`);
  await database.delete(e).where(notInArray(sql`${e.kind} || '/' || ${e.slug}`, kept));
  if (entries.length === 0) return;
  await database
    .insert(e)
    .values(entries.map(({ texts: _texts, ...row }) => row))
    .onConflictDoUpdate({
      target: [e.kind, e.slug],
      set: {
        publishedAt: incoming(e.publishedAt),
        author: incoming(e.author),
        tags: incoming(e.tags),
        motif: incoming(e.motif),
        details: incoming(e.details),
      },
    });
}

async function importTexts(database: Database, entries: ReadEntry[]) {
  const t = contentTexts;
  const rows = entries.flatMap(({ kind, slug, texts }) =>
    texts.map(({ language, body, front: { title, summary, ...details } }) => {
      const words = countWords(body);
      return { kind, slug, language, title, summary, body, words, details };
    }),
  );
  const kept = rows.map(({ kind, slug, language }) => `${kind}/${slug}/${language}`);
  const key = sql`${t.kind} || '/' || ${t.slug} || '/' || ${t.language}`;
  await database.delete(t).where(notInArray(key, kept));
  if (rows.length === 0) return;
  await database
    .insert(t)
    .values(rows)
    .onConflictDoUpdate({
      target: [t.kind, t.slug, t.language],
      set: {
        title: incoming(t.title),
        summary: incoming(t.summary),
        body: incoming(t.body),
        words: incoming(t.words),
        details: incoming(t.details),
      },
    });
}

/** An id that is always the same for a slug. */
function announcementId(slug: string): string {
  const hash = createHash("sha256").update(`announcement/${slug}`).digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}

/** Each announcement is imported once: one that was withdrawn does not come back. */
async function importAnnouncements(database: Database, read: ReadAnnouncement[]) {
  if (read.length === 0) return;
  await database
    .insert(announcements)
    .values(read.map(({ slug, ...row }) => ({ id: announcementId(slug), ...row })))
    .onConflictDoNothing();
}

/**
 * Brings the database to what the content folder holds: entries are added and renewed, those gone
 * from the folder are removed, all or nothing. Throws a ContentError that names file and field.
 */
export async function importContent(database: Database, folder: string): Promise<void> {
  const content = await readContent(folder);
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${importLock})`);
    await importTags(transaction, content.tags);
    await importEntries(transaction, content.entries);
    await importTexts(transaction, content.entries);
    await importAnnouncements(transaction, content.announcements);
  });
}
