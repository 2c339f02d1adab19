import { describe, expect, test, vi } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { invoices } from "#api/modules/billing/schema.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";
import { sessions, users } from "./schema.ts";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import {
  call,
  claimedUser,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  mailedCode,
  registerAndProve,
  signedInUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { insertBoughtMembership } from "#api/testing/bought-membership.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());

const signedIn = (email: string) => signedInUser(portal, email);

const exportOf = (token: string, password = goodPassword) =>
  call(portal, "POST", "/me/export", { token, body: { password } });

const buyMembership = (userId: string) =>
  insertBoughtMembership(portal, userId, new Date("2026-04-01T12:00:00Z"));

const writeToOwner = (email: string) =>
  call(portal, "POST", "/contact", {
    body: { name: "Ada", email, subject: "Question", message: `From ${email}` },
  });

describe("the export", () => {
  test("contains everything about the user and no secrets", async () => {
    const { id, token } = await signedIn("export@example.com");
    const purchase = await buyMembership(id);
    await writeToOwner("export@example.com");
    await call(portal, "POST", "/forgot-password", { body: { email: "export@example.com" } });
    const change = { email: "moving@example.com", password: goodPassword };
    await call(portal, "PUT", "/me/email", { token, body: change });
    const { status, body, text, headers } = await exportOf(token);
    expect(status).toBe(200);
    expect(body.profile).toEqual({
      id,
      email: "export@example.com",
      unprovenEmail: null,
      name: "Ada",
      roles: ["ROLE_USER"],
      language: "en",
      termsVersion: null,
      createdAt: "2026-03-01T12:00:00.000Z",
    });
    expect(body.sessions).toHaveLength(1);
    expect(body.purchases).toMatchObject([{ id: purchase, total: 900, currency: "EUR" }]);
    expect(body.subscriptions).toMatchObject([{ id: expect.any(String), status: "active" }]);
    expect(body.contactMessages).toMatchObject([{ message: "From export@example.com" }]);
    expect(body.mailedLinks).toMatchObject([
      { purpose: "reset-password" },
      { purpose: "undo-email-change", email: "export@example.com" },
    ]);
    expect(body.emailChange).toMatchObject({ email: "moving@example.com" });
    expect(headers["cache-control"]).toBe("no-store");
    const [session] = await portal.portal.database
      .select()
      .from(sessions)
      .where(eq(sessions.userId, id));
    const links = portal.mails.filter(({ to }) => to === "export@example.com").map(linkToken);
    const code = mailedCode(lastMail(portal, "moving@example.com"));
    const secrets = [token, session?.tokenHash, ...links, `"${code}"`];
    for (const secret of [...secrets, "argon2"]) expect(text).not.toContain(secret);
  });

  test("requires the password", async () => {
    const { token } = await signedIn("stolen@example.com");
    const answer = await exportOf(token, "a guess");
    expect(answer).toMatchObject({
      status: 422,
      body: { code: "wrong-password", fields: { password: expect.any(String) } },
    });
    const statuses = [];
    for (let guess = 0; guess < 10; guess += 1) statuses.push((await exportOf(token, "x")).status);
    expect(statuses.at(-1)).toBe(429);
  });

  test("contains nothing about other users", async () => {
    const other = await signedIn("other@example.com");
    await buyMembership(other.id);
    await writeToOwner("other@example.com");
    const { token } = await signedIn("curious@example.com");
    await call(portal, "PUT", "/me/email", {
      token,
      body: { email: "other@example.com", password: goodPassword },
    });
    const { body } = await exportOf(token);
    expect([body.purchases, body.subscriptions, body.contactMessages]).toEqual([[], [], []]);
    expect(body.sessions).toHaveLength(1);
  });
});

describe("deleting the account", () => {
  const remove = (token: string, password = goodPassword) =>
    call(portal, "POST", "/me/deletion", { token, body: { password } });

  test("deletes user, sessions, links and membership, keeps the receipt and sends a mail", async () => {
    const { id, token } = await signedIn("bye@example.com");
    const purchase = await buyMembership(id);
    await call(portal, "POST", "/forgot-password", { body: { email: "bye@example.com" } });
    const link = linkToken(lastMail(portal, "bye@example.com"));
    expect((await remove(token)).status).toBe(204);
    expect((await call(portal, "GET", "/me", { token })).status).toBe(401);
    expect((await logIn(portal, "bye@example.com")).status).toBe(401);
    expect((await call(portal, "GET", `/reset-password/${link}`)).status).toBe(404);
    const { database } = portal.portal;
    expect(await database.$count(users, eq(users.id, id))).toBe(0);
    expect(await database.$count(subscriptions, eq(subscriptions.userId, id))).toBe(0);
    const [kept] = await database.select().from(invoices).where(eq(invoices.id, purchase));
    expect(kept).toMatchObject({ userId: null, total: 900, buyerName: "Ada" });
    expect(lastMail(portal, "bye@example.com").subject).toBe("Your account has been deleted");
  });

  test("requires the password; a wrong one changes nothing", async () => {
    const { token } = await signedIn("careful@example.com");
    expect(await remove(token, "wrong")).toMatchObject({
      status: 422,
      body: { code: "wrong-password", fields: { password: expect.any(String) } },
    });
    expect((await call(portal, "GET", "/me", { token })).status).toBe(200);
  });

  test("cancels the renewal first; if that fails, the account is kept", async () => {
    const { id, token } = await signedIn("charged@example.com");
    await buyMembership(id);
    vi.spyOn(portal.portal.jobs, "enqueue").mockRejectedValueOnce(new Error("the queue is full"));
    expect(await remove(token)).toMatchObject({ status: 502, body: { code: "cancel-failed" } });
    expect((await call(portal, "GET", "/me", { token })).body.subscriptionOwned).toBe(true);
    expect((await remove(token)).status).toBe(204);
  });

  test("frees the address for a new account", async () => {
    const { token } = await signedIn("return@example.com");
    await remove(token);
    expect((await registerAndProve(portal, "return@example.com")).user.name).toBe("Ada");
  });
});

describe("deleting the account of an admin", () => {
  const remove = (token: string) =>
    call(portal, "POST", "/me/deletion", { token, body: { password: goodPassword } });
  const confirm = (token: string, id: string, password = goodPassword) =>
    call(portal, "POST", `/members/${id}/deletion`, { token, body: { password } });
  const admin = async (name: string) => {
    const email = `${name}@example.com`;
    const id = await claimedUser(portal, email, { roles: ["ROLE_ADMIN"], name });
    return { id, email, token: (await logIn(portal, email)).body.token as string };
  };
  const trailOf = async (token: string, id: string) =>
    (await call(portal, "GET", `/audit?actor=${id}`, { token })).body.items;

  test("needs another admin, who is asked for the password, and the trail still says who it was", async () => {
    const [rogue, other] = [await admin("rogue"), await admin("other-admin")];
    await call(portal, "PUT", "/feature-flags/maintenance-mode", {
      token: rogue.token,
      body: { on: false },
    });
    expect(await confirm(other.token, rogue.id)).toMatchObject({ status: 409 });
    expect(await remove(rogue.token)).toMatchObject({
      status: 409,
      body: { code: "another-admin-needed", message: expect.stringContaining("another admin") },
    });
    expect((await call(portal, "GET", "/me", { token: rogue.token })).status).toBe(200);
    // Neither the own confirmation nor a new name and address help.
    expect(await confirm(rogue.token, rogue.id)).toMatchObject({ status: 409 });
    await portal.portal.database
      .update(users)
      .set({ name: "Nobody", email: "nobody-in-particular@example.com" })
      .where(eq(users.id, rogue.id));
    const page = await call(portal, "GET", `/members/${rogue.id}`, { token: other.token });
    expect(page.body).toMatchObject({ hasAskedForDeletion: true });
    expect((await confirm(other.token, rogue.id, "a guess")).status).toBe(422);
    expect((await confirm(other.token, rogue.id)).status).toBe(204);
    expect((await call(portal, "GET", "/me", { token: rogue.token })).status).toBe(401);
    const remaining = await trailOf(other.token, rogue.id);
    expect(remaining.map(({ act }: { act: string }) => act)).toEqual([
      "deletion-requested",
      "signed-in",
    ]);
    for (const { actor, ip } of remaining) {
      expect(actor).toEqual({ id: rogue.id, name: "rogue", email: "rogue@example.com" });
      expect(ip).toBeNull();
    }
    const acts = await trailOf(other.token, other.id);
    expect(acts.find(({ act }: OwnAct) => act === "account-deleted")).toMatchObject({
      act: "account-deleted",
      actor: { name: "other-admin" },
      subject: { id: rogue.id, name: null, email: null },
    });
  });

  test("cancels its membership in the name of who deletes it", async () => {
    const [member, other, gone] = [
      await admin("payer"),
      await admin("closer"),
      await admin("lost"),
    ];
    await buyMembership(member.id);
    await buyMembership(gone.id);
    await remove(member.token);
    expect((await confirm(other.token, member.id)).status).toBe(204);
    await runUserCommand(portal.portal, { command: "delete", email: gone.email });
    const cancelled = (
      await call(portal, "GET", "/audit?act=membership-cancelled", { token: other.token })
    ).body.items;
    expect(cancelled.slice(0, 2)).toMatchObject([
      { via: "command", actor: null, subject: { id: gone.id } },
      { via: "portal", actor: { id: other.id, name: "closer" }, subject: { id: member.id } },
    ]);
  });

  test("is confirmed within a week, and only while the account is an admin's", async () => {
    const [leaver, other] = [await admin("leaver"), await admin("stayer")];
    await remove(leaver.token);
    portal.advance(7 * dayMs + 1);
    const { token } = (await logIn(portal, other.email)).body;
    expect((await confirm(token, leaver.id)).status).toBe(409);
    const demoted = (await logIn(portal, leaver.email)).body.token;
    await remove(demoted);
    await runUserCommand(portal.portal, { command: "admin", email: leaver.email, on: false });
    expect((await confirm(token, leaver.id)).status).toBe(409);
    expect((await remove(demoted)).status).toBe(204);
    const acts = await trailOf(token, leaver.id);
    // What was done as a member afterwards names nobody, as for every member.
    expect(acts.map(({ act, actor }: OwnAct) => [act, actor.name])).toEqual([
      ["account-deleted", null],
      ["deletion-requested", "leaver"],
      ["signed-in", "leaver"],
      ["deletion-requested", "leaver"],
      ["signed-in", "leaver"],
    ]);
  });

  test("is possible from the command line, while the portal runs", async () => {
    const gone = await admin("from-the-command-line");
    const command = { command: "delete", email: gone.email } as const;
    const { config, brand, database, now } = portal.portal;
    await expect(runUserCommand({ config, brand, database, now }, command)).rejects.toThrow(
      "Start the portal",
    );
    expect(await runUserCommand(portal.portal, command)).toEqual([
      `The account of ${gone.email} has been deleted.`,
    ]);
    expect(await portal.portal.database.$count(users, eq(users.id, gone.id))).toBe(0);
    await portal.runDueJobs();
    expect(lastMail(portal, gone.email).subject).toBe("Your account has been deleted");
    await expect(runUserCommand(portal.portal, command)).rejects.toThrow(
      "No account has confirmed",
    );
  });
});

type OwnAct = { act: string; actor: { name: string | null } };
