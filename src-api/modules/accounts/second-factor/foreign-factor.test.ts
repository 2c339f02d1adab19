import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  call,
  claimedUser,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  mailedCode,
  newPassword,
} from "../../../testing/account-requests.ts";
import { addPasskey } from "../../../testing/passkey-requests.ts";
import { answerChallenge, codeOf, turnFactorOn } from "../../../testing/second-factors.ts";
import { createTestPortal, type TestPortal } from "../../../testing/test-portal.ts";
import { noticeMail } from "../mails/mail-jobs.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
beforeEach(() => it.advance(2 * 60 * minute));
afterAll(() => it.close());

const minute = 60_000;
const day = 24 * 60 * minute;
const home = "192.0.2.10";
const elsewhere = "198.51.100.7";

const begin = async (email: string, ip = home) =>
  (await logIn(it, email, goodPassword, ip)).body.token as string;
const mailAbout = (email: string, subject: string) =>
  it.mails.findLast((mail) => mail.to === email && mail.subject.startsWith(subject))!;
const linkAbout = (email: string, subject: string) => linkToken(mailAbout(email, subject));
const report = (token: string) => call(it, "POST", `/secure-account/${token}`);
const undo = (token: string) => call(it, "POST", `/undo-email-change/${token}`);

/** Locks everybody out by a link, chooses a new password, and returns the answer to a login with it. */
async function logInAfter(answer: ReturnType<typeof report>, email: string) {
  const { resetToken } = (await answer).body;
  await call(it, "POST", `/reset-password/${resetToken}`, { body: { password: newPassword } });
  return (await logIn(it, email, newPassword)).body;
}
const isIn = { token: expect.any(String) };
const isAskedForCode = { challenge: expect.any(String) };

describe("a link in a mail turns off no factor of the owner", () => {
  test("who is an admin, however late it was turned on", async () => {
    const email = "admin@example.com";
    await claimedUser(it, email, { roles: ["ROLE_ADMIN"] });
    await turnFactorOn(it, await begin(email));
    const link = linkAbout(email, "A second factor was turned on");
    expect(await logInAfter(report(link), email)).toMatchObject(isAskedForCode);
  });

  test("who is an admin and undoes a change of address", async () => {
    const email = "moving-admin@example.com";
    await claimedUser(it, email, { roles: ["ROLE_ADMIN"] });
    const token = await begin(email);
    await turnFactorOn(it, token);
    const body = { email: "elsewhere@example.com", password: goodPassword };
    await call(it, "PUT", "/me/email", { token, body });
    const link = linkAbout(email, "Your e-mail address is about to change");
    expect(await logInAfter(undo(link), email)).toMatchObject(isAskedForCode);
  });

  test.each([
    [8, isAskedForCode],
    [6, isIn],
  ])(
    "who turned it on %d days before, in the session that the mail is about",
    async (days, after) => {
      const email = `steady-${days}@example.com`;
      await claimedUser(it, email);
      const token = await begin(email);
      const { secret } = await turnFactorOn(it, token);
      it.advance(days * day);
      const code = codeOf(it, secret);
      await call(it, "POST", "/me/second-factor/proof", { token, body: { code } });
      await addPasskey(it, token);
      const link = linkAbout(email, "A passkey was added");
      expect(await logInAfter(report(link), email)).toMatchObject(after);
    },
  );

  test("who turned it on after locking everybody out: the other mails' links are over", async () => {
    const email = "twice@example.com";
    await claimedUser(it, email);
    const token = await begin(email);
    await addPasskey(it, token);
    const old = linkAbout(email, "A passkey was added");
    const body = { email: "other@example.com", password: goodPassword };
    await call(it, "PUT", "/me/email", { token, body });
    await undo(linkAbout(email, "Your e-mail address is about to change"));
    expect((await report(old)).body.code).toBe("token-invalid");
  });
});

describe("a factor that a thief turned on in one session is turned off", () => {
  async function thief(email: string) {
    await claimedUser(it, email);
    await begin(email);
    const first = await begin(email, elsewhere);
    const { secret } = await turnFactorOn(it, first);
    it.advance(day);
    const { challenge } = (await logIn(it, email, goodPassword, "203.0.113.5")).body;
    const answer = await answerChallenge(it, challenge, codeOf(it, secret), "203.0.113.5");
    return answer.body.token as string;
  }

  test("by the link of the mail about another one", async () => {
    const email = "doubly@example.com";
    await thief(email);
    const link = linkAbout(email, "New login to your account");
    expect(await logInAfter(report(link), email)).toMatchObject(isIn);
  });

  test("by undoing the change of address that another one requested", async () => {
    const email = "moved@example.com";
    const token = await thief(email);
    const change = { email: "thief@example.com", password: goodPassword };
    await call(it, "PUT", "/me/email", { token, body: change });
    const code = mailedCode(lastMail(it, "thief@example.com"));
    await call(it, "POST", "/me/email/code", { token, body: { code } });
    const link = linkAbout(email, "Your e-mail address is about to change");
    expect(await logInAfter(undo(link), email)).toMatchObject(isIn);
  });
});

describe("a mail about the account", () => {
  const failing = () =>
    vi.spyOn(it.portal.mailer, "send").mockRejectedValueOnce(new Error("connect ECONNREFUSED"));

  test("says in the owner's language that recovery codes were renewed", async () => {
    const email = "ola@example.com";
    await claimedUser(it, email, { language: "pl" });
    const token = await begin(email);
    await turnFactorOn(it, token);
    const body = { password: goodPassword };
    await call(it, "POST", "/me/second-factor/recovery-codes", { token, body });
    const mail = lastMail(it, email);
    expect(mail).toMatchObject({
      subject: "Utworzono nowe kody zapasowe",
      action: { label: "To nie ja" },
    });
    expect(mail.paragraphs.join()).toContain("Adres sieciowy: 192.0.2.1");
    expect((await report(linkToken(mail))).status).toBe(200);
  });

  test.each([
    ["after a week", () => it.advance(7 * day)],
    ["after everybody was locked out", (link: string) => report(link)],
  ])("has no link any more when it is sent late: %s", async (when, pass) => {
    const email = `${when.replaceAll(" ", "-")}@example.com`;
    await claimedUser(it, email);
    const token = await begin(email);
    await addPasskey(it, token);
    const link = linkAbout(email, "A passkey was added");
    failing();
    await addPasskey(it, token);
    const sent = it.mails.length;
    it.advance(5 * minute);
    await pass(link);
    await it.runDueJobs();
    const [mail] = it.mails.slice(sent);
    expect(mail).toMatchObject({ subject: "A passkey was added to your account" });
    expect(mail?.action).toBeUndefined();
    expect(mail?.paragraphs.at(-1)).toContain("choose a new password right away at http");
  });

  test.each([
    ["factor-added", "en", "A second factor was turned on"],
    ["factor-removed", "pl", "Wyłączono drugi składnik logowania"],
  ] as const)("%s that was queued before an upgrade is sent", async (kind, language, subject) => {
    const to = `queued-${kind}@example.com`;
    await it.portal.jobs.enqueue(it.portal.database, noticeMail, { kind, to, language });
    await it.runDueJobs();
    const mail = lastMail(it, to);
    expect(mail.subject).toBe(subject);
    expect(mail.action).toBeUndefined();
    const text = mail.paragraphs.join("\n");
    expect(text).toContain("/forgot-password");
    expect(text).not.toContain("{{");
    expect(text).not.toMatch(/Device:|Urządzenie:/);
  });
});
