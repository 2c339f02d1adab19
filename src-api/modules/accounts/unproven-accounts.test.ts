import { describe, expect, test } from "vitest";
import {
  call,
  claimedUser,
  enterCode,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  newPassword,
  register,
  unprovenUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { insertBoughtMembership } from "#api/testing/bought-membership.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { createSession } from "./sign-in.ts";
import { beginSignUp } from "./sign-up.ts";

const portal = await forFile(createTestPortal());

const mailsTo = (email: string) => portal.mails.filter(({ to }) => to === email);
const mailedLink = (email: string) => linkToken(lastMail(portal, email));
const reset = (link: string) =>
  call(portal, "POST", `/reset-password/${link}`, { body: { password: newPassword } });

describe("an account with an unproven address", () => {
  test("can be logged in to after a new password was chosen through a mailed link", async () => {
    const email = "old@example.com";
    const id = await unprovenUser(portal, email);
    const unproven = { status: 403, body: { code: "address-unproven" } };
    expect(await logIn(portal, email)).toMatchObject(unproven);
    expect(mailsTo(email)).toHaveLength(1);
    expect((await reset(mailedLink(email))).status).toBe(204);
    expect((await logIn(portal, email)).status).toBe(401);
    expect((await logIn(portal, email, newPassword)).body.user).toMatchObject({ id, email });
  });

  test("sends no mail for a wrong password and answers as usual", async () => {
    const email = "guessed@example.com";
    await unprovenUser(portal, email);
    const wrong = { status: 401, body: { code: "wrong-credentials" } };
    expect(await logIn(portal, email, "a guess")).toMatchObject(wrong);
    expect(mailsTo(email)).toHaveLength(0);
  });

  test("cannot use sessions that began earlier", async () => {
    const id = await unprovenUser(portal, "signed-in@example.com");
    const token = await createSession(portal.portal, id, "");
    expect((await call(portal, "GET", "/me", { token })).status).toBe(401);
  });

  test("is also proven through a requested reset link", async () => {
    const email = "forgot@example.com";
    await unprovenUser(portal, email);
    await call(portal, "POST", "/forgot-password", { body: { email } });
    expect((await reset(mailedLink(email))).status).toBe(204);
    expect((await logIn(portal, email, newPassword)).status).toBe(200);
  });

  test("does not get an address that another account has proven in the meantime", async () => {
    const email = "raced@example.com";
    await unprovenUser(portal, email, { password: "known to mallory" });
    expect((await logIn(portal, email, "known to mallory")).status).toBe(403);
    const link = mailedLink(email);
    const owner = await claimedUser(portal, email);
    const refusal = { status: 409, body: { code: "address-taken" } };
    expect(await reset(link)).toMatchObject(refusal);
    expect((await logIn(portal, email, "known to mallory")).status).toBe(401);
    expect((await logIn(portal, email)).body.user.id).toBe(owner);
  });

  test("does not allow one link to cause many password hashes", async () => {
    const email = "kept-open@example.com";
    await unprovenUser(portal, email);
    await logIn(portal, email);
    const link = mailedLink(email);
    await claimedUser(portal, email);
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) statuses.push((await reset(link)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 409), 429]);
  });

  test("keeps its purchases when its owner registers again and gets a link instead of a code", async () => {
    const email = "buyer@example.com";
    const id = await unprovenUser(portal, email);
    await insertBoughtMembership(portal, id, new Date("2027-03-01T12:00:00Z"));
    await register(portal, email);
    const mail = lastMail(portal, email);
    expect([mail.subject, mail.code]).toEqual(["You already have an account", undefined]);
    expect((await reset(linkToken(mail))).status).toBe(204);
    const { user } = (await logIn(portal, email, newPassword)).body;
    expect(user).toMatchObject({ id, email, subscriptionOwned: true });
  });

  test("prevents a second account for the address, even with the right code", async () => {
    const email = "demo-buyer@example.com";
    await unprovenUser(portal, email);
    const { id, code } = await beginSignUp(portal.portal, {
      name: "Ada",
      email,
      password: newPassword,
      termsVersion: "1",
      language: "en",
    });
    const refusal = { status: 409, body: { code: "already-registered" } };
    expect(await enterCode(portal, id, code)).toMatchObject(refusal);
    expect((await logIn(portal, email)).status).toBe(403);
  });

  test("comes second to an account that has proven the address", async () => {
    const email = "shared@example.com";
    const owner = await claimedUser(portal, email);
    portal.advance(1);
    await unprovenUser(portal, email, { password: "another good one" });
    expect((await logIn(portal, email)).body.user.id).toBe(owner);
    expect((await logIn(portal, email, "another good one")).status).toBe(401);
    await call(portal, "POST", "/forgot-password", { body: { email } });
    expect((await reset(mailedLink(email))).status).toBe(204);
    expect((await logIn(portal, email, newPassword)).body.user.id).toBe(owner);
    expect((await logIn(portal, email, goodPassword)).status).toBe(401);
  });
});
