import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  call,
  claimedUser,
  goodPassword,
  lastMail,
  logIn,
  register,
  unprovenUser,
} from "../../../testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "../../../testing/test-portal.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
beforeEach(() => it.advance(2 * 60 * minute));
afterAll(() => it.close());

const minute = 60_000;
const mailsTo = (email: string) => it.mails.filter(({ to }) => to === email).length;
const forgot = (email: string, ip: string) =>
  call(it, "POST", "/forgot-password", { body: { email }, ip });

/** Asks for a change of somebody's address to another one, as an account of its own. */
async function changeTo(to: string, from: string, ip: string) {
  await claimedUser(it, from);
  const { token } = (await logIn(it, from)).body;
  const body = { email: to, password: goodPassword };
  return call(it, "PUT", "/me/email", { token, body, ip });
}

/** An address in a network of its own. */
const elsewhere = (at: number) => `203.0.${at}.1`;

describe("within an hour one recipient is mailed at most five times", () => {
  test("whatever the action and whoever asks, for a known address and an unknown one", async () => {
    await claimedUser(it, "known@example.com");
    for (const [at, email] of ["known@example.com", "unknown@example.com"].entries()) {
      const { body: signUp } = await register(it, email);
      it.advance(minute);
      expect((await call(it, "POST", `/register/${signUp.id}/resend`)).status).toBe(202);
      expect((await register(it, email)).status).toBe(202);
      expect((await changeTo(email, `changer-${at}@example.com`, elsewhere(at))).status).toBe(202);
      expect((await forgot(email, `203.0.113.${at}`)).status).toBe(202);
      const mailed = mailsTo(email);
      it.advance(minute);
      const refused = [
        await forgot(email, `203.0.114.${at}`),
        await register(it, email),
        await call(it, "POST", `/register/${signUp.id}/resend`),
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

  test("the present address of a changing account too, which is told each time", async () => {
    const email = "restless@example.com";
    await claimedUser(it, email);
    const { token } = (await logIn(it, email)).body;
    const statuses = [];
    for (let at = 0; at < 6; at += 1) {
      const body = { email: `restless-${at}@example.com`, password: goodPassword };
      statuses.push(
        (await call(it, "PUT", "/me/email", { token, body, ip: elsewhere(at) })).status,
      );
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    expect([mailsTo(email), mailsTo("restless-5@example.com")]).toEqual([5, 0]);
  });

  test("resending the code of a change", async () => {
    const email = "resent@example.com";
    await claimedUser(it, "resender@example.com");
    const { token } = (await logIn(it, "resender@example.com")).body;
    await call(it, "PUT", "/me/email", { token, body: { email, password: goodPassword } });
    const statuses = [];
    for (let at = 0; at < 5; at += 1) {
      it.advance(minute);
      statuses.push(
        (await call(it, "POST", "/me/email/resend", { token, ip: elsewhere(at) })).status,
      );
    }
    expect(statuses).toEqual([202, 202, 202, 202, 429]);
    expect(mailsTo(email)).toBe(5);
  });

  test("logging in to an account that has to be proven", async () => {
    const email = "unproven@example.com";
    await unprovenUser(it, email);
    const statuses = [];
    for (let at = 0; at < 6; at += 1) {
      statuses.push((await logIn(it, email, goodPassword, elsewhere(at))).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    expect(mailsTo(email)).toBe(5);
  });

  test("of which one network causes four: another one gets its mail", async () => {
    const email = "bothered@example.com";
    await claimedUser(it, email);
    const statuses = [];
    for (let at = 0; at < 5; at += 1) {
      statuses.push((await register(it, email, { ip: "198.51.100.9" })).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 429]);
    expect((await forgot(email, "203.0.113.9")).status).toBe(202);
    expect(lastMail(it, email).action?.url).toContain("/reset-password/");
  });
});
