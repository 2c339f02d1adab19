import { describe, expect, test } from "vitest";
import { minuteMs } from "#shared/durations.ts";
import { flagKeys } from "#shared/flags.ts";
import { desc, eq } from "#api/infra/database/drizzle.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import { setFlag } from "#api/modules/flags/flag-store.ts";
import { purge } from "#api/retention/retention.ts";
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
  otherCode,
  unprovenUser,
} from "#api/testing/account-requests.ts";
import { answerChallenge, codeOf, userWithFactor } from "#api/testing/second-factors.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { hashCode } from "./mailed-proofs.ts";
import { loginCodes, sessions, users } from "./schema.ts";

const portal = await forFile(createTestPortal());
const { database } = portal.portal;

const ask = (email: string, language = "en") =>
  call(portal, "POST", "/login/mail", { body: { email, language } });
const enter = (id: string, code: string, token?: string) =>
  call(portal, "POST", `/login/mail/${id}/code`, { body: { code }, ...(token && { token }) });
const resend = (id: string) => call(portal, "POST", `/login/mail/${id}/resend`);
const loginOver = { status: 404, body: { code: "login-over" } };
const codeWrong = { status: 422, body: { code: "code-wrong" } };

/** Asks for a code and returns the id of the login and the mailed code. */
async function asked(email: string): Promise<{ id: string; code: string }> {
  const { body } = await ask(email);
  return { id: body.id, code: mailedCode(lastMail(portal, email)) };
}

/** Logs in by a mailed code and returns the token. */
async function tokenByCode(email: string): Promise<string> {
  const { id, code } = await asked(email);
  return (await enter(id, code)).body.token;
}

const factorsOf = async (userId: string) => {
  const rows = await database.select().from(sessions).where(eq(sessions.userId, userId));
  return rows.map(({ factors }) => factors);
};
const lastAct = async () => {
  const [entry] = await database.select().from(auditEntries).orderBy(desc(auditEntries.id));
  return entry;
};

describe("a code that logs in", () => {
  test("is mailed, works once for ten minutes, and begins a session of one factor", async () => {
    const userId = await importedUser(portal, "one@example.com");
    const { status, body } = await ask(" One@Example.com ");
    expect([status, body]).toEqual([
      202,
      {
        id: expect.stringMatching(/^[\w-]{43}$/),
        email: "one@example.com",
        expiresAt: "2026-03-01T12:10:00.000Z",
        resendAt: "2026-03-01T12:00:30.000Z",
      },
    ]);
    expect((await call(portal, "GET", `/login/mail/${body.id}`)).body).toEqual(body);
    const mail = lastMail(portal, "one@example.com");
    expect(mail.subject).toBe(`${mail.code} is your Ringside code`);
    const answer = await enter(body.id, mailedCode(mail));
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { id: userId, lacksPassword: true } },
    });
    expect((await call(portal, "GET", "/me", { token: answer.body.token })).status).toBe(200);
    expect(await factorsOf(userId)).toEqual(["mail"]);
    expect(await lastAct()).toMatchObject({
      act: "signed-in",
      subjectId: userId,
      actorId: userId,
      details: { factors: "mail" },
    });
    expect(await enter(body.id, mailedCode(mail))).toMatchObject(loginOver);
    expect(await call(portal, "GET", `/login/mail/${body.id}`)).toMatchObject(loginOver);
  });

  test("also logs in users with a password, and ends the session in which it is entered", async () => {
    const userId = await claimedUser(portal, "both@example.com");
    const former = (await logIn(portal, "both@example.com")).body.token;
    const { id, code } = await asked("both@example.com");
    const { body } = await enter(id, code, former);
    expect(body.user.lacksPassword).toBeUndefined();
    expect(await factorsOf(userId)).toEqual(["mail"]);
  });

  test("is invalid after five wrong entries, which the audit trail records", async () => {
    const userId = await importedUser(portal, "guessed@example.com");
    const { id, code } = await asked("guessed@example.com");
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await enter(id, otherCode(code))).toMatchObject(codeWrong);
    }
    expect(await lastAct()).toMatchObject({
      act: "sign-in-failed",
      subjectId: userId,
      details: { factors: "mail" },
    });
    expect(await enter(id, code)).toMatchObject(loginOver);
    portal.advance(minuteMs);
    expect(await resend(id)).toMatchObject(loginOver);
    expect(await factorsOf(userId)).toEqual([]);
  });

  test("expires, and its row is deleted", async () => {
    await importedUser(portal, "late@example.com");
    const { id, code } = await asked("late@example.com");
    portal.advance(10 * minuteMs);
    expect(await enter(id, code)).toMatchObject(loginOver);
    await purge(portal.portal);
    expect(await database.$count(loginCodes, eq(loginCodes.email, "late@example.com"))).toBe(0);
  });

  test("is replaced by a new one after 30 seconds", async () => {
    await importedUser(portal, "again@example.com");
    const { id, code } = await asked("again@example.com");
    expect(await resend(id)).toMatchObject({ status: 429, body: { code: "too-many-requests" } });
    portal.advance(minuteMs / 2);
    const again = await resend(id);
    expect(Date.parse(again.body.expiresAt)).toBe(portal.portal.now().getTime() + 10 * minuteMs);
    const newer = mailedCode(lastMail(portal, "again@example.com"));
    expect(await enter(id, code)).toMatchObject(codeWrong);
    expect((await enter(id, newer)).status).toBe(200);
  });

  test("belongs to its own request; the first one entered ends the others of the address", async () => {
    const userId = await importedUser(portal, "twice@example.com");
    const first = await asked("twice@example.com");
    const second = await asked("twice@example.com");
    expect(await enter(second.id, first.code)).toMatchObject(codeWrong);
    expect((await enter(first.id, first.code)).status).toBe(200);
    expect(await enter(second.id, second.code)).toMatchObject(loginOver);
    expect(await factorsOf(userId)).toEqual(["mail"]);
  });

  test("is stored as a hash with a secret that is not in the database", async () => {
    await importedUser(portal, "hashed@example.com");
    const { id, code } = await asked("hashed@example.com");
    const [row] = await database
      .select()
      .from(loginCodes)
      .where(eq(loginCodes.email, "hashed@example.com"));
    const stored = Object.values(row ?? {}).map(String);
    for (const secret of [id, code]) expect(stored).not.toContain(secret);
    for (const known of ["", ...stored]) expect(hashCode(known, code)).not.toBe(row?.codeHash);
  });

  test("is refused at every step while logging in is disabled", async () => {
    await importedUser(portal, "closed@example.com");
    const { id, code } = await asked("closed@example.com");
    await setFlag(portal.portal, flagKeys.loginDisabled, true);
    const disabled = { status: 403, body: { code: "feature-disabled" } };
    expect(await ask("closed@example.com")).toMatchObject(disabled);
    expect(await enter(id, code)).toMatchObject(disabled);
    expect(await resend(id)).toMatchObject(disabled);
    await setFlag(portal.portal, flagKeys.loginDisabled, false);
    expect((await enter(id, code)).status).toBe(200);
  });
});

describe("an address", () => {
  test("without an account gets the same answer and no mail, and nobody learns more without its code", async () => {
    await importedUser(portal, "known@example.com");
    const known = await ask("known@example.com");
    const unknown = await ask("unknown@example.com", "pl");
    const shapeOf = ({ status, body }: typeof known) => ({ status, ...body, id: "", email: "" });
    expect(shapeOf(unknown)).toEqual(shapeOf(known));
    expect(portal.mails.some(({ to }) => to === "unknown@example.com")).toBe(false);
    expect(await enter(unknown.body.id, "000000")).toMatchObject(codeWrong);
    expect(
      await enter(known.body.id, otherCode(mailedCode(lastMail(portal, "known@example.com")))),
    ).toMatchObject(codeWrong);
  });

  test("without an account is reported after the right code, which only the demo shows", async () => {
    const config = { ...portal.portal.config };
    Object.assign(portal.portal.config, { seedDemo: true });
    const { body } = await ask("nobody@example.com");
    Object.assign(portal.portal.config, config);
    expect(body.testCode).toMatch(/^\d{6}$/);
    expect(await enter(body.id, body.testCode)).toMatchObject({
      status: 404,
      body: { code: "no-account" },
    });
  });

  test("is mailed five times an hour at most, whoever asks", async () => {
    await importedUser(portal, "flooded@example.com");
    for (let i = 0; i < 4; i += 1) expect((await ask("flooded@example.com")).status).toBe(202);
    expect(await ask("flooded@example.com")).toMatchObject({
      status: 429,
      body: { code: "too-many-requests" },
    });
  });

  test("that was never proven is proven by the code, which ends the password that somebody chose before", async () => {
    const email = "unproven@example.com";
    const userId = await unprovenUser(portal, email);
    const { id, code } = await asked(email);
    expect((await enter(id, code)).body.user).toMatchObject({ email, lacksPassword: true });
    expect(await factorsOf(userId)).toEqual(["mail"]);
    expect((await logIn(portal, email, goodPassword)).status).toBe(401);
  });

  test("that the account no longer has does not log in", async () => {
    const userId = await importedUser(portal, "moved@example.com");
    const { id, code } = await asked("moved@example.com");
    const email = "elsewhere@example.com";
    await database.update(users).set({ email }).where(eq(users.id, userId));
    expect(await enter(id, code)).toMatchObject({ status: 404, body: { code: "no-account" } });
    expect(await factorsOf(userId)).toEqual([]);
  });
});

describe("a second factor that is on", () => {
  test("is still asked for, and the session has both factors", async () => {
    const {
      id: userId,
      email,
      secret,
      recoveryCodes,
    } = await userWithFactor(portal, "factor@example.com");
    const { id, code } = await asked(email);
    const { status, body } = await enter(id, code);
    expect([status, Object.keys(body).toSorted()]).toEqual([200, ["challenge", "expiresAt"]]);
    const done = await answerChallenge(portal, body.challenge, codeOf(portal, secret));
    expect(done.status).toBe(200);
    const second = await asked(email);
    const { challenge } = (await enter(second.id, second.code)).body;
    expect((await answerChallenge(portal, challenge, recoveryCodes[0] ?? "")).status).toBe(200);
    expect((await factorsOf(userId)).toSorted()).toEqual([
      "mail+recovery",
      "mail+totp",
      "password+totp",
    ]);
    await call(portal, "POST", "/me/second-factor/removal", {
      token: done.body.token,
      body: { password: goodPassword },
    });
    expect(await factorsOf(userId)).toEqual(["mail"]);
  });

  test("ends sessions that began with a mailed code alone, but not the one that turns it on", async () => {
    const email = "turns-on@example.com";
    const userId = await claimedUser(portal, email);
    await tokenByCode(email);
    const token = await tokenByCode(email);
    const body = { password: goodPassword };
    const { secret } = (await call(portal, "POST", "/me/second-factor", { token, body })).body;
    const code = { code: codeOf(portal, secret) };
    await call(portal, "POST", "/me/second-factor/code", { token, body: code });
    expect(await factorsOf(userId)).toEqual(["mail+totp"]);
  });

  test("is required of an admin who logged in by a mailed code, as after a password", async () => {
    const email = "admin@example.com";
    await claimedUser(portal, email, { roles: ["ROLE_ADMIN"] });
    Object.assign(portal.portal.config, { adminSecondFactor: "required" });
    const token = await tokenByCode(email);
    const { body } = await call(portal, "GET", "/me", { token });
    const refused = await call(portal, "GET", "/audit", { token });
    const body2 = { password: goodPassword };
    const exported = await call(portal, "POST", "/me/export", { token, body: body2 });
    Object.assign(portal.portal.config, { adminSecondFactor: "optional" });
    expect(body).toMatchObject({ roles: ["ROLE_USER"], lacksAdminFactor: true });
    expect(refused).toMatchObject({ status: 403, body: { code: "admin-factor-needed" } });
    expect(exported.body.code).toBe("enrolment-code-needed");
  });
});

describe("a member without a password", () => {
  const set = (token: string) =>
    call(portal, "POST", "/me/password", { token, body: { newPassword } });

  test("gets password-missing where it is needed, and sets one after a fresh login; other sessions end", async () => {
    const email = "first@example.com";
    const userId = await importedUser(portal, email);
    const other = await tokenByCode(email);
    const token = await tokenByCode(email);
    const body = { password: "a guess of any kind" };
    expect(await call(portal, "POST", "/me/export", { token, body })).toMatchObject({
      status: 403,
      body: { code: "password-missing" },
    });
    expect((await logIn(portal, email, body.password)).status).toBe(401);
    expect((await set(token)).status).toBe(200);
    expect(await lastAct()).toMatchObject({ act: "password-changed", subjectId: userId });
    expect(lastMail(portal, email).subject).toBe("Your password was changed");
    expect((await call(portal, "GET", "/me", { token: other })).status).toBe(401);
    expect((await call(portal, "GET", "/me", { token })).body.lacksPassword).toBeUndefined();
    expect(await set(token)).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await logIn(portal, email, newPassword)).status).toBe(200);
  });

  test("has to log in again to set one if the session is older than 15 minutes", async () => {
    const email = "old@example.com";
    await importedUser(portal, email);
    const token = await tokenByCode(email);
    portal.advance(15 * minuteMs);
    expect(await set(token)).toMatchObject({ status: 403, body: { code: "fresh-login-needed" } });
    const { id, code } = await asked(email);
    const fresh = (await enter(id, code, token)).body.token;
    expect((await set(fresh)).status).toBe(200);
  });

  test("cannot choose a common one, and has to enter a code of the second factor if it is on", async () => {
    const { id, email, token } = await userWithFactor(portal, "careful@example.com");
    await database.update(users).set({ passwordHash: null }).where(eq(users.id, id));
    const body = { newPassword: "password123" };
    expect(await call(portal, "POST", "/me/password", { token, body })).toMatchObject({
      status: 400,
      body: { fields: { newPassword: expect.any(String) } },
    });
    portal.advance(5 * minuteMs);
    expect(await set(token)).toMatchObject({ status: 403, body: { code: "factor-needed" } });
    expect((await logIn(portal, email)).status).toBe(401);
  });

  test("can also set one by the link for a forgotten password", async () => {
    const email = "forgot@example.com";
    await importedUser(portal, email);
    const waiting = await asked(email);
    await call(portal, "POST", "/forgot-password", { body: { email } });
    const path = `/reset-password/${linkToken(lastMail(portal, email))}`;
    const body = { password: newPassword };
    expect((await call(portal, "POST", path, { body })).status).toBe(204);
    // A code that was mailed earlier must not log in any more.
    expect(await enter(waiting.id, waiting.code)).toMatchObject(loginOver);
    expect((await logIn(portal, email, newPassword)).status).toBe(200);
  });
});
