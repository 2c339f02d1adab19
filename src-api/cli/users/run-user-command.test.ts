import { describe, expect, test } from "vitest";
import { hourMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";
import {
  call,
  claimedUser,
  goodPassword,
  logIn,
  unprovenUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { insertBoughtMembership } from "#api/testing/bought-membership.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { runUserCommand } from "./run-user-command.ts";
import type { UserCommand } from "./user-command.ts";

const portal = await forFile(createTestPortal());

const run = (command: UserCommand) => runUserCommand(portal.portal, command);
const userOf = async (email: string) => (await logIn(portal, email)).body.user;

describe("add", () => {
  test("creates a user with a proven address, who can log in with the password shown", async () => {
    const email = "admin@example.com";
    const lines = await run({ command: "add", email, name: "Admin", roles: ["ROLE_ADMIN"] });
    expect(lines[0]).toBe("Added admin@example.com.");
    const password = lines[1]?.split(": ")[1] ?? "";
    expect(password.length).toBeGreaterThanOrEqual(20);
    const { status, body } = await logIn(portal, email, password);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ email, roles: ["ROLE_USER", "ROLE_ADMIN"] });
  });

  test("accepts a password and does not print it", async () => {
    const command = { command: "add", name: "Ada", roles: [], password: goodPassword } as const;
    const lines = await run({ ...command, roles: [], email: "given@example.com" });
    expect(lines).toEqual(["Added given@example.com."]);
    expect((await logIn(portal, "given@example.com")).status).toBe(200);
  });

  test("gives the account the default language of the portal", async () => {
    const email = "po-polsku@example.com";
    const brand = { ...portal.portal.brand, languages: ["pl", "en"] as ["pl", "en"] };
    const command = { command: "add", email, name: "Ola", roles: [] } as const;
    await runUserCommand({ ...portal.portal, brand }, { ...command, roles: [] });
    const [user] = await portal.portal.database.select().from(users).where(eq(users.email, email));
    expect(user?.language).toBe("pl");
  });

  test("refuses a common password and an address with an account", async () => {
    await claimedUser(portal, "taken@example.com");
    const add = (email: string, password: string) =>
      run({ command: "add", email, name: "Ada", roles: [], password });
    await expect(add("weak@example.com", "password1")).rejects.toThrow("most common");
    await expect(add("taken@example.com", goodPassword)).rejects.toThrow(
      "There is already an account with the address taken@example.com.",
    );
  });
});

describe("admin, judge and reviewer", () => {
  test.each([
    ["judge", "ROLE_JUDGE"],
    ["reviewer", "ROLE_REVIEWER"],
  ] as const)("%s grants and revokes the role %s and no other", async (command, role) => {
    const email = `${command}-to-be@example.com`;
    await claimedUser(portal, email);
    const { token } = (await logIn(portal, email)).body;
    const rolesNow = async () => (await call(portal, "GET", "/me", { token })).body.roles;
    expect(await run({ command, email, on: true })).toEqual([`${email} is now a ${command}.`]);
    expect(await rolesNow()).toEqual(["ROLE_USER", role]);
    await run({ command, email, on: false });
    expect(await rolesNow()).toEqual(["ROLE_USER"]);
  });

  test("grants and revokes the role immediately, and reports when nothing changes", async () => {
    await claimedUser(portal, "promoted@example.com");
    const { token } = (await logIn(portal, "promoted@example.com")).body;
    const rolesNow = async () => (await call(portal, "GET", "/me", { token })).body.roles;
    await run({ command: "admin", email: "promoted@example.com", on: true });
    await run({ command: "admin", email: "promoted@example.com", on: true });
    expect(await rolesNow()).toEqual(["ROLE_USER", "ROLE_ADMIN"]);
    await run({ command: "admin", email: "promoted@example.com", on: false });
    expect(await rolesNow()).toEqual(["ROLE_USER"]);
  });

  test("does not promote a user who has not proven the address", async () => {
    await unprovenUser(portal, "boss@example.com");
    await expect(run({ command: "admin", email: "boss@example.com", on: true })).rejects.toThrow(
      "No account has confirmed the address boss@example.com.",
    );
  });
});

describe("grant and revoke", () => {
  const email = "guest@example.com";

  test("grant a membership up to and including a day, change it, and end it", async () => {
    await claimedUser(portal, email);
    await run({ command: "grant", email, until: "2026-03-02" });
    expect((await userOf(email)).subscriptionOwned).toBe(true);
    expect(await run({ command: "list" })).toContainEqual(
      expect.stringMatching(/guest@example\.com .*grant, until 2026-03-02/),
    );
    portal.advance(34.9 * hourMs); // 2 March ends at 23:00 UTC in Warsaw
    expect((await userOf(email)).subscriptionOwned).toBe(true);
    portal.advance(0.2 * hourMs);
    expect((await userOf(email)).subscriptionOwned).toBe(false);
    expect(await run({ command: "grant", email, until: null })).toEqual([
      "guest@example.com is a member with no end date.",
    ]);
    await run({ command: "grant", email, until: "2027-01-01" });
    expect((await userOf(email)).subscriptionOwned).toBe(true);
    portal.mails.length = 0;
    await run({ command: "revoke", email });
    expect((await userOf(email)).subscriptionOwned).toBe(false);
    expect(portal.mails).toMatchObject([{ to: email, subject: "Your membership has ended" }]);
    await expect(run({ command: "revoke", email })).rejects.toThrow("no free membership");
  });

  test("do not change a paid membership", async () => {
    const id = await claimedUser(portal, "payer@example.com");
    await insertBoughtMembership(portal, id, new Date("2027-03-01T12:00:00Z"));
    const grant = run({ command: "grant", email: "payer@example.com", until: null });
    await expect(grant).rejects.toThrow("has a paid membership");
    const revoke = run({ command: "revoke", email: "payer@example.com" });
    await expect(revoke).rejects.toThrow("a paid one cannot be revoked");
    expect((await userOf("payer@example.com")).subscriptionOwned).toBe(true);
  });

  test("refuse a day in the past", async () => {
    await expect(run({ command: "grant", email, until: "2026-02-28" })).rejects.toThrow(
      "is in the past",
    );
  });
});

describe("merge-unproven", () => {
  const soon = new Date("2027-03-01T12:00:00Z");
  const rowsOf = (id: string) => portal.portal.database.$count(users, eq(users.id, id));
  const purchasesOf = async (email: string) => {
    const { token } = (await logIn(portal, email)).body;
    return (await call(portal, "GET", "/purchases", { token })).body.items.length;
  };

  test("moves invoices of unproven accounts to the one that proved the address", async () => {
    const email = "late-prover@example.com";
    const unproven = [await unprovenUser(portal, email), await unprovenUser(portal, email)];
    const stranger = await unprovenUser(portal, "not-merged@example.com");
    await insertBoughtMembership(portal, unproven[0]!, soon);
    await insertBoughtMembership(portal, stranger, soon);
    await claimedUser(portal, email);
    expect((await userOf(email)).subscriptionOwned).toBe(false);
    expect(await run({ command: "merge-unproven", email })).toEqual([
      "Purchases moved to late-prover@example.com: 1. Accounts deleted: 2.",
    ]);
    expect((await userOf(email)).subscriptionOwned).toBe(true);
    expect(await purchasesOf(email)).toBe(1);
    expect(await Promise.all([...unproven, stranger].map(rowsOf))).toEqual([0, 0, 1]);
    await expect(run({ command: "merge-unproven", email })).rejects.toThrow(
      "There is no other account",
    );
  });

  test("changes nothing while two accounts have an active membership, and works once one has ended", async () => {
    const email = "twice-paying@example.com";
    const owner = await claimedUser(portal, email);
    const unproven = await unprovenUser(portal, email);
    await insertBoughtMembership(portal, owner, new Date(portal.portal.now().getTime() + 1000));
    await insertBoughtMembership(portal, unproven, soon);
    const merge = () => run({ command: "merge-unproven", email });
    await expect(merge()).rejects.toThrow("2 accounts of twice-paying@example.com have a live");
    expect([await purchasesOf(email), await rowsOf(unproven)]).toEqual([1, 1]);
    await portal.portal.database
      .update(subscriptions)
      .set({ cancelAtPeriodEnd: true })
      .where(eq(subscriptions.userId, owner));
    portal.advance(1000);
    await merge();
    expect([await purchasesOf(email), await rowsOf(unproven)]).toEqual([2, 0]);
  });

  test("requires an account that has proven the address", async () => {
    const email = "none-proven@example.com";
    await unprovenUser(portal, email);
    await expect(run({ command: "merge-unproven", email })).rejects.toThrow("has confirmed");
  });
});

test("list shows every user, proven or not, with roles and membership, but no hash", async () => {
  const lines = await run({ command: "list" });
  const of = (email: string) => lines.find((line) => line.startsWith(email));
  expect(lines[0]).toMatch(/^ADDRESS +NAME +ROLES +MEMBERSHIP +SECOND FACTOR +SINCE$/);
  expect(of("admin@example.com")).toMatch(/Admin +ROLE_USER ROLE_ADMIN +- +- +2026-03-01$/);
  expect(of("payer@example.com")).toMatch(/purchase, until 2027-03-01/);
  expect(of("boss@example.com (not confirmed)")).toBeDefined();
  expect(lines.join()).not.toContain("argon2");
});

test.each([
  ["Europe/Warsaw", "2027-01-01"],
  ["America/New_York", "2026-12-31"],
])("list has the days of a seller in %s", async (timeZone, day) => {
  const { database, brand } = portal.portal;
  const email = `${day}@example.com`;
  const userId = await claimedUser(portal, email);
  const at = new Date("2026-12-31T23:30:00Z");
  await database.update(users).set({ createdAt: at }).where(eq(users.id, userId));
  await insertBoughtMembership(portal, userId, at);
  const context = { ...portal.portal, brand: { ...brand, timeZone } };
  const lines = await runUserCommand(context, { command: "list" });
  expect(lines.find((line) => line.startsWith(email))).toMatch(
    new RegExp(`purchase, until ${day} +- +${day}$`),
  );
});

test("reset prints a link that sets a new password", async () => {
  await claimedUser(portal, "forgetful@example.com");
  const [, link = ""] = await run({ command: "reset", email: "forgetful@example.com" });
  expect(link).toMatch(/^http:\/\/portal\.test\/reset-password\/[\w-]{43}$/);
  const path = `/reset-password/${link.split("/").at(-1)}`;
  const body = { password: "five yellow weave poles" };
  expect((await call(portal, "POST", path, { body })).status).toBe(204);
});
