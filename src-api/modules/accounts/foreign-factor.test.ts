import { beforeEach, describe, expect, test, vi } from "vitest";
import { dayMs, hourMs, minuteMs } from "#shared/durations.ts";
import {
  call,
  claimedUser,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  mailedCode,
  newPassword,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { addPasskey } from "#api/testing/passkey-requests.ts";
import { answerChallenge, codeOf, turnFactorOn } from "#api/testing/second-factors.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());
beforeEach(() => portal.advance(2 * hourMs));

const home = "192.0.2.10";
const elsewhere = "198.51.100.7";

const begin = async (email: string, ip = home) =>
  (await logIn(portal, email, goodPassword, ip)).body.token as string;
const mailAbout = (email: string, subject: string) =>
  portal.mails.findLast((mail) => mail.to === email && mail.subject.startsWith(subject))!;
const linkAbout = (email: string, subject: string) => linkToken(mailAbout(email, subject));
const report = (token: string) => call(portal, "POST", `/secure-account/${token}`);
const undo = (token: string) => call(portal, "POST", `/undo-email-change/${token}`);

/** Locks everybody out by a link, chooses a new password, and returns the answer to a login with it. */
async function logInAfter(answer: ReturnType<typeof report>, email: string) {
  const { resetToken } = (await answer).body;
  await call(portal, "POST", `/reset-password/${resetToken}`, { body: { password: newPassword } });
  return (await logIn(portal, email, newPassword)).body;
}
const isIn = { token: expect.any(String) };
const isAskedForCode = { challenge: expect.any(String) };

describe("a link in a mail turns off no factor of the owner", () => {
  test("who is an admin, however late it was turned on", async () => {
    const email = "admin@example.com";
    await claimedUser(portal, email, { roles: ["ROLE_ADMIN"] });
    await turnFactorOn(portal, await begin(email));
    const link = linkAbout(email, "A second factor was turned on");
    expect(await logInAfter(report(link), email)).toMatchObject(isAskedForCode);
  });

  test("who is an admin and undoes a change of address", async () => {
    const email = "moving-admin@example.com";
    await claimedUser(portal, email, { roles: ["ROLE_ADMIN"] });
    const token = await begin(email);
    await turnFactorOn(portal, token);
    const body = { email: "elsewhere@example.com", password: goodPassword };
    await call(portal, "PUT", "/me/email", { token, body });
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
      await claimedUser(portal, email);
      const token = await begin(email);
      const { secret } = await turnFactorOn(portal, token);
      portal.advance(days * dayMs);
      const code = codeOf(portal, secret);
      await call(portal, "POST", "/me/second-factor/proof", { token, body: { code } });
      await addPasskey(portal, token);
      const link = linkAbout(email, "A passkey was added");
      expect(await logInAfter(report(link), email)).toMatchObject(after);
    },
  );

  test("who turned it on after locking everybody out: the other mails' links are over", async () => {
    const email = "twice@example.com";
    await claimedUser(portal, email);
    const token = await begin(email);
    await addPasskey(portal, token);
    const old = linkAbout(email, "A passkey was added");
    const body = { email: "other@example.com", password: goodPassword };
    await call(portal, "PUT", "/me/email", { token, body });
    await undo(linkAbout(email, "Your e-mail address is about to change"));
    expect((await report(old)).body.code).toBe("token-invalid");
  });
});

describe("a factor that a thief turned on in one session is turned off", () => {
  async function thief(email: string) {
    await claimedUser(portal, email);
    await begin(email);
    const first = await begin(email, elsewhere);
    const { secret } = await turnFactorOn(portal, first);
    portal.advance(dayMs);
    const { challenge } = (await logIn(portal, email, goodPassword, "203.0.113.5")).body;
    const answer = await answerChallenge(portal, challenge, codeOf(portal, secret), "203.0.113.5");
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
    await call(portal, "PUT", "/me/email", { token, body: change });
    const code = mailedCode(lastMail(portal, "thief@example.com"));
    await call(portal, "POST", "/me/email/code", { token, body: { code } });
    const link = linkAbout(email, "Your e-mail address is about to change");
    expect(await logInAfter(undo(link), email)).toMatchObject(isIn);
  });
});

describe("a mail about the account", () => {
  const failing = () =>
    vi.spyOn(portal.portal.mailer, "send").mockRejectedValueOnce(new Error("connect ECONNREFUSED"));

  test("says in the owner's language that recovery codes were renewed", async () => {
    const email = "ola@example.com";
    await claimedUser(portal, email, { language: "pl" });
    const token = await begin(email);
    await turnFactorOn(portal, token);
    const body = { password: goodPassword };
    await call(portal, "POST", "/me/second-factor/recovery-codes", { token, body });
    const mail = lastMail(portal, email);
    expect(mail).toMatchObject({
      subject: "Utworzono nowe kody zapasowe",
      action: { label: "To nie ja" },
    });
    expect(mail.paragraphs.join()).toContain("Adres sieciowy: 192.0.2.1");
    expect((await report(linkToken(mail))).status).toBe(200);
  });

  test.each([
    ["after a week", () => portal.advance(7 * dayMs)],
    ["after everybody was locked out", (link: string) => report(link)],
  ])("has no link any more when it is sent late: %s", async (when, pass) => {
    const email = `${when.replaceAll(" ", "-")}@example.com`;
    await claimedUser(portal, email);
    const token = await begin(email);
    await addPasskey(portal, token);
    const link = linkAbout(email, "A passkey was added");
    failing();
    await addPasskey(portal, token);
    const sent = portal.mails.length;
    portal.advance(5 * minuteMs);
    await pass(link);
    await portal.runDueJobs();
    const [mail] = portal.mails.slice(sent);
    expect(mail).toMatchObject({ subject: "A passkey was added to your account" });
    expect(mail?.action).toBeUndefined();
    expect(mail?.paragraphs.at(-1)).toContain("choose a new password right away at http");
  });
});
