import { beforeEach, describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "#shared/durations.ts";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import {
  call,
  claimedUser,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  mailedCode,
  newPassword,
  signedInUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import {
  addCredential,
  addPasskey,
  beginLogin,
  beginPasskey,
  sendLogin,
} from "#api/testing/passkey-requests.ts";
import { codeOf, enrolmentCodeFor, turnFactorOn } from "#api/testing/second-factors.ts";
import { SoftwareAuthenticator } from "#api/testing/software-authenticator.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { oneTimeTokens, users } from "./schema.ts";

const portal = await forFile(createTestPortal({ adminSecondFactor: "required" }));
let count = 0;
beforeEach(() => portal.advance(61 * minuteMs)); // for the limits of mails

const needsCode = { status: 403, body: { code: "enrolment-code-needed" } };
const body = { password: goodPassword };
const begin = (token: string, password = goodPassword) =>
  call(portal, "POST", "/me/second-factor", { token, body: { password } });
const prove = (token: string, code: string, ip?: string) =>
  call(portal, "POST", "/me/second-factor/proof", { token, body: { code }, ...(ip && { ip }) });
async function promote(email: string) {
  const lines = await runUserCommand(portal.portal, { command: "admin", email, on: true });
  await portal.runDueJobs();
  return lines;
}
const passkeyLogin = async (device: SoftwareAuthenticator) =>
  sendLogin(portal, device.assert(await beginLogin(portal)));

/** Sets a new password by a link that resets it; returns the token of a login with it. */
async function logInAnew(email: string, link: string): Promise<string> {
  await call(portal, "POST", `/reset-password/${link}`, { body: { password: newPassword } });
  return (await logIn(portal, email, newPassword)).body.token;
}

/** Follows a link that locks everybody out; returns the token of a login with a new password. */
const lockedOut = async (email: string, path: string) =>
  logInAnew(email, (await call(portal, "POST", path)).body.resetToken);

/** Creates an admin who holds a passkey only. */
async function owner() {
  const email = `owner-${(count += 1)}@example.com`;
  await claimedUser(portal, email, { roles: ["ROLE_ADMIN"] });
  const { token } = (await logIn(portal, email)).body;
  const proven = (await prove(token, await enrolmentCodeFor(portal, email))).body.token;
  const { device, id } = await addPasskey(portal, proven);
  portal.advance(5 * minuteMs);
  return { email, device, passkeyId: id };
}

/** What a session is answered that changes the factors of the admin and acts as one, and what the passkey opens then. */
async function attempts(
  token: string,
  { device, passkeyId }: Awaited<ReturnType<typeof owner>>,
  password = goodPassword,
) {
  const removal = { token, body: { password } };
  const answers = [
    await begin(token, password),
    await beginPasskey(portal, token, password),
    await call(portal, "POST", `/me/passkeys/${passkeyId}/removal`, removal),
    await call(portal, "GET", "/members", { token }),
  ];
  const { token: own } = (await passkeyLogin(device)).body;
  const { status } = await call(portal, "GET", "/members", { token: own });
  return [...answers.map((answer) => answer.body.code), status];
}

const allRefused = [
  ...Array.from({ length: 3 }, () => "enrolment-code-needed"),
  "admin-factor-needed",
  200,
];

describe("an admin who holds a passkey only keeps it, and the rights, from a thief", () => {
  test("with the password", async () => {
    const admin = await owner();
    const { token } = (await logIn(portal, admin.email)).body;
    expect(await attempts(token, admin)).toEqual(allRefused);
  });

  test("with the mailbox, by a new password", async () => {
    const admin = await owner();
    await call(portal, "POST", "/forgot-password", { body: { email: admin.email } });
    const token = await logInAnew(admin.email, linkToken(lastMail(portal, admin.email)));
    expect(await attempts(token, admin, newPassword)).toEqual(allRefused);
  });

  test("with the mailbox, by “This was not me”", async () => {
    const admin = await owner();
    await logIn(portal, admin.email, goodPassword, "198.51.100.7");
    const link = linkToken(lastMail(portal, admin.email));
    const token = await lockedOut(admin.email, `/secure-account/${link}`);
    expect(await attempts(token, admin, newPassword)).toEqual(allRefused);
  });

  /** Has the admin change the address, logged in by the passkey; returns the link that undoes it. */
  async function changeAddress(admin: Awaited<ReturnType<typeof owner>>): Promise<string> {
    const { token } = (await passkeyLogin(admin.device)).body;
    const email = `new-of-${admin.email}`;
    await call(portal, "PUT", "/me/email", { token, body: { email, password: goodPassword } });
    const undo = linkToken(lastMail(portal, admin.email));
    const code = mailedCode(lastMail(portal, email));
    expect((await call(portal, "POST", "/me/email/code", { token, body: { code } })).status).toBe(
      200,
    );
    return undo;
  }

  test("with the mailbox, by undoing a change of the address", async () => {
    const admin = await owner();
    const undo = await changeAddress(admin);
    const token = await lockedOut(admin.email, `/undo-email-change/${undo}`);
    expect(await attempts(token, admin, newPassword)).toEqual(allRefused);
  });
});

describe("what a thief did before somebody becomes an admin gives no rights", () => {
  test("a key and a passkey that were added with the password end, with their sessions", async () => {
    const email = `promoted-${(count += 1)}@example.com`;
    const { token } = await signedInUser(portal, email);
    await turnFactorOn(portal, token);
    const { device } = await addPasskey(portal, token);
    const byPasskey = (await passkeyLogin(device)).body.token;
    const [, removed] = await promote(email);
    expect(removed).toBe("The second factor and passkeys from before are removed.");
    for (const former of [token, byPasskey]) {
      expect((await call(portal, "GET", "/me", { token: former })).status).toBe(401);
    }
    expect((await passkeyLogin(device)).status).toBe(401);
    expect(await begin((await logIn(portal, email)).body.token)).toMatchObject(needsCode);
  });

  test("a key that waits for its code, and a passkey that is being created, do not count", async () => {
    const email = `waiting-${(count += 1)}@example.com`;
    const { token } = await signedInUser(portal, email);
    const options = (await beginPasskey(portal, token)).body;
    const { secret } = (await begin(token)).body;
    const roles = ["ROLE_USER", "ROLE_ADMIN"] as const;
    await portal.portal.database
      .update(users)
      .set({ roles: [...roles] })
      .where(eq(users.email, email));
    const code = { token, body: { code: codeOf(portal, secret) } };
    expect(await call(portal, "POST", "/me/second-factor/code", code)).toMatchObject(needsCode);
    const credential = new SoftwareAuthenticator().create(options);
    expect(await addCredential(portal, token, credential)).toMatchObject(needsCode);
  });
});

describe("an enrolment code", () => {
  /** Creates an admin without a factor, logged in with the password. */
  async function newAdmin() {
    const email = `new-${(count += 1)}@example.com`;
    const { token } = await signedInUser(portal, email);
    const lines = await promote(email);
    const code = /: ([\w-]{19})$/.exec(lines[1] ?? "")?.[1] ?? "";
    return { email, token, code };
  }

  test("is printed for new admins, mailed about without the code, and gives the first factor", async () => {
    const { email, token, code } = await newAdmin();
    const mail = lastMail(portal, email);
    expect(mail.subject).toBe("An enrolment code was created for your account");
    expect(JSON.stringify(mail)).not.toContain(code);
    expect(await begin(token)).toMatchObject(needsCode);
    const proven = (await prove(token, code.toLowerCase())).body.token;
    await turnFactorOn(portal, proven);
    expect((await call(portal, "GET", "/members", { token: proven })).status).toBe(200);
    const { items } = (await call(portal, "GET", "/me/audit", { token: proven })).body;
    const acts = items.map(({ act }: { act: string }) => act);
    expect(acts).toEqual(expect.arrayContaining(["enrolment-code-issued", "enrolment-code-used"]));
    expect(JSON.stringify(items)).not.toContain(code);
  });

  test("is printed by `users add --admin`, and for nobody else", async () => {
    const add = (email: string, roles: ["ROLE_ADMIN"] | []) =>
      runUserCommand(portal.portal, { ...body, command: "add", name: "Ada", email, roles });
    const lines = await add("added@example.com", ["ROLE_ADMIN"]);
    expect(lines[1]).toMatch(/^Enrolment code \(works once, for one hour\): [\w-]{19}$/);
    expect(await add("member@example.com", [])).toEqual(["Added member@example.com."]);
    const command = { command: "enrol-factor", email: "member@example.com" } as const;
    await expect(runUserCommand(portal.portal, command)).rejects.toThrow("needs no enrolment code");
  });

  test("works once, within an hour, for its own account, and until the next one", async () => {
    const { email, token, code } = await newAdmin();
    const other = await newAdmin();
    expect((await prove(other.token, code)).body.code).toBe("factor-wrong");
    const next = await enrolmentCodeFor(portal, email);
    expect((await prove(token, code)).body.code).toBe("factor-wrong");
    const answers = await Promise.all([prove(token, next), prove(token, next)]);
    // The code is used up for the other one, or its token is, which the first has replaced.
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect([
      [200, 401],
      [200, 422],
    ]).toContainEqual(statuses);
    portal.advance(hourMs);
    expect((await prove(other.token, other.code)).body.code).toBe("factor-wrong");
  });

  test("does not complete a login, and is kept as a hash", async () => {
    const { email, token, code } = await newAdmin();
    await turnFactorOn(portal, (await prove(token, code)).body.token);
    const next = await enrolmentCodeFor(portal, email);
    const { challenge } = (await logIn(portal, email)).body;
    const answer = await call(portal, "POST", "/login/code", { body: { challenge, code: next } });
    expect(answer.body.code).toBe("factor-wrong");
    const rows = await portal.portal.database.select().from(oneTimeTokens);
    expect(JSON.stringify(rows)).not.toContain(next);
  });

  test("cannot be guessed: tries are limited", async () => {
    const { token, code } = await newAdmin();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      statuses.push((await prove(token, `AAAA-BBBB-CCCC-00${10 + i}`)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    expect((await prove(token, code)).status).toBe(429);
  });

  test("ends with “This was not me”", async () => {
    const { email, code } = await newAdmin();
    const token = await lockedOut(email, `/secure-account/${linkToken(lastMail(portal, email))}`);
    expect((await prove(token, code)).body.code).toBe("factor-wrong");
  });

  test("ends when a change of address is undone", async () => {
    const { email, token: begun, code: first } = await newAdmin();
    const thief = (await prove(begun, first)).body.token;
    const change = { email: `taken-${email}`, ...body };
    await call(portal, "PUT", "/me/email", { token: thief, body: change });
    const undo = linkToken(lastMail(portal, email));
    const code = await enrolmentCodeFor(portal, email);
    const token = await lockedOut(email, `/undo-email-change/${undo}`);
    expect((await prove(token, code)).body.code).toBe("factor-wrong");
  });
});
