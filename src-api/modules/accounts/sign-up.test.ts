import { describe, expect, test } from "vitest";
import { minuteMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { setFlag } from "#api/modules/flags/flag-store.ts";
import { signUps, users } from "./schema.ts";
import { hashCode } from "./mailed-proofs.ts";
import { flagKeys } from "#shared/flags.ts";
import {
  call,
  claimedUser,
  enterCode,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  mailedCode,
  newPassword,
  otherCode,
  register,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());

const second = 1000;
const accountsWith = (email: string) =>
  portal.portal.database.$count(users, eq(users.email, email));
const resend = (id: string) => call(portal, "POST", `/register/${id}/resend`);
const signUpOver = { status: 404, body: { code: "sign-up-over" } };
const codeWrong = { status: 422, body: { code: "code-wrong" } };

/** Registers and returns the id of the sign-up and the mailed code. */
async function signUp(email: string, changes = {}): Promise<{ id: string; code: string }> {
  const { body } = await register(portal, email, changes);
  return { id: body.id, code: mailedCode(lastMail(portal, email)) };
}

describe("registering", () => {
  test("mails a code and creates no account before it is entered", async () => {
    const email = "new@example.com";
    const { status, body } = await register(portal, email, { plan: "yearly" });
    expect([status, body]).toEqual([
      202,
      {
        id: expect.stringMatching(/^[\w-]{43}$/),
        email,
        plan: "yearly",
        expiresAt: "2026-03-01T12:30:00.000Z",
        resendAt: "2026-03-01T12:00:30.000Z",
      },
    ]);
    expect(await accountsWith(email)).toBe(0);
    expect((await logIn(portal, email)).status).toBe(401);
    const mail = lastMail(portal, email);
    expect(mail.code).toMatch(/^\d{6}$/);
    expect(mail.subject).toBe(`${mail.code} is your Ringside code`);
    expect((await call(portal, "GET", `/register/${body.id}`)).body).toEqual(body);
  });

  test("is completed by the code, which creates the account and logs in", async () => {
    const email = "done@example.com";
    const { id, code } = await signUp(email, { name: " Grace ", language: "pl", plan: "monthly" });
    const { status, body } = await enterCode(portal, id, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(status).toBe(201);
    expect(body).toMatchObject({ plan: "monthly", user: { name: "Grace", email } });
    expect((await call(portal, "GET", "/me", { token: body.token })).body).toEqual(body.user);
    expect((await logIn(portal, email)).status).toBe(200);
    expect(await enterCode(portal, id, code)).toMatchObject(signUpOver);
    expect(await call(portal, "GET", `/register/${id}`)).toMatchObject(signUpOver);
    const [user] = await portal.portal.database.select().from(users).where(eq(users.email, email));
    expect(user).toMatchObject({ language: "pl", roles: ["ROLE_USER"], unprovenEmail: null });
    expect(user?.termsVersion).toBeTruthy();
  });

  test("mails in the language of the form and quotes nothing else from it", async () => {
    const name = "Call 555-0100 now";
    await register(portal, "polka@example.com", { language: "pl", name });
    const mail = lastMail(portal, "polka@example.com");
    expect(mail.subject).toBe(`${mail.code} to Twój kod Ringside`);
    expect(JSON.stringify(mail)).not.toContain("555-0100");
    await claimedUser(portal, "polak@example.com");
    await register(portal, "polak@example.com", { language: "pl", name });
    expect(lastMail(portal, "polak@example.com").subject).toBe("Masz już konto");
    expect(JSON.stringify(lastMail(portal, "polak@example.com"))).not.toContain("555-0100");
  });

  test("answers the same for a known address, and mails its owner", async () => {
    await claimedUser(portal, "known@example.com");
    const known = await register(portal, "known@example.com");
    const unknown = await register(portal, "unknown@example.com");
    const shapeOf = ({ status, body }: typeof known) => ({ status, ...body, id: "", email: "" });
    expect(shapeOf(known)).toEqual(shapeOf(unknown));
    const mail = lastMail(portal, "known@example.com");
    expect([mail.subject, mail.code]).toEqual(["You already have an account", undefined]);
    expect(JSON.stringify(mail)).not.toMatch(/\b\d{6}\b/);
    expect(await enterCode(portal, known.body.id, "000000")).toMatchObject(codeWrong);
  });

  test("mails the owner of a known address a reset link", async () => {
    const email = "locked-out@example.com";
    const id = await claimedUser(portal, email);
    await register(portal, email);
    const mail = lastMail(portal, email);
    expect(mail.action?.url).toMatch(/^http:\/\/portal\.test\/reset-password\/[\w-]{43}$/);
    const body = { password: newPassword };
    expect(
      (await call(portal, "POST", `/reset-password/${linkToken(mail)}`, { body })).status,
    ).toBe(204);
    expect((await logIn(portal, email, body.password)).body.user.id).toBe(id);
  });

  test("shows the code only in the demo without a mail server, and again after a reload", async () => {
    const config = { ...portal.portal.config };
    Object.assign(portal.portal.config, { seedDemo: true });
    const { body } = await register(portal, "demo@example.com");
    expect(body.testCode).toBe(mailedCode(lastMail(portal, "demo@example.com")));
    const reloaded = await call(portal, "GET", `/register/${body.id}`);
    expect(reloaded.body.testCode).toBe(body.testCode);
    Object.assign(portal.portal.config, { smtpUrl: "smtp://127.0.0.1:25" });
    expect((await register(portal, "demo-mailed@example.com")).body.testCode).toBeUndefined();
    Object.assign(portal.portal.config, config);
    expect((await register(portal, "real@example.com")).body.testCode).toBeUndefined();
  });

  test("stores id, code and password as hashes", async () => {
    const { id, code } = await signUp("kept@example.com");
    const rows = await portal.portal.database
      .select()
      .from(signUps)
      .where(eq(signUps.email, "kept@example.com"));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.passwordHash).toMatch(/^\$argon2id\$/);
    const known = Object.values(rows[0]!).map(String);
    for (const secret of [id, code, goodPassword]) expect(known).not.toContain(secret);
    // Trying all codes against the row does not find the code either.
    for (const secret of ["", ...known]) {
      expect(hashCode(secret, code)).not.toBe(rows[0]?.codeHash);
    }
  });

  test("is refused at every step when it is disabled", async () => {
    const { id, code } = await signUp("late@example.com");
    await setFlag(portal.portal, flagKeys.registrationDisabled, true);
    const disabled = { status: 403, body: { code: "feature-disabled" } };
    expect(await register(portal, "later@example.com")).toMatchObject(disabled);
    expect(await enterCode(portal, id, code)).toMatchObject(disabled);
    expect(await resend(id)).toMatchObject(disabled);
    await setFlag(portal.portal, flagKeys.registrationDisabled, false);
    expect((await enterCode(portal, id, code)).status).toBe(201);
  });
});

describe("a stranger's address", () => {
  test("stays free for its owner, whose account contains nothing that the stranger entered", async () => {
    const email = "victim@example.com";
    const stranger = await signUp(email, { name: "Mallory", password: "known to mallory" });
    const owner = await signUp(email, { name: "Victoria" });
    const { body } = await enterCode(portal, owner.id, owner.code);
    expect(body.user.name).toBe("Victoria");
    expect(await enterCode(portal, stranger.id, stranger.code)).toMatchObject(signUpOver);
    expect((await logIn(portal, email, "known to mallory")).status).toBe(401);
    expect((await logIn(portal, email)).status).toBe(200);
  });

  test("is not proven by a code that was mailed for another sign-up", async () => {
    const email = "relayed@example.com";
    const owner = await signUp(email);
    const stranger = await signUp(email);
    expect(await enterCode(portal, stranger.id, owner.code)).toMatchObject(codeWrong);
    expect(await enterCode(portal, owner.id, stranger.code)).toMatchObject(codeWrong);
    expect(await accountsWith(email)).toBe(0);
  });

  test("is refused with the right code when the address got an account in the meantime", async () => {
    const email = "overtaken@example.com";
    const { id, code } = await signUp(email, { password: "known to mallory" });
    const owner = await claimedUser(portal, email);
    const refusal = { status: 409, body: { code: "already-registered" } };
    expect(await enterCode(portal, id, code)).toMatchObject(refusal);
    expect(await enterCode(portal, id, code)).toMatchObject(signUpOver);
    expect((await logIn(portal, email)).body.user.id).toBe(owner);
    expect((await logIn(portal, email, "known to mallory")).status).toBe(401);
  });
});

describe("a code", () => {
  test("stops working after five wrong ones, and ends the sign-up", async () => {
    const { id, code } = await signUp("guessed@example.com");
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await enterCode(portal, id, otherCode(code))).toMatchObject(codeWrong);
    }
    expect(await enterCode(portal, id, code)).toMatchObject(signUpOver);
    portal.advance(minuteMs);
    expect(await resend(id)).toMatchObject(signUpOver);
    expect(await accountsWith("guessed@example.com")).toBe(0);
  });

  test("can be replaced by a new one after 30 seconds", async () => {
    const { id, code } = await signUp("again@example.com");
    for (let guess = 0; guess < 4; guess += 1) await enterCode(portal, id, otherCode(code));
    portal.advance(29 * second);
    const early = await resend(id);
    expect(early).toMatchObject({ status: 429, body: { code: "too-many-requests" } });
    expect(early.headers["retry-after"]).toBe("1");
    portal.advance(second);
    const again = await resend(id);
    expect(again.status).toBe(202);
    expect(Date.parse(again.body.expiresAt)).toBe(portal.portal.now().getTime() + 30 * minuteMs);
    const newer = mailedCode(lastMail(portal, "again@example.com"));
    expect(await enterCode(portal, id, code)).toMatchObject(codeWrong);
    expect((await enterCode(portal, id, newer)).status).toBe(201);
  });
});
