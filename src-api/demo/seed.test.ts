import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listPurchases } from "#shared/api/billing.ts";
import { getMembership } from "#shared/api/membership.ts";
import { dayMs } from "#shared/durations.ts";
import { eq, like } from "#api/infra/database/drizzle.ts";
import { importCatalogue } from "#api/modules/billing/catalogue.ts";
import { invoices } from "#api/modules/billing/schema.ts";
import { findTrends } from "#api/modules/billing/figures.ts";
import { forFile } from "#api/testing/for-file.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { call, claimedUser } from "#api/testing/account-requests.ts";
import { findDemoAccounts, refuseDemoAccounts } from "./demo-accounts.ts";
import { seedDemo, type DemoAccess } from "./seed.ts";

let access: DemoAccess;
const folder = await forFile(temporaryFolder());
const portal = await forFile(createTestPortal({ dataDir: folder.path }));
await importCatalogue(portal.portal, { demo: true });
access = await seedDemo(portal.portal);

async function logIn(email: string, password = access.password ?? "") {
  const payload = { email, password };
  const answer = await portal.app.inject({ method: "POST", url: "/api/login", payload });
  return { status: answer.statusCode, ...answer.json() };
}
const names = ["admin", "member", "user", "judge", "reviewer"];

describe("the demo accounts", () => {
  test.each([
    ["admin", ["ROLE_USER", "ROLE_ADMIN"], false],
    ["member", ["ROLE_USER"], true],
    ["user", ["ROLE_USER"], false],
    ["judge", ["ROLE_USER", "ROLE_JUDGE"], false],
    ["reviewer", ["ROLE_USER", "ROLE_REVIEWER"], false],
  ])("%s logs in with the password that is shown", async (name, roles, subscriptionOwned) => {
    const email = `${name}@example.com`;
    expect(access.accounts.map((account) => account.email)).toContain(email);
    const { user } = await logIn(email);
    expect(user).toMatchObject({ email, subscriptionOwned });
    expect(new Set(user.roles)).toEqual(new Set(roles));
  });

  test("the member's membership is a purchase with a receipt, and lasts for weeks", async () => {
    const { token } = await logIn("member@example.com");
    const headers = { authorization: `Bearer ${token}` };
    const membership = getMembership.answer.parse(
      (await portal.app.inject({ url: "/api/membership", headers })).json(),
    );
    expect(membership).toMatchObject({ status: "active", source: "purchase", period: "monthly" });
    const remaining = Date.parse(membership.endsAt ?? "") - portal.portal.now().getTime();
    expect(remaining).toBeGreaterThan(20 * dayMs);
    const { items } = listPurchases.answer.parse(
      (await portal.app.inject({ url: "/api/purchases", headers })).json(),
    );
    expect(items).toMatchObject([
      { status: "paid", receiptNumber: expect.stringMatching(/^RS-2026-/) },
    ]);
    await portal.portal.jobs.runDue();
    expect(portal.mails).toEqual([]);
  });

  test("have a year of members behind them, some of whom left", async () => {
    const { database, now, brand } = portal.portal;
    const months = await findTrends(database, { now: now(), timeZone: brand.timeZone });
    expect(months).toHaveLength(12);
    expect(months.at(-1)!.members).toBeGreaterThan(months[0]!.members + 4);
    expect(months.at(-1)!.revenue).toMatchObject([{ currency: "EUR" }]);
    expect(months.some(({ churn }) => churn.left > 0)).toBe(true);
  });

  test("are unchanged by a second start, which shows the same password", async () => {
    const before = await portal.portal.database.select().from(users);
    expect(await seedDemo(portal.portal)).toEqual(access);
    expect(await portal.portal.database.select().from(users)).toEqual(before);
    const file = join(folder.path, "demo-password");
    expect((await readFile(file, "utf8")).trim()).toBe(access.password);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test("that exist with an unknown password are not changed", async () => {
    await folder.write({ "demo-password": null });
    const again = await seedDemo(portal.portal);
    expect(again.password).toBeNull();
    expect((await logIn("user@example.com")).status).toBe(200);
  });

  test("keep a portal from starting without the demo until they are removed, whatever became of them", async () => {
    const { database } = portal.portal;
    const all = names.map((name) => `${name}@example.com`).toSorted();
    const opened = async () => (await findDemoAccounts(database)).map(({ email }) => email);
    expect(await opened()).toEqual(expect.arrayContaining(all));
    await expect(refuseDemoAccounts(database)).rejects.toThrow(
      /made in demo mode, .*: admin@example\.com, .*npm run users -- remove-demo/,
    );
    const paid = await database.$count(invoices);
    const { token } = await logIn("judge@example.com");
    const body = { currentPassword: access.password ?? "", newPassword: "a real owner's choice" };
    expect((await call(portal, "PUT", "/me/password", { token, body })).status).toBeLessThan(300);
    await portal.portal.database
      .update(users)
      .set({ email: "moved@example.com" })
      .where(eq(users.email, "user@example.com"));
    expect(await opened()).toEqual(
      expect.arrayContaining(["judge@example.com", "moved@example.com"]),
    );
    await claimedUser(portal, "by-command@example.com");

    const lines = await runUserCommand(portal.portal, { command: "remove-demo" });
    expect(lines).toContain("Removed admin@example.com.");
    await refuseDemoAccounts(database);
    const remaining = (await database.select().from(users)).map(({ email }) => email);
    expect(remaining).toEqual(["by-command@example.com"]);
    expect(await database.$count(invoices)).toBe(paid);
    await expect(runUserCommand(portal.portal, { command: "remove-demo" })).rejects.toThrow(
      "No account was created in demo mode",
    );
    await database.delete(users);
    await folder.write({ "demo-password": null });
    access = await seedDemo(portal.portal);
  });

  test("names no more of them than one can read", async () => {
    const { database } = portal.portal;
    for (let i = 0; i < 8; i += 1) {
      const id = await claimedUser(portal, `tester-${i}@example.com`);
      await database.update(users).set({ isDemo: true }).where(eq(users.id, id));
    }
    const all = await findDemoAccounts(database);
    await expect(refuseDemoAccounts(database)).rejects.toThrow(
      `, ${all.length - 10} more. Remove them`,
    );
    await database.delete(users).where(like(users.email, "tester-%"));
  });

  test("get a configured password, and the previous one is deleted", async () => {
    const config = { ...portal.portal.config, demoPassword: "chosen by the owner" };
    await folder.write({ "demo-password": "an old one" });
    expect((await seedDemo({ ...portal.portal, config })).password).toBe("chosen by the owner");
    for (const name of names) {
      expect((await logIn(`${name}@example.com`, "chosen by the owner")).status).toBe(200);
    }
    expect((await logIn("user@example.com")).status).toBe(401);
    await expect(refuseDemoAccounts(portal.portal.database)).rejects.toThrow("remove-demo");
    expect((await seedDemo(portal.portal)).password).toBeNull();
  });
});
