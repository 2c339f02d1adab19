import { describe, expect, test } from "vitest";
import { desc, sql } from "#api/infra/database/drizzle.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { typeContent } from "#api/testing/content-commands.ts";
import { entryJson, markdown } from "#api/testing/sample-content.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { contentAuthors, contentEntries } from "#api/modules/library/schema.ts";

const portal = await forFile(createTestPortal());

const newest = async () => {
  const { database } = portal.portal;
  const [entry] = await database
    .select()
    .from(auditEntries)
    .orderBy(desc(auditEntries.id))
    .limit(1);
  return entry;
};

const byCommand = { actorId: null, via: "command", ip: null, userAgent: null };

describe("content", () => {
  const articles = {
    "tags.json": JSON.stringify({ agility: { en: "Agility", pl: "Zwinność" } }),
    "articles/kept-line/entry.json": entryJson("2026-02-01T07:00:00Z"),
    "articles/kept-line/en.md": markdown("Kept line"),
  };
  const authors = {
    "authors/vera-lis/entry.json": JSON.stringify({ name: "Vera Lis" }),
    "authors/vera-lis/en.md": "---\ncredentials: Trainer\n---\n\nTrains.\n",
  };

  test.each([
    ["articles", articles, contentEntries, { written: 1 }],
    ["authors", authors, contentAuthors, { authors: 1 }],
  ])("%s that cannot be recorded are not imported", async (_, files, table, details) => {
    const { database } = portal.portal;
    const folder = await temporaryFolder();
    await folder.write(files);
    await database.execute(
      sql`alter table audit_entries add constraint unrecorded check (act <> 'content-imported') not valid`,
    );
    await expect(typeContent(portal, "import", folder.path)).rejects.toThrow("Failed query");
    expect(await database.$count(table)).toBe(0);
    await database.execute(sql`alter table audit_entries drop constraint unrecorded`);
    await typeContent(portal, "import", folder.path);
    expect(await database.$count(table)).toBe(1);
    const entry = { ...byCommand, act: "content-imported", subjectId: null, details };
    expect(await newest()).toMatchObject(entry);
    await folder.remove();
  });

  test("a sync that fails at a later file records what it has written", async () => {
    const folder = await temporaryFolder();
    await folder.write({
      ...articles,
      "articles/of-the-folder/entry.json": entryJson("2026-02-01T07:00:00Z"),
      "articles/of-the-folder/en.md": markdown("Of the folder"),
      "blog/broken/entry.json": "{",
      "blog/broken/en.md": markdown("Broken"),
    });
    await expect(typeContent(portal, "sync", folder.path)).rejects.toThrow("nothing was removed");
    expect(await newest()).toMatchObject({
      ...byCommand,
      act: "content-synced",
      subjectId: null,
      details: { written: expect.any(Number), removed: 0 },
    });
    await folder.remove();
  });
});
