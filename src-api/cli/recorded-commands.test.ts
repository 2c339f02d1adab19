import { desc, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEntries } from "../infra/audit/schema.ts";
import { importCatalogue } from "../modules/billing/module.ts";
import { claimedUser } from "../testing/account-requests.ts";
import { typeContent } from "../testing/content-commands.ts";
import { entryJson, markdown } from "../testing/sample-content.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { createTestPortal, type TestPortal } from "../testing/test-portal.ts";
import { contentAuthors, contentEntries } from "../modules/library/schema.ts";
import { runDiscountCommand } from "./discounts/run-discount-command.ts";
import { runFlagCommand } from "./flags/run-flag-command.ts";
import { runUserCommand } from "./users/run-user-command.ts";
import type { UserCommand } from "./users/user-command.ts";

const email = "ada@example.com";

let it: TestPortal;
let id = "";
beforeAll(async () => {
  it = await createTestPortal();
  await importCatalogue(it.portal.database, { demo: false });
  id = await claimedUser(it, email);
});
afterAll(() => it.close());

const newest = async () => {
  const { database } = it.portal;
  const [entry] = await database
    .select()
    .from(auditEntries)
    .orderBy(desc(auditEntries.id))
    .limit(1);
  return entry;
};

const byCommand = { actorId: null, via: "command", ip: null, userAgent: null };

const commands: [UserCommand, string, object][] = [
  [
    { command: "reviewer", email, on: true },
    "roles-changed",
    { role: "ROLE_REVIEWER", given: true },
  ],
  [
    { command: "reviewer", email, on: false },
    "roles-changed",
    { role: "ROLE_REVIEWER", given: false },
  ],
  [{ command: "grant", email, until: "2026-12-31" }, "membership-granted", { until: "2026-12-31" }],
  [{ command: "revoke", email }, "membership-ended", {}],
  [{ command: "reset", email }, "reset-link-issued", {}],
];

test.each(commands)("%o is recorded", async (command, act, details) => {
  await runUserCommand(it.portal, command);
  expect(await newest()).toMatchObject({ ...byCommand, act, subjectId: id, details });
});

test("A command that changes nothing is not recorded", async () => {
  const before = await newest();
  await expect(runUserCommand(it.portal, { command: "revoke", email })).rejects.toThrow(
    "no granted",
  );
  expect(await newest()).toEqual(before);
});

test("A discount code that is added and ended is recorded twice", async () => {
  await runDiscountCommand(it.portal, {
    command: "add",
    code: "SPRING",
    off: { percent: 20 },
    description: { en: "Spring", pl: "Wiosna" },
    items: [],
    periods: null,
    from: null,
    until: null,
    uses: null,
    usesPerUser: null,
  });
  const code = { code: "SPRING" };
  expect(await newest()).toMatchObject({ ...byCommand, act: "discount-created", details: code });
  await runDiscountCommand(it.portal, { command: "end", code: "SPRING" });
  expect(await newest()).toMatchObject({ ...byCommand, act: "discount-ended", details: code });
  const last = await newest();
  await runDiscountCommand(it.portal, { command: "end", code: "SPRING" });
  expect(await newest()).toEqual(last);
});

test("A flag that a command turns on is recorded, and once only", async () => {
  const command = { command: "set", key: "login-disabled", on: true } as const;
  await runFlagCommand(it.portal, command);
  const set = await newest();
  const details = { flag: "login-disabled", on: true };
  expect(set).toMatchObject({ ...byCommand, act: "flag-changed", subjectId: null, details });
  await runFlagCommand(it.portal, command);
  expect(await newest()).toEqual(set);
});

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
    const { database } = it.portal;
    const folder = await temporaryFolder();
    await folder.write(files);
    await database.execute(
      sql`alter table audit_entries add constraint unrecorded check (act <> 'content-imported') not valid`,
    );
    await expect(typeContent(it, "import", folder.path)).rejects.toThrow("Failed query");
    expect(await database.$count(table)).toBe(0);
    await database.execute(sql`alter table audit_entries drop constraint unrecorded`);
    await typeContent(it, "import", folder.path);
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
    await expect(typeContent(it, "sync", folder.path)).rejects.toThrow("nothing was removed");
    expect(await newest()).toMatchObject({
      ...byCommand,
      act: "content-synced",
      subjectId: null,
      details: { written: expect.any(Number), removed: 0 },
    });
    await folder.remove();
  });
});
