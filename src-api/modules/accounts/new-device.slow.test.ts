import { describe, expect, test } from "vitest";
import { dayMs, hourMs } from "#shared/durations.ts";
import {
  call,
  goodPassword,
  lastMail,
  linkToken,
  newPassword,
  register,
  enterCode,
  mailedCode,
  claimedUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { addPasskey, beginLogin, sendLogin } from "#api/testing/passkey-requests.ts";
import { answerChallenge, codeOf, turnFactorOn } from "#api/testing/second-factors.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());

const firefox = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";
const safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/605.1";
const home = "192.0.2.10";
const elsewhere = "198.51.100.7";

async function logIn(email: string, ip = home, userAgent = firefox, password = goodPassword) {
  const headers = { "user-agent": userAgent };
  return call(portal, "POST", "/login", { body: { email, password }, ip, headers });
}
const warnings = (email: string) =>
  portal.mails.filter(({ to, subject }) => to === email && subject === "New login to your account");
const report = (token: string) => call(portal, "POST", `/secure-account/${token}`);
const check = (token: string) => call(portal, "GET", `/secure-account/${token}`);
const tokenInvalid = { status: 404, body: { code: "token-invalid" } };

/** Creates a user who logged in at home, then somebody did from elsewhere; the link of the mail about it. */
async function warnedUser(email: string) {
  await claimedUser(portal, email);
  const own = (await logIn(email)).body.token;
  const thief = (await logIn(email, elsewhere)).body.token;
  return { email, own, thief, link: linkToken(lastMail(portal, email)) };
}

describe("a login is mailed about", () => {
  test("from another network and with another device, with what is known of it, once", async () => {
    const email = "ada@example.com";
    await claimedUser(portal, email);
    await logIn(email);
    expect(warnings(email)).toHaveLength(0);
    await logIn(email, elsewhere);
    await logIn(email, elsewhere);
    await logIn(email, home, safari);
    expect(warnings(email)).toHaveLength(2);
    const text = warnings(email)[0]?.paragraphs.join("\n");
    expect(text).toContain("Device: Firefox, Windows");
    expect(text).toContain(`Network address: ${elsewhere}`);
    expect(text).toContain("1 March 2026 at 13:00 CET");
    expect(warnings(email)[0]?.action?.url).toMatch(/^http:\/\/portal\.test\/secure-account\/./);
  });

  test("not from the same network's other addresses, and not where the account was registered", async () => {
    const email = "new@example.com";
    const { body } = await register(portal, email, {
      ip: home,
      headers: { "user-agent": firefox },
    });
    await enterCode(portal, body.id, mailedCode(lastMail(portal, email)), home);
    const here = { body: { email, password: goodPassword }, ip: home };
    await call(portal, "POST", "/login", here);
    await call(portal, "POST", "/login", { ...here, ip: "192.0.2.200" });
    expect(warnings(email)).toHaveLength(0);
    await logIn(email, elsewhere);
    expect(warnings(email)).toHaveLength(1);
  });

  test("again after half a year, also when no other device is known by then", async () => {
    const email = "away@example.com";
    await claimedUser(portal, email);
    await logIn(email);
    portal.advance(180 * dayMs - 1);
    await logIn(email);
    expect(warnings(email)).toHaveLength(0);
    portal.advance(180 * dayMs);
    await logIn(email);
    expect(warnings(email)).toHaveLength(1);
  });

  test("in the user's language", async () => {
    const email = "ola@example.com";
    await claimedUser(portal, email, { language: "pl" });
    await logIn(email);
    await logIn(email, elsewhere);
    expect(lastMail(portal, email)).toMatchObject({
      subject: "Nowe logowanie na Twoje konto",
      action: { label: "To nie ja" },
    });
  });

  test("five times an hour, and a failed login never", async () => {
    const email = "flood@example.com";
    await claimedUser(portal, email);
    await logIn(email);
    await logIn(email, elsewhere, firefox, "wrong");
    for (let i = 1; i < 9; i++) await logIn(email, `203.0.${i}.1`);
    expect(warnings(email)).toHaveLength(5);
    portal.advance(hourMs);
    await logIn(email, "203.0.100.1");
    expect(warnings(email)).toHaveLength(6);
  });
});

describe("“This was not me”", () => {
  test("ends all sessions, removes the passkeys and leads to a new password", async () => {
    const { email, own, thief, link } = await warnedUser("stolen@example.com");
    const { device } = await addPasskey(portal, thief);
    const { status, body } = await report(link);
    expect([status, body]).toEqual([200, { email, resetToken: expect.any(String) }]);
    for (const token of [own, thief]) {
      expect((await call(portal, "GET", "/me", { token })).status).toBe(401);
    }
    expect((await logIn(email)).status).toBe(401);
    expect((await sendLogin(portal, device.assert(await beginLogin(portal)))).status).toBe(401);
    const choose = { body: { password: newPassword } };
    expect((await call(portal, "POST", `/reset-password/${body.resetToken}`, choose)).status).toBe(
      204,
    );
    expect((await logIn(email, home, firefox, newPassword)).status).toBe(200);
  });

  test.each([
    ["the mail about the login", 1],
    ["the mail about the factor, which they see last", 0],
  ])("turns off a second factor that a thief turned on, by %s", async (_, back) => {
    const { email, thief, link } = await warnedUser(`locked-out-${back}@example.com`);
    await turnFactorOn(portal, thief);
    expect(lastMail(portal, email)).toMatchObject({ subject: "A second factor was turned on" });
    const { status, body } = await report(back ? link : linkToken(lastMail(portal, email)));
    expect(status).toBe(200);
    const choose = { body: { password: newPassword } };
    await call(portal, "POST", `/reset-password/${body.resetToken}`, choose);
    const { body: session } = await logIn(email, home, firefox, newPassword);
    const { body: trail } = await call(portal, "GET", "/me/audit", { token: session.token });
    expect(trail.items.map(({ act }: { act: string }) => act)).toContain("second-factor-removed");
  });

  test("turns it off by the mail about another act of the same session", async () => {
    const { email, thief } = await warnedUser("twice@example.com");
    await turnFactorOn(portal, thief);
    await addPasskey(portal, thief);
    const { resetToken } = (await report(linkToken(lastMail(portal, email)))).body;
    await call(portal, "POST", `/reset-password/${resetToken}`, {
      body: { password: newPassword },
    });
    expect((await logIn(email, home, firefox, newPassword)).body.token).toEqual(expect.any(String));
  });

  test("leaves a second factor that was on before: whoever reads the mails does not get around it", async () => {
    const email = "careful@example.com";
    await claimedUser(portal, email);
    const { secret } = await turnFactorOn(portal, (await logIn(email)).body.token);
    portal.advance(8 * dayMs);
    const { challenge } = (await logIn(email, elsewhere)).body;
    await answerChallenge(portal, challenge, codeOf(portal, secret), elsewhere);
    const { resetToken } = (await report(linkToken(warnings(email)[0]!))).body;
    await call(portal, "POST", `/reset-password/${resetToken}`, {
      body: { password: newPassword },
    });
    const { body } = await logIn(email, home, firefox, newPassword);
    expect(body).toMatchObject({ challenge: expect.any(String) });
  });

  test("invalidates reset links and a pending change of address that a thief began", async () => {
    const { email, thief, link } = await warnedUser("busy@example.com");
    await call(portal, "POST", "/forgot-password", { body: { email } });
    const reset = linkToken(lastMail(portal, email));
    const change = { email: "thief@example.com", password: goodPassword };
    await call(portal, "PUT", "/me/email", { token: thief, body: change });
    const code = mailedCode(lastMail(portal, "thief@example.com"));
    await report(link);
    expect(await call(portal, "GET", `/reset-password/${reset}`)).toMatchObject(tokenInvalid);
    const entered = { token: thief, body: { code } };
    expect((await call(portal, "POST", "/me/email/code", entered)).status).toBe(401);
  });

  test("is said by a click only, once, within seven days", async () => {
    const { email, own, link } = await warnedUser("once@example.com");
    expect((await check(link)).body).toEqual({ email });
    expect((await call(portal, "GET", "/me", { token: own })).status).toBe(200);
    const answers = await Promise.all([report(link), report(link)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect(await check(link)).toMatchObject(tokenInvalid);
    const late = await warnedUser("late@example.com");
    portal.advance(7 * dayMs);
    expect(await report(late.link)).toMatchObject(tokenInvalid);
  });

  test("has the thief's device be mailed about again", async () => {
    const { email, link } = await warnedUser("again@example.com");
    const { resetToken } = (await report(link)).body;
    await call(portal, "POST", `/reset-password/${resetToken}`, {
      body: { password: newPassword },
    });
    await logIn(email, elsewhere, firefox, newPassword);
    expect(warnings(email)).toHaveLength(2);
  });

  test("does not work as a reset link, nor for an account with another address by now", async () => {
    const { email, own, link } = await warnedUser("moved@example.com");
    const choose = { body: { password: newPassword } };
    expect(await call(portal, "POST", `/reset-password/${link}`, choose)).toMatchObject(
      tokenInvalid,
    );
    const change = { email: "moved-on@example.com", password: goodPassword };
    await call(portal, "PUT", "/me/email", { token: own, body: change });
    const code = mailedCode(lastMail(portal, "moved-on@example.com"));
    await call(portal, "POST", "/me/email/code", { token: own, body: { code } });
    expect(await report(link)).toMatchObject(tokenInvalid);
    expect((await logIn("moved-on@example.com")).status).toBe(200);
    expect(email).not.toBe("moved-on@example.com");
  });
});
