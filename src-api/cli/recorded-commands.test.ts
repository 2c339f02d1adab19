import { desc } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEntries } from "../infra/audit/schema.ts";
import { importCatalogue } from "../modules/billing/module.ts";
import { claimedUser } from "../testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "../testing/test-portal.ts";
import { runDiscountCommand } from "./discounts/run-discount-command.ts";
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
