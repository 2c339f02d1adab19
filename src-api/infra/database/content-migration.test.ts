import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { expect, test } from "vitest";
import { announcementId } from "../../modules/announcements/announcement-sync.ts";
import { migrateBefore, migrationsFolder } from "../../testing/migrate-before.ts";
import { openPglite } from "./open-pglite.ts";

test("existing content has the folder as its origin, announcements by admins have the portal; all of it can be searched", async () => {
  const client = await openPglite();
  await migrateBefore(client, "content_origin");
  const written = "00000000-0000-4000-8000-000000000001";
  await client.exec(`
    insert into content_entries (kind, slug, published_at, author, tags, motif, details)
    values ('blog', 'a-diary', '2026-01-01', 'Ada', '{agility}', 'jump', '{}');
    insert into content_texts (kind, slug, language, title, summary, body, words, details)
    values ('blog', 'a-diary', 'en', 'Weaving', 'All poles', 'Slowly', 0, '{"steps": [{"name": "Twice"}]}'), ('blog', 'gone', 'en', '', '', '', 0, '{}');
    insert into content_tags (id, name) values ('agility', '{"en": "Agility"}');
    insert into announcements (id, title, body, published_at) values
      ('${written}', '{}', '{}', '2026-01-01'),
      ('${announcementId("clinic")}', '{}', '{}', '2026-01-01');`);
  await migrate(drizzle(client), { migrationsFolder });
  const { rows } = await client.query(`
    select slug as name, origin from content_entries union all select id, origin from content_tags
    union all select id::text, origin from announcements order by name`);
  expect(rows).toEqual(
    expect.arrayContaining([
      { name: "a-diary", origin: "folder" },
      { name: "agility", origin: "folder" },
      { name: announcementId("clinic"), origin: "folder" },
      { name: written, origin: "portal" },
    ]),
  );
  const texts = await client.query(
    "select slug, search_teaser::text as teaser, search_all::text as all from content_texts",
  );
  expect(texts.rows).toEqual([
    {
      slug: "a-diary",
      teaser: "'#agility':4C 'ada':5C 'pole':3B 'weav':1A",
      all: "'#agility':4C 'ada':5C 'pole':3B 'slowli' 'twice' 'weav':1A",
    },
  ]);
  const words = await client.query("select word, is_in_teaser as shown from content_words");
  expect(words.rows).toHaveLength(6);
  expect(words.rows).toEqual(
    expect.arrayContaining([
      { word: "ada", shown: true },
      { word: "agility", shown: true },
      { word: "weaving", shown: true },
      { word: "twice", shown: false },
    ]),
  );
  await client.close();
});
