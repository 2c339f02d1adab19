import { Piscina } from "piscina";
import { describe, expect, test, vi } from "vitest";
import { dayMs } from "#shared/durations.ts";
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
import { answerChallenge, codeOf, turnFactorOn } from "#api/testing/second-factors.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());

const tokenInvalid = { status: 404, body: { code: "token-invalid" } };

const undo = (token: string) => call(portal, "POST", `/undo-email-change/${token}`);
const check = (token: string) => call(portal, "GET", `/undo-email-change/${token}`);
const me = (token: string) => call(portal, "GET", "/me", { token });
const undoLink = (email: string) =>
  linkToken(
    portal.mails.findLast(({ to, action }) => to === email && action?.url.includes("/undo-"))!,
  );

async function ask(token: string, email: string, password = goodPassword) {
  await call(portal, "PUT", "/me/email", { token, body: { email, password } });
  return mailedCode(lastMail(portal, email));
}
const confirm = (token: string, code: string) =>
  call(portal, "POST", "/me/email/code", { token, body: { code } });

/** Creates an account whose address was changed by a thief who knows the password. */
async function stolenAccount(name: string) {
  const [owner, thief] = [`${name}@example.com`, `thief-of-${name}@example.com`];
  const { token } = await signedInUser(portal, owner);
  await confirm(token, await ask(token, thief));
  return { owner, thief, token, link: undoLink(owner) };
}

describe("undoing a change of address", () => {
  test("restores the former address, ends all sessions and issues a reset link", async () => {
    const { owner, thief, token, link } = await stolenAccount("ada");
    expect((await me(token)).body.email).toBe(thief);
    const { status, body } = await undo(link);
    expect([status, body]).toEqual([200, { email: owner, resetToken: expect.any(String) }]);
    expect((await me(token)).status).toBe(401);
    for (const email of [owner, thief]) expect((await logIn(portal, email)).status).toBe(401);
    const choose = { body: { password: newPassword } };
    expect((await call(portal, "POST", `/reset-password/${body.resetToken}`, choose)).status).toBe(
      204,
    );
    expect((await logIn(portal, owner, newPassword)).body.user.email).toBe(owner);
  });

  test("turns off a second factor of the session that changed it, and leaves an earlier one", async () => {
    const passwordOf = async (link: string) => {
      const choose = { body: { password: newPassword } };
      await call(portal, "POST", `/reset-password/${(await undo(link)).body.resetToken}`, choose);
    };
    const owner = "factor@example.com";
    const { token } = await signedInUser(portal, owner);
    await turnFactorOn(portal, token);
    await confirm(token, await ask(token, "thief-of-factor@example.com"));
    await passwordOf(undoLink(owner));
    const { body } = await logIn(portal, owner, newPassword);
    expect(body.user.email).toBe(owner);
    const { secret } = await turnFactorOn(portal, body.token, newPassword);
    portal.advance(8 * dayMs);
    const { challenge } = (await logIn(portal, owner, newPassword)).body;
    const later = (await answerChallenge(portal, challenge, codeOf(portal, secret))).body.token;
    await confirm(later, await ask(later, "thief-of-factor@example.com", newPassword));
    await passwordOf(undoLink(owner));
    expect((await logIn(portal, owner, newPassword)).body.challenge).toEqual(expect.any(String));
  });

  test("notifies the address that the account had until then", async () => {
    const { owner, thief, link } = await stolenAccount("told");
    const before = portal.mails.length;
    await undo(link);
    expect(portal.mails.slice(before)).toEqual([
      expect.objectContaining({
        to: thief,
        subject: "The change of your e-mail address was undone",
      }),
    ]);
    expect(lastMail(portal, thief).paragraphs.join()).not.toContain(owner);
  });

  test("notifies nobody when the change was still pending", async () => {
    const { token } = await signedInUser(portal, "early@example.com");
    await ask(token, "too-late@example.com");
    const before = portal.mails.length;
    expect((await undo(undoLink("early@example.com"))).status).toBe(200);
    expect(portal.mails.slice(before)).toEqual([]);
  });

  test("hashes no password, whether it succeeds or fails", async () => {
    const { link } = await stolenAccount("cheap");
    const { owner: lost, link: useless } = await stolenAccount("useless");
    await claimedUser(portal, lost);
    const hashes = vi.spyOn(Piscina.prototype, "run");
    expect((await undo(link)).status).toBe(200);
    expect((await undo(useless)).status).toBe(409);
    expect(hashes).not.toHaveBeenCalled();
    await logIn(portal, lost);
    expect(hashes).toHaveBeenCalledOnce();
    hashes.mockRestore();
  });

  test("is not triggered by opening the link, and works once", async () => {
    const { owner, thief, token, link } = await stolenAccount("once");
    expect((await check(link)).body).toEqual({ email: owner });
    expect((await me(token)).body.email).toBe(thief);
    expect((await undo(link)).status).toBe(200);
    expect(await check(link)).toMatchObject(tokenInvalid);
    expect(await undo(link)).toMatchObject(tokenInvalid);
  });

  test("is done once when requested twice at the same time", async () => {
    const { link } = await stolenAccount("race");
    const statuses = (await Promise.all([undo(link), undo(link)])).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 404]));
  });

  test("cancels a pending change", async () => {
    const { token } = await signedInUser(portal, "waiting@example.com");
    const code = await ask(token, "elsewhere@example.com");
    expect((await undo(undoLink("waiting@example.com"))).status).toBe(200);
    expect((await confirm(token, code)).status).toBe(401);
    expect((await me(token)).status).toBe(401);
    expect((await logIn(portal, "elsewhere@example.com")).status).toBe(401);
  });

  test("works whatever the thief has done with the account", async () => {
    const { owner, thief, token, link } = await stolenAccount("stubborn");
    const change = { currentPassword: goodPassword, newPassword };
    await call(portal, "PUT", "/me/password", { token, body: change });
    await call(portal, "POST", "/forgot-password", { body: { email: thief } });
    const reset = linkToken(lastMail(portal, thief));
    const third = `other-${thief}`;
    portal.advance(60_000);
    const code = await ask(token, third, newPassword);
    const thiefsUndo = undoLink(thief);
    await confirm(token, code);
    expect((await me(token)).body.email).toBe(third);

    expect((await undo(link)).body.email).toBe(owner);
    expect(await undo(thiefsUndo)).toMatchObject(tokenInvalid);
    expect((await call(portal, "GET", `/reset-password/${reset}`)).status).toBe(404);
    for (const email of [owner, thief, third]) {
      expect((await logIn(portal, email, newPassword)).status).toBe(401);
    }
  });

  test("keeps undo links that were mailed earlier, to addresses of the owner", async () => {
    const { owner, token, link, thief } = await stolenAccount("moved");
    portal.advance(60_000);
    const code = await ask(token, "moved-again@example.com");
    await confirm(token, code);
    expect((await undo(undoLink(thief))).body.email).toBe(thief);
    expect((await undo(link)).body.email).toBe(owner);
  });

  test("is refused while another account has the address, and can be tried again", async () => {
    const { owner, token, link } = await stolenAccount("gap");
    await claimedUser(portal, owner, { password: newPassword });
    const refusal = { status: 409, body: { code: "address-taken" } };
    expect(await undo(link)).toMatchObject(refusal);
    expect((await me(token)).status).toBe(200);
    const other = (await logIn(portal, owner, newPassword)).body.token;
    await call(portal, "POST", "/me/deletion", { token: other, body: { password: newPassword } });
    expect((await undo(link)).status).toBe(200);
  });

  test("is impossible once the account is deleted", async () => {
    const { token, link } = await stolenAccount("deleted");
    await call(portal, "POST", "/me/deletion", { token, body: { password: goodPassword } });
    expect(await undo(link)).toMatchObject(tokenInvalid);
  });

  test("does not accept a reset link, nor does a reset accept an undo link", async () => {
    const { owner, thief, link } = await stolenAccount("mixed");
    await call(portal, "POST", "/forgot-password", { body: { email: thief } });
    expect(await undo(linkToken(lastMail(portal, thief)))).toMatchObject(tokenInvalid);
    const reset = { body: { password: newPassword } };
    expect(await call(portal, "POST", `/reset-password/${link}`, reset)).toMatchObject(
      tokenInvalid,
    );
    expect((await check(link)).body).toEqual({ email: owner });
  });
});
