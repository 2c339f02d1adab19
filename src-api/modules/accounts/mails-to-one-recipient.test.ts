import { beforeEach, describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "#shared/durations.ts";
import {
  call,
  claimedUser,
  goodPassword,
  lastMail,
  logIn,
  register,
  signedInUser,
  unprovenUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { addPasskey } from "#api/testing/passkey-requests.ts";
import { turnFactorOn } from "#api/testing/second-factors.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());
beforeEach(() => portal.advance(2 * hourMs));

const mailsTo = (email: string) => portal.mails.filter(({ to }) => to === email).length;
const forgot = (email: string, ip: string) =>
  call(portal, "POST", "/forgot-password", { body: { email }, ip });

/** Requests a change of address as a new user. */
async function changeTo(to: string, from: string, ip: string) {
  const { token } = await signedInUser(portal, from);
  const body = { email: to, password: goodPassword };
  return call(portal, "PUT", "/me/email", { token, body, ip });
}

/** Returns an IP address in a network that no other call uses. */
const elsewhere = (at: number) => `203.0.${at}.1`;

describe("at most five mails an hour go to one recipient", () => {
  test("across actions and callers, whether or not the address is known", async () => {
    await claimedUser(portal, "known@example.com");
    for (const [at, email] of ["known@example.com", "unknown@example.com"].entries()) {
      const { body: signUp } = await register(portal, email);
      portal.advance(minuteMs);
      expect((await call(portal, "POST", `/register/${signUp.id}/resend`)).status).toBe(202);
      expect((await register(portal, email)).status).toBe(202);
      expect((await changeTo(email, `changer-${at}@example.com`, elsewhere(at))).status).toBe(202);
      expect((await forgot(email, `203.0.113.${at}`)).status).toBe(202);
      const mailed = mailsTo(email);
      portal.advance(minuteMs);
      const refused = [
        await forgot(email, `203.0.114.${at}`),
        await register(portal, email),
        await call(portal, "POST", `/register/${signUp.id}/resend`),
        await changeTo(email, `changer-too-${at}@example.com`, elsewhere(at)),
      ];
      for (const answer of refused) {
        expect(answer).toMatchObject({ status: 429, body: { code: "too-many-requests" } });
        expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      }
      expect(mailsTo(email)).toBe(mailed);
      expect(mailed).toBe(email === "known@example.com" ? 5 : 4);
    }
  });

  test("when it is the present address, which each requested change notifies", async () => {
    const email = "restless@example.com";
    const { token } = await signedInUser(portal, email);
    const statuses = [];
    for (let at = 0; at < 6; at += 1) {
      const body = { email: `restless-${at}@example.com`, password: goodPassword };
      statuses.push(
        (await call(portal, "PUT", "/me/email", { token, body, ip: elsewhere(at) })).status,
      );
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    expect([mailsTo(email), mailsTo("restless-5@example.com")]).toEqual([5, 0]);
  });

  test("when the code of a change is sent again", async () => {
    const email = "resent@example.com";
    const { token } = await signedInUser(portal, "resender@example.com");
    await call(portal, "PUT", "/me/email", { token, body: { email, password: goodPassword } });
    const statuses = [];
    for (let at = 0; at < 5; at += 1) {
      portal.advance(minuteMs);
      statuses.push(
        (await call(portal, "POST", "/me/email/resend", { token, ip: elsewhere(at) })).status,
      );
    }
    expect(statuses).toEqual([202, 202, 202, 202, 429]);
    expect(mailsTo(email)).toBe(5);
  });

  test("when somebody logs in to an account with an unproven address", async () => {
    const email = "unproven@example.com";
    await unprovenUser(portal, email);
    const statuses = [];
    for (let at = 0; at < 6; at += 1) {
      statuses.push((await logIn(portal, email, goodPassword, elsewhere(at))).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    expect(mailsTo(email)).toBe(5);
  });

  test("of each kind when somebody is in the account, so that a harmless kind hides no other one", async () => {
    const email = "watched@example.com";
    const { token } = await signedInUser(portal, email);
    for (let at = 0; at < 6; at += 1) await addPasskey(portal, token);
    expect(mailsTo(email)).toBe(5);
    await turnFactorOn(portal, token);
    expect(mailsTo(email)).toBe(6);
    expect(lastMail(portal, email).subject).toBe("A second factor was turned on");
  });

  test("and one network may cause four of them", async () => {
    const email = "bothered@example.com";
    await claimedUser(portal, email);
    const statuses = [];
    for (let at = 0; at < 5; at += 1) {
      statuses.push((await register(portal, email, { ip: "198.51.100.9" })).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 429]);
    expect((await forgot(email, "203.0.113.9")).status).toBe(202);
    expect(lastMail(portal, email).action?.url).toContain("/reset-password/");
  });
});
