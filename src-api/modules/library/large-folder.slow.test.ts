import { expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { syncFolder } from "#api/testing/content-portal.ts";
import { entryJson, markdown } from "#api/testing/sample-content.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { contentEntries, contentTexts } from "./schema.ts";

/** More than fit into one statement, which has at most 65,535 parameters: an entry takes at least sixteen. */
const many = 4_097;

const folder = await forFile(temporaryFolder());
const portal = await forFile(createTestPortal());

test("thousands of entries in two languages are written once, left alone the next time, and removed together", async () => {
  const entries = Array.from({ length: many }, (_, at) => `articles/entry-${at}`);
  await folder.write({
    "tags.json": JSON.stringify({ agility: { en: "Agility", pl: "Zwinność" } }),
  });
  for (const entry of entries) {
    await folder.write({
      [`${entry}/entry.json`]: entryJson("2026-02-01T07:00:00Z"),
      [`${entry}/en.md`]: markdown("An entry"),
      [`${entry}/pl.md`]: markdown("Wpis"),
    });
  }
  const { database } = portal.portal;
  expect(await syncFolder(portal.portal, folder.path)).toMatchObject({ written: many + 1 });
  expect(await database.$count(contentTexts)).toBe(2 * many);
  expect(await syncFolder(portal.portal, folder.path)).toMatchObject({ written: 0, removed: 0 });
  await folder.write(Object.fromEntries(entries.slice(1).map((entry) => [entry, null])));
  expect(await syncFolder(portal.portal, folder.path)).toMatchObject({ removed: many - 1 });
  expect(await database.$count(contentEntries)).toBe(1);
}, 300_000);
