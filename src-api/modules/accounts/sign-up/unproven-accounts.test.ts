import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  call,
  claimedUser,
  enterCode,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  register,
  unprovenUser,
} from "../../../testing/account-requests.ts";
import { insertBoughtMembership } from "../../../testing/bought-membership.ts";
import { createTestPortal, type TestPortal } from "../../../testing/test-portal.ts";
import { createSession } from "../sessions/sessions.ts";
import { beginSignUp } from "./sign-ups.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
afterAll(() => it.close());

const newPassword = "five yellow weave poles";
const mailsTo = (email: string) => it.mails.filter(({ to }) => to === email);
const mailedLink = (email: string) => linkToken(lastMail(it, email));
const reset = (link: string) =>
  call(it, "POST", `/reset-password/${link}`, { body: { password: newPassword } });

describe("an account from before addresses were proven first", () => {
  test("is signed in to after a new password was chosen through a mailed link", async () => {
    const email = "old@example.com";
    const id = await unprovenUser(it, email);
    const unproven = { status: 403, body: { code: "address-unproven" } };
    expect(await logIn(it, email)).toMatchObject(unproven);
    expect(mailsTo(email)).toHaveLength(1);
    expect((await reset(mailedLink(email))).status).toBe(204);
    expect((await logIn(it, email)).status).toBe(401);
    expect((await logIn(it, email, newPassword)).body.user).toMatchObject({ id, email });
  });

  test("mails nothing for a wrong password, which is answered like any other", async () => {
    const email = "guessed@example.com";
    await unprovenUser(it, email);
    const wrong = { status: 401, body: { code: "wrong-credentials" } };
    expect(await logIn(it, email, "a guess")).toMatchObject(wrong);
    expect(mailsTo(email)).toHaveLength(0);
  });

  test("has no session, not even one that was begun before", async () => {
    const id = await unprovenUser(it, "signed-in@example.com");
    const token = await createSession(it.portal, id, "");
    expect((await call(it, "GET", "/me", { token })).status).toBe(401);
  });

  test("is proven through the form for a forgotten password as well", async () => {
    const email = "forgot@example.com";
    await unprovenUser(it, email);
    await call(it, "POST", "/forgot-password", { body: { email } });
    expect((await reset(mailedLink(email))).status).toBe(204);
    expect((await logIn(it, email, newPassword)).status).toBe(200);
  });

  test("does not get an address that another account has proven meanwhile", async () => {
    const email = "raced@example.com";
    await unprovenUser(it, email, { password: "known to mallory" });
    expect((await logIn(it, email, "known to mallory")).status).toBe(403);
    const link = mailedLink(email);
    const owner = await claimedUser(it, email);
    const taken = { status: 409, body: { code: "address-taken" } };
    expect(await reset(link)).toMatchObject(taken);
    expect((await logIn(it, email, "known to mallory")).status).toBe(401);
    expect((await logIn(it, email)).body.user.id).toBe(owner);
  });

  test("does not hash passwords again and again through a link that the address's owner keeps open", async () => {
    const email = "kept-open@example.com";
    await unprovenUser(it, email);
    await logIn(it, email);
    const link = mailedLink(email);
    await claimedUser(it, email);
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) statuses.push((await reset(link)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 409), 429]);
  });

  test("keeps its purchases when its owner registers again, who gets a link and no code", async () => {
    const email = "buyer@example.com";
    const id = await unprovenUser(it, email);
    await insertBoughtMembership(it, id, new Date("2027-03-01T12:00:00Z"));
    await register(it, email);
    const mail = lastMail(it, email);
    expect([mail.subject, mail.code]).toEqual(["You already have an account", undefined]);
    expect((await reset(linkToken(mail))).status).toBe(204);
    const { user } = (await logIn(it, email, newPassword)).body;
    expect(user).toMatchObject({ id, email, subscriptionOwned: true });
  });

  test("is not joined by another one, even with the right code", async () => {
    const email = "demo-buyer@example.com";
    await unprovenUser(it, email);
    const { id, code } = await beginSignUp(it.portal, {
      name: "Ada",
      email,
      password: newPassword,
      termsVersion: "1",
      language: "en",
    });
    const taken = { status: 409, body: { code: "already-registered" } };
    expect(await enterCode(it, id, code)).toMatchObject(taken);
    expect((await logIn(it, email)).status).toBe(403);
  });

  test("stands behind the account that has proven the address", async () => {
    const email = "shared@example.com";
    const owner = await claimedUser(it, email);
    it.advance(1);
    await unprovenUser(it, email, { password: "another good one" });
    expect((await logIn(it, email)).body.user.id).toBe(owner);
    expect((await logIn(it, email, "another good one")).status).toBe(401);
    await call(it, "POST", "/forgot-password", { body: { email } });
    expect((await reset(mailedLink(email))).status).toBe(204);
    expect((await logIn(it, email, newPassword)).body.user.id).toBe(owner);
    expect((await logIn(it, email, goodPassword)).status).toBe(401);
  });
});
