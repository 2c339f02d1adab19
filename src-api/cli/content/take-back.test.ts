import { beforeEach, expect, test } from "vitest";
import { commandActor } from "#api/infra/audit/record-act.ts";
import { recordEntryAct } from "#api/modules/library/entries/stored-entries.ts";
import { moveRows } from "#api/modules/library/studio/entry-acts.ts";
import { contentEntries, contentTags } from "#api/modules/library/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { readContentCommand, typeContent } from "#api/testing/content-commands.ts";
import { markdown } from "#api/testing/sample-content.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

let folder: TemporaryFolder;
const portal = await forFile(createTestPortal());
beforeEach(async () => {
  folder = await temporaryFolder();
  return () => folder.remove();
});

const type = async (...args: string[]) => (await typeContent(portal, ...args)).lines;
const slugs = async () =>
  (await portal.portal.database.select().from(contentEntries)).map(({ slug }) => slug).toSorted();

test("an import is taken back as a whole, and what was changed since is named", async () => {
  const dated = "date: 2026-02-10\ntags: [only-here]\n";
  await folder.write({ "earlier/blog/kept.md": markdown("Kept", "Text.", "date: 2026-02-10\n") });
  await type("import", `${folder.path}/earlier`);
  portal.advance(60_000);
  await folder.write({
    "later/blog/one.md": markdown("One", "Text.").replace("---\n", `---\n${dated}`),
    "later/blog/two.md": markdown("Two", "Text.", "date: 2026-02-10\n"),
  });
  await type("import", `${folder.path}/later`);
  await type("import", `${folder.path}/later`); // again: it writes nothing
  await type("publish", "blog", "two", "--withdraw");
  const listed = await type("imports");
  expect(listed.map((line) => line.split(/ {2,}/).slice(1))).toEqual([
    ["ENTRIES", "FIRST"],
    ["1", "blog/kept"],
    ["2", "blog/one"],
  ]);
  const id = listed[2]?.split(" ")[0] ?? "";
  expect(id).toMatch(/^20260301-1201-/);
  const changed = "blog/two: published or withdrawn since its import";
  expect(await type("take-back", id, "--dry-run")).toEqual([
    changed,
    "2 would be removed. Nothing was changed.",
  ]);
  expect(await slugs()).toEqual(["kept", "one", "two"]);
  expect(await type("take-back", id)).toEqual([changed, "2 removed."]);
  expect(await slugs()).toEqual(["kept"]);
  const tags = await portal.portal.database.select().from(contentTags);
  expect(tags.map((tag) => tag.id)).not.toContain("only-here");
  await expect(type("take-back", id)).rejects.toThrow(`The import ${id} has no entries left`);
  await expect(readContentCommand("take-back", "all")).rejects.toThrow("Name an import");
});

test("an entry that got another address since its import is named, and stays", async () => {
  await folder.write({
    "blog/first.md": markdown("First", "Text.", "date: 2026-02-10\n"),
    "blog/second.md": markdown("Second", "Text.", "date: 2026-02-10\n"),
  });
  await type("import", folder.path);
  await portal.portal.database.transaction(async (tx) => {
    await moveRows(
      tx,
      { kind: "blog", slug: "first" },
      { to: "renamed", now: portal.portal.now() },
    );
    await recordEntryAct(
      tx,
      { kind: "blog", slug: "first" },
      {
        act: "content-moved",
        at: portal.portal.now(),
        actor: commandActor,
        details: { to: "blog/renamed" },
      },
    );
  });
  const id = (await type("imports")).at(-1)?.split(" ")[0] ?? "";
  const left = "blog/renamed: moved here since its import: left";
  expect(await type("take-back", id, "--dry-run")).toEqual([
    left,
    "1 would be removed. Nothing was changed.",
  ]);
  expect(await type("take-back", id)).toEqual([left, "1 removed."]);
  expect(await slugs()).toContain("renamed");
  expect(await slugs()).not.toContain("second");
});

test("what an import overwrote stays when it is taken back, and the import says so before and after", async () => {
  await folder.write({ "blog/old.md": markdown("Old", "Text.", "date: 2026-02-10\n") });
  await type("import", folder.path);
  portal.advance(60_000);
  await folder.write({
    "blog/old.md": markdown("Old, newer", "Text.", "date: 2026-02-10\n"),
    "blog/new.md": markdown("New", "Text.", "date: 2026-02-10\n"),
  });
  const summary = "Overwritten: 1. Taking this import back leaves them as they are";
  for (const dry of [["--dry-run"], []]) {
    const lines = await type("import", folder.path, "--replace", ...dry);
    expect(lines.join("\n")).toContain(summary);
    expect(lines.at(-1)).toContain("2 imported");
  }
  const id = (await type("imports")).at(-1)?.split(" ")[0] ?? "";
  expect(await type("take-back", id)).toEqual(["1 removed."]);
  expect(await slugs()).toContain("old");
  expect(await slugs()).not.toContain("new");
});
