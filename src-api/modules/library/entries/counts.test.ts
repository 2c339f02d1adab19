import { beforeEach, describe, expect, test } from "vitest";
import { listContent } from "#shared/api/library.ts";
import { eq, sql, type SQL } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { saveImported } from "#api/modules/library/import/imported-entry.ts";
import { contentCounts, contentEntries, contentListed } from "#api/modules/library/schema.ts";
import { removeEntries, saveEntries } from "#api/modules/library/library-sync.ts";
import type { NewEntry } from "./stored-entries.ts";
import { setPublishedAt } from "#api/cli/content/run-content-command.ts";

const portal = await forFile(createTestPortal());
beforeEach(() => portal.portal.database.delete(contentEntries));

const before = "2026-02-01T07:00:00Z";
const newEntry = (tags: string[], publishedAt: string | null = before): NewEntry => ({
  publishedAt: publishedAt === null ? null : new Date(publishedAt),
  author: "Ada",
  tags,
  motif: "jump",
  related: [],
  details: {},
  texts: [{ language: "en", title: "Jump", summary: "High", body: "Up", words: 1, details: {} }],
});

/** Writes entries of the content folder. */
const write = (entries: Record<string, NewEntry>) =>
  saveEntries(portal.portal.database, "blog", {
    entries: Object.entries(entries).map(([key, value]) => ({
      key,
      value,
      sourceHash: JSON.stringify(value),
    })),
    now: portal.portal.now(),
    portalLanguages: ["en", "pl"],
  });

/** Returns the number of posts, and of those with each tag. */
async function counts(query = ""): Promise<Record<string, number>> {
  const answer = await portal.app.inject(`/api/content/blog?${query}`);
  const { total, tags } = listContent.answer.parse(answer.json());
  return { total, ...Object.fromEntries(tags.map(({ id, count }) => [id, count])) };
}

describe("the counts of a list are right", () => {
  test("after writing, changing and removing entries of the folder", async () => {
    await write({ one: newEntry(["jumps", "turns"]), two: newEntry(["jumps"]) });
    expect(await counts()).toEqual({ total: 2, jumps: 2, turns: 1 });
    await write({ one: newEntry(["turns"]), three: newEntry(["starts"]) });
    expect(await counts()).toEqual({ total: 3, jumps: 1, turns: 1, starts: 1 });
    expect((await counts("tag=turns"))["total"]).toBe(1);
    await removeEntries(portal.portal.database, "blog", ["one", "two"]);
    expect(await counts()).toEqual({ total: 1, starts: 1 });
  });

  test("after an entry is published, withdrawn and imported again", async () => {
    const { database } = portal.portal;
    const imported = { kind: "blog", slug: "one", sourceHash: "1", tags: {} } as const;
    const now = portal.portal.now();
    const portalLanguages = ["en", "pl"] as const;
    const how = { replace: false, isDryRun: false, now, portalLanguages };
    await saveImported(database, [{ ...imported, value: newEntry(["jumps"], null) }], how);
    expect(await counts()).toEqual({ total: 0 });
    await setPublishedAt(
      database,
      { kind: "blog", slug: "one" },
      { publishedAt: new Date(before), now },
    );
    expect(await counts()).toEqual({ total: 1, jumps: 1 });
    await setPublishedAt(database, { kind: "blog", slug: "one" }, { publishedAt: null, now });
    expect(await counts()).toEqual({ total: 0 });
    const changed = { ...imported, sourceHash: "2", value: newEntry(["turns"]) };
    await saveImported(database, [changed], { ...how, replace: true });
    expect(await counts()).toEqual({ total: 1, turns: 1 });
  });

  test("as soon as the time of a scheduled entry comes", async () => {
    const at = new Date(portal.portal.now().getTime() + 60_000).toISOString();
    await write({ one: newEntry(["jumps"]), later: newEntry(["jumps", "turns"], at) });
    expect(await counts()).toEqual({ total: 1, jumps: 1 });
    expect((await counts("tag=turns"))["total"]).toBe(0);
    portal.advance(60_000);
    expect(await counts()).toEqual({ total: 2, jumps: 2, turns: 1 });
    expect((await counts("tag=turns"))["total"]).toBe(1);
  });

  test("for an entry that names a tag twice, and for one that is moved", async () => {
    const { database } = portal.portal;
    await write({ one: newEntry(["jumps", "jumps"]) });
    expect(await counts()).toEqual({ total: 1, jumps: 1 });
    await database.update(contentEntries).set({ author: "Eve" });
    await database.update(contentEntries).set({ publishedAt: new Date("2025-01-01T00:00:00Z") });
    expect(await counts()).toEqual({ total: 1, jumps: 1 });
  });

  test("when several processes write at the same time", async () => {
    const { database } = portal.portal;
    const slugs = Array.from({ length: 6 }, (_, at) => `entry-${at}`);
    const value = newEntry(["jumps", "turns"]);
    await Promise.all(slugs.map((slug) => write({ [slug]: value })));
    await Promise.all([
      database.delete(contentEntries).where(eq(contentEntries.slug, "entry-0")),
      database
        .update(contentEntries)
        .set({ tags: ["turns"] })
        .where(eq(contentEntries.slug, "entry-1")),
    ]);
    expect(await counts()).toEqual({ total: 5, jumps: 4, turns: 5 });
  });
});

test("the places and counts of lists are those of the entries after many changes", async () => {
  const { database } = portal.portal;
  const tags = ["a", "b", "c", "d"];
  for (let round = 0; round < 30; round++) {
    const chosen = tags.filter((_, at) => (round >> at) & 1);
    await write({
      [`entry-${round % 7}`]: newEntry(chosen, round % 5 ? before : null),
      [`entry-${round % 4}`]: newEntry(tags.slice(round % 4)),
    });
    if (round % 6 === 5) await removeEntries(database, "blog", [`entry-${round % 7}`]);
  }
  const listed = sql`select kind, slug, tag from ${contentListed}`;
  const wanted = sql`select kind, slug, unnest(array_append(tags, '')) from ${contentEntries} where published_at is not null`;
  const miscounted = sql`select kind from ${contentCounts} as counted where count <>
    (select count(*) from ${contentListed} as listed where listed.kind = counted.kind and listed.tag = counted.tag)`;
  const numberOf = async (rows: SQL) =>
    (await database.select({ count: sql<number>`count(*)::int` }).from(sql`(${rows}) as wrong`))[0]
      ?.count;
  expect(await numberOf(sql`${listed} except ${wanted}`)).toBe(0);
  expect(await numberOf(sql`${wanted} except ${listed}`)).toBe(0);
  expect(await numberOf(miscounted)).toBe(0);
  expect(await numberOf(listed)).toBeGreaterThan(10);
});
