import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dayMs, hourMs } from "#shared/durations.ts";
import { eq, sql } from "#api/infra/database/drizzle.ts";
import { PermanentFailure } from "#api/infra/jobs/job.ts";
import { hashPassword } from "#api/infra/passwords/passwords.ts";
import {
  call,
  claimedUser,
  importedUser,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  mailedCode,
  newPassword,
} from "#api/testing/account-requests.ts";
import { termsVersion } from "#api/testing/terms-version.ts";
import { createTestPortal, type TestPortal } from "#api/testing/test-portal.ts";
import { grantMembership, subscriptions } from "#api/modules/membership/module.ts";
import { createSession } from "./sign-in.ts";
import { knownDevices, secondFactors, sessions, users } from "./schema.ts";

const adminEmail = "owner@example.com";
let portal: TestPortal;
let admin: string;
beforeEach(async () => {
  portal = await createTestPortal();
  const id = await claimedUser(portal, adminEmail);
  await changeUser(id, { roles: ["ROLE_USER", "ROLE_ADMIN"] });
  await logInAdmin();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await portal.close();
});

const logInAdmin = async () => void (admin = (await logIn(portal, adminEmail)).body.token);

const changeUser = (id: string, changes: Partial<typeof users.$inferInsert>) =>
  portal.portal.database.update(users).set(changes).where(eq(users.id, id));

/** Returns the id of an imported member: with a membership, without a password, never logged in. */
async function imported(email: string, language: "en" | "pl" = "en"): Promise<string> {
  const id = await importedUser(portal, email, { language });
  await portal.portal.database.transaction((tx) => grantMembership(portal.portal, tx, id, null));
  return id;
}

const read = async () => (await call(portal, "GET", "/invitations", { token: admin })).body;
const send = (memberIds?: string[]) =>
  call(portal, "POST", "/invitations", {
    token: admin,
    body: { password: goodPassword, ...(memberIds && { memberIds }) },
  });
const invitedMails = () => portal.mails.filter(({ to }) => to.startsWith("member"));
const linkTo = (email: string) => linkToken(lastMail(portal, email));
const check = (token: string) => call(portal, "GET", `/invitations/${token}`);
const accept = async (token: string, version?: string) =>
  call(portal, "POST", `/invitations/${token}`, {
    body: { termsVersion: version ?? (await termsVersion()) },
    headers: { "user-agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0" },
  });
const sessionsOf = (userId: string) =>
  portal.portal.database.select().from(sessions).where(eq(sessions.userId, userId));
const runScheduled = async () => {
  expect(await portal.portal.jobs.runScheduled()).toEqual([]);
  await portal.runDueJobs();
};

test("Nobody gets a mail before an admin sends it; then each imported member gets one, also after a second import", async () => {
  await imported("member1@example.com");
  await imported("member2@example.com", "pl");
  await claimedUser(portal, "registered@example.com");
  await runScheduled();
  expect(portal.mails).toEqual([]);
  const before = await read();
  expect(before).toMatchObject({ imported: 2, notInvited: 2, invited: 0, came: 0, waiting: 0 });
  expect(before.previews).toHaveLength(2);
  expect(before.previews[0].text).toContain("http://portal.test/invitation/test");

  expect((await send()).body).toEqual({ invited: 2 });
  const languages = new Map(invitedMails().map(({ to, language }) => [to, language]));
  expect(languages.get("member1@example.com")).toBe("en");
  expect(languages.get("member2@example.com")).toBe("pl");
  expect(invitedMails()).toHaveLength(2);
  expect(await read()).toMatchObject({ imported: 2, notInvited: 0, invited: 2, waiting: 0 });
  expect((await send()).body).toMatchObject({ code: "conflict" });

  await imported("member3@example.com");
  expect((await send()).body).toEqual({ invited: 1 });
  await runScheduled();
  expect(invitedMails()).toHaveLength(3);
});

test("The link logs in once, whoever opened it before, and records the terms", async () => {
  const id = await imported("member@example.com");
  await send();
  const token = linkTo("member@example.com");
  // Mail scanners open links.
  for (let i = 0; i < 3; i += 1) {
    expect((await check(token)).body).toEqual({
      email: "m•••@example.com",
      termsVersion: await termsVersion(),
    });
  }
  expect(await sessionsOf(id)).toEqual([]);

  const { status, body } = await accept(token);
  expect(status).toBe(200);
  expect(body.user).toMatchObject({ id, email: "member@example.com" });
  expect(await accept(token)).toMatchObject({ status: 404, body: { code: "token-invalid" } });
  expect(await check(token)).toMatchObject({ status: 404, body: { code: "token-invalid" } });
  expect((await sessionsOf(id)).map(({ factors }) => factors)).toEqual(["mail"]);
  const [user] = await portal.portal.database.select().from(users).where(eq(users.id, id));
  expect(user).toMatchObject({ termsVersion: await termsVersion(), passwordHash: null });
  expect(await read()).toMatchObject({ came: 1, invited: 1 });
});

test("The owner is mailed about the login, and the session that the link began sets no password without a mailed code", async () => {
  const email = "member@example.com";
  await imported(email);
  await send();
  const { token } = (await accept(linkTo(email))).body;
  await portal.runDueJobs();
  const mail = lastMail(portal, email);
  expect([mail.subject, mail.action?.url]).toEqual([
    "New login to your account",
    expect.stringContaining("/secure-account/"),
  ]);
  const set = (of: string) =>
    call(portal, "POST", "/me/password", { token: of, body: { newPassword } });
  expect(await set(token)).toMatchObject({ status: 403, body: { code: "fresh-login-needed" } });

  portal.advance(1000);
  const { id } = (await call(portal, "POST", "/login/mail", { body: { email, language: "en" } }))
    .body;
  const code = mailedCode(lastMail(portal, email));
  const entered = await call(portal, "POST", `/login/mail/${id}/code`, { body: { code }, token });
  expect((await set(entered.body.token)).status).toBe(200);
});

test("Members without a membership are invited only when chosen, and not reminded", async () => {
  const id = await importedUser(portal, "member1@example.com");
  const ended = await imported("member2@example.com");
  await imported("member3@example.com");
  await imported("member4@example.com");
  await portal.portal.database
    .update(subscriptions)
    .set({ status: "ended" })
    .where(eq(subscriptions.userId, ended));
  expect((await read()).notInvited).toBe(2);
  expect((await send()).body).toEqual({ invited: 2 });
  expect((await send([id])).body).toEqual({ invited: 1 });
  const recipients = () => new Set(invitedMails().map(({ to }) => to[6]));
  expect(recipients()).toEqual(new Set(["1", "3", "4"]));
  portal.mails.length = 0;
  portal.advance(7 * dayMs);
  await runScheduled();
  expect(recipients()).toEqual(new Set(["3", "4"]));
});

test("Of two people who use the link at once, one gets in", async () => {
  const id = await imported("member@example.com");
  await send();
  const token = linkTo("member@example.com");
  const answers = await Promise.all([accept(token), accept(token)]);
  const codes = new Set(answers.map(({ status }) => status));
  expect(codes).toEqual(new Set([200, 404]));
  expect(await sessionsOf(id)).toHaveLength(1);
});

test.each([
  {
    since: "has a password",
    change: async (id: string) =>
      changeUser(id, { passwordHash: await hashPassword(goodPassword) }),
  },
  {
    since: "has logged in",
    change: (userId: string) =>
      portal.portal.database.insert(knownDevices).values({
        userId,
        deviceHash: "d",
        firstUsedAt: portal.portal.now(),
        lastUsedAt: portal.portal.now(),
        knownUntil: portal.portal.now(),
      }),
  },
  {
    since: "has a second factor",
    change: (userId: string) =>
      portal.portal.database.insert(secondFactors).values({
        userId,
        sealedKey: "sealed",
        lastStep: 0,
        recoveryHashes: [],
        createdAt: portal.portal.now(),
        confirmedAt: portal.portal.now(),
      }),
  },
])("A link that was forwarded opens no account whose owner $since", async ({ change }) => {
  const id = await imported("member@example.com");
  await send();
  await change(id);
  const refused = { status: 409, body: { code: "already-registered" } };
  expect(await accept(linkTo("member@example.com"))).toMatchObject(refused);
  expect(await sessionsOf(id)).toEqual([]);
});

test("A link does not open an account that has another address by now", async () => {
  const id = await imported("member@example.com");
  await send();
  await changeUser(id, { email: "other@example.com" });
  expect((await accept(linkTo("member@example.com"))).body.code).toBe("token-invalid");
});

test("Terms that have changed meanwhile have to be accepted again, with the same link", async () => {
  const id = await imported("member@example.com");
  await send();
  const token = linkTo("member@example.com");
  expect(await accept(token, "older")).toMatchObject({ body: { code: "terms-outdated" } });
  expect(await sessionsOf(id)).toEqual([]);
  expect((await accept(token)).status).toBe(200);
});

test("Members who have not logged in after a week are reminded once; others are not", async () => {
  await imported("member1@example.com");
  await imported("member2@example.com");
  await imported("member3@example.com");
  await send();
  await accept(linkTo("member2@example.com"));
  portal.mails.length = 0;
  portal.advance(7 * dayMs - hourMs);
  await runScheduled();
  expect(portal.mails).toEqual([]);
  portal.advance(hourMs);
  await runScheduled();
  await runScheduled();
  expect(portal.mails.map(({ to }) => to).toSorted()).toEqual([
    "member1@example.com",
    "member3@example.com",
  ]);
  portal.advance(20 * dayMs);
  await runScheduled();
  expect(portal.mails).toHaveLength(2);
  await logInAdmin();
  expect(await read()).toMatchObject({ reminded: 2 });
  expect((await accept(linkTo("member1@example.com"))).status).toBe(200);
});

test("A member is invited again only after the link has expired", async () => {
  const id = await imported("member@example.com");
  const invitation = async () =>
    (await call(portal, "GET", `/members/${id}`, { token: admin })).body.invitation;
  expect(await invitation()).toEqual({ sentAt: null, isPossible: true });
  expect((await send([id])).body).toEqual({ invited: 1 });
  expect((await send([id])).body).toMatchObject({ code: "conflict" });
  const first = linkTo("member@example.com");
  expect(await invitation()).toMatchObject({ isPossible: false });

  portal.advance(30 * dayMs);
  await logInAdmin();
  expect((await check(first)).body).toMatchObject({ code: "token-invalid" });
  expect(await invitation()).toMatchObject({ isPossible: true });
  expect((await send([id])).body).toEqual({ invited: 1 });
  const again = linkTo("member@example.com");
  expect(again).not.toBe(first);
  expect((await accept(again)).status).toBe(200);
  expect(await invitation()).toMatchObject({ isPossible: false });
});

test("Each member gets one mail, even if the process dies while mails are enqueued", async () => {
  const emails = Array.from({ length: 130 }, (_, at) => `member${at}@example.com`);
  for (const email of emails) await imported(email);
  const { jobs } = portal.portal;
  const enqueue = jobs.enqueue.bind(jobs);
  let left = 110;
  vi.spyOn(jobs, "enqueue").mockImplementation(async (...job) => {
    left -= 1;
    if (left < 0) throw new Error("killed");
    await enqueue(...job);
  });
  await send();
  expect(invitedMails()).toHaveLength(100);
  left = Infinity;
  await portal.portal.jobs.runScheduled();
  await portal.runDueJobs();
  expect(
    invitedMails()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(emails.toSorted());
});

test("A mail that the server may have accepted is not sent again; one that it refused is", async () => {
  await imported("member1@example.com");
  await imported("member2@example.com");
  await imported("member3@example.com");
  const { mailer } = portal.portal;
  const deliver = mailer.send.bind(mailer);
  const failing = vi.spyOn(mailer, "send").mockImplementation(async (mail) => {
    if (mail.to === "member2@example.com")
      throw Object.assign(new Error("down"), { code: "ECONNREFUSED", command: "CONN" });
    if (mail.to === "member3@example.com")
      throw new PermanentFailure("refused", {
        cause: Object.assign(new Error("550"), { responseCode: 550, command: "RCPT TO" }),
      });
    await deliver(mail);
    throw new Error("the answer was lost");
  });
  await send();
  expect((await read()).waiting).toBe(1);
  failing.mockRestore();
  portal.advance(hourMs);
  await portal.runDueJobs();
  expect(
    invitedMails()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(["member1@example.com", "member2@example.com"]);
  expect((await accept(linkTo("member2@example.com"))).status).toBe(200);
});

test("Members whose first mail was never accepted get an invitation instead of a reminder, and an admin may send one earlier", async () => {
  const first = await imported("member1@example.com");
  await imported("member2@example.com");
  const failing = vi.spyOn(portal.portal.mailer, "send").mockImplementation(async () => {
    throw Object.assign(new Error("down"), { code: "ECONNREFUSED", command: "CONN" });
  });
  await send();
  portal.advance(4 * dayMs - hourMs);
  await logInAdmin();
  expect((await send([first])).body).toMatchObject({ code: "conflict" });
  portal.advance(hourMs);
  await portal.portal.database.execute(sql`delete from pgboss.job`);
  failing.mockRestore();
  expect((await send([first])).body).toEqual({ invited: 1 });
  portal.advance(3 * dayMs);
  await runScheduled();
  const subjects = invitedMails().map(({ to, subject }) => [to, subject]);
  expect(subjects).toHaveLength(2);
  expect(new Set(subjects.map(([, subject]) => subject)).size).toBe(1);
});

test("A test mail goes to the admin, and its link logs nobody in", async () => {
  const tested = await call(portal, "POST", "/invitation-test", {
    token: admin,
    body: { language: "pl" },
  });
  expect(tested).toMatchObject({ status: 202, body: { to: adminEmail } });
  expect(lastMail(portal, adminEmail).language).toBe("pl");
  expect((await check(linkTo(adminEmail))).body).toMatchObject({ code: "token-invalid" });
});

test("Only admins see and send invitations, and sending them takes the password", async () => {
  const userId = await claimedUser(portal, "member@example.com");
  const token = await createSession(portal.portal, userId, "");
  for (const [method, path] of [
    ["GET", "/invitations"],
    ["POST", "/invitations"],
    ["POST", "/invitation-test"],
  ] as const) {
    expect((await call(portal, method, path, { token, body: {} })).status).toBe(403);
  }
  const wrong = { password: "not the password", memberIds: [randomUUID()] };
  const answer = await call(portal, "POST", "/invitations", { token: admin, body: wrong });
  expect(answer.body.code).toBe("wrong-password");
});
