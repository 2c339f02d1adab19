import { Piscina } from "piscina";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { call, claimedUser, goodPassword, lastMail } from "../../../testing/account-requests.ts";
import { linkToken, logIn, mailedCode } from "../../../testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "../../../testing/test-portal.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
afterAll(() => it.close());

const day = 24 * 60 * 60_000;
const newPassword = "five yellow weave poles";
const tokenInvalid = { status: 404, body: { code: "token-invalid" } };

const undo = (token: string) => call(it, "POST", `/undo-email-change/${token}`);
const check = (token: string) => call(it, "GET", `/undo-email-change/${token}`);
const me = (token: string) => call(it, "GET", "/me", { token });
const undoLink = (email: string) =>
  linkToken(it.mails.findLast(({ to, action }) => to === email && action?.url.includes("/undo-"))!);

async function ask(token: string, email: string, password = goodPassword) {
  await call(it, "PUT", "/me/email", { token, body: { email, password } });
  return mailedCode(lastMail(it, email));
}
const confirm = (token: string, code: string) =>
  call(it, "POST", "/me/email/code", { token, body: { code } });

/** An account whose password a thief knows, who has changed its address. */
async function stolenAccount(name: string) {
  const [owner, thief] = [`${name}@example.com`, `thief-of-${name}@example.com`];
  await claimedUser(it, owner);
  const { token } = (await logIn(it, owner)).body;
  await confirm(token, await ask(token, thief));
  return { owner, thief, token, link: undoLink(owner) };
}

describe("undoing a change of address", () => {
  test("gives the account its former address, shuts everybody out, and leads to a new password", async () => {
    const { owner, thief, token, link } = await stolenAccount("ada");
    expect((await me(token)).body.email).toBe(thief);
    const { status, body } = await undo(link);
    expect([status, body]).toEqual([200, { email: owner, resetToken: expect.any(String) }]);
    expect((await me(token)).status).toBe(401);
    for (const email of [owner, thief]) expect((await logIn(it, email)).status).toBe(401);
    const choose = { body: { password: newPassword } };
    expect((await call(it, "POST", `/reset-password/${body.resetToken}`, choose)).status).toBe(204);
    expect((await logIn(it, owner, newPassword)).body.user.email).toBe(owner);
  });

  test("tells the address that the account had until then, if it had taken its place", async () => {
    const { owner, thief, link } = await stolenAccount("told");
    const before = it.mails.length;
    await undo(link);
    expect(it.mails.slice(before)).toEqual([
      expect.objectContaining({
        to: thief,
        subject: "The change of your e-mail address was undone",
      }),
    ]);
    expect(lastMail(it, thief).paragraphs.join()).not.toContain(owner);
  });

  test("tells nobody when the change still waited for its code", async () => {
    await claimedUser(it, "early@example.com");
    await ask((await logIn(it, "early@example.com")).body.token, "too-late@example.com");
    const before = it.mails.length;
    expect((await undo(undoLink("early@example.com"))).status).toBe(200);
    expect(it.mails.slice(before)).toEqual([]);
  });

  test("hashes nothing, whatever comes of it", async () => {
    const { link } = await stolenAccount("cheap");
    const { owner: lost, link: useless } = await stolenAccount("useless");
    await claimedUser(it, lost);
    const hashes = vi.spyOn(Piscina.prototype, "run");
    expect((await undo(link)).status).toBe(200);
    expect((await undo(useless)).status).toBe(409);
    expect(hashes).not.toHaveBeenCalled();
    await logIn(it, lost);
    expect(hashes).toHaveBeenCalledOnce();
    hashes.mockRestore();
  });

  test("is not done by looking at the link, and is done once", async () => {
    const { owner, thief, token, link } = await stolenAccount("once");
    expect((await check(link)).body).toEqual({ email: owner });
    expect((await me(token)).body.email).toBe(thief);
    expect((await undo(link)).status).toBe(200);
    expect(await check(link)).toMatchObject(tokenInvalid);
    expect(await undo(link)).toMatchObject(tokenInvalid);
  });

  test("twice at the same time is done once", async () => {
    const { link } = await stolenAccount("race");
    const statuses = (await Promise.all([undo(link), undo(link)])).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 404]));
  });

  test("works for seven days", async () => {
    const first = await stolenAccount("week");
    it.advance(7 * day - 1);
    expect((await check(first.link)).status).toBe(200);
    it.advance(1);
    expect(await undo(first.link)).toMatchObject(tokenInvalid);
  });

  test("drops a change that still waits for its code", async () => {
    await claimedUser(it, "waiting@example.com");
    const { token } = (await logIn(it, "waiting@example.com")).body;
    const code = await ask(token, "elsewhere@example.com");
    expect((await undo(undoLink("waiting@example.com"))).status).toBe(200);
    expect((await confirm(token, code)).status).toBe(401);
    expect((await me(token)).status).toBe(401);
    expect((await logIn(it, "elsewhere@example.com")).status).toBe(401);
  });

  test("survives whatever the thief does with the account", async () => {
    const { owner, thief, token, link } = await stolenAccount("stubborn");
    const change = { currentPassword: goodPassword, newPassword };
    await call(it, "PUT", "/me/password", { token, body: change });
    await call(it, "POST", "/forgot-password", { body: { email: thief } });
    const reset = linkToken(lastMail(it, thief));
    const third = `other-${thief}`;
    it.advance(60_000);
    const code = await ask(token, third, newPassword);
    const thiefsUndo = undoLink(thief);
    await confirm(token, code);
    expect((await me(token)).body.email).toBe(third);

    expect((await undo(link)).body.email).toBe(owner);
    expect(await undo(thiefsUndo)).toMatchObject(tokenInvalid);
    expect((await call(it, "GET", `/reset-password/${reset}`)).status).toBe(404);
    for (const email of [owner, thief, third]) {
      expect((await logIn(it, email, newPassword)).status).toBe(401);
    }
  });

  test("leaves links that were mailed before it, to the owner's addresses", async () => {
    const { owner, token, link, thief } = await stolenAccount("moved");
    it.advance(60_000);
    const code = await ask(token, "moved-again@example.com");
    await confirm(token, code);
    expect((await undo(undoLink(thief))).body.email).toBe(thief);
    expect((await undo(link)).body.email).toBe(owner);
  });

  test("is refused, and can be tried again, while another account has the address", async () => {
    const { owner, token, link } = await stolenAccount("gap");
    await claimedUser(it, owner, { password: newPassword });
    const taken = { status: 409, body: { code: "address-taken" } };
    expect(await undo(link)).toMatchObject(taken);
    expect((await me(token)).status).toBe(200);
    const other = (await logIn(it, owner, newPassword)).body.token;
    await call(it, "POST", "/me/deletion", { token: other, body: { password: newPassword } });
    expect((await undo(link)).status).toBe(200);
  });

  test("ends with the account", async () => {
    const { token, link } = await stolenAccount("deleted");
    await call(it, "POST", "/me/deletion", { token, body: { password: goodPassword } });
    expect(await undo(link)).toMatchObject(tokenInvalid);
  });

  test("does not do what a reset link is for, nor the other way round", async () => {
    const { owner, thief, link } = await stolenAccount("mixed");
    await call(it, "POST", "/forgot-password", { body: { email: thief } });
    expect(await undo(linkToken(lastMail(it, thief)))).toMatchObject(tokenInvalid);
    const reset = { body: { password: newPassword } };
    expect(await call(it, "POST", `/reset-password/${link}`, reset)).toMatchObject(tokenInvalid);
    expect((await check(link)).body).toEqual({ email: owner });
  });
});
