import { describe, expect, test } from "vitest";
import { hourMs } from "#shared/durations.ts";
import {
  call,
  claimedUser,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  newPassword,
  signedInUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { accountDelay, throttle } from "#api/infra/throttle/throttle.ts";
import { issueResetToken } from "./mailed-proofs.ts";

const portal = await forFile(createTestPortal());

let client = 0;

const forgot = (email: string) => {
  client += 1;
  return call(portal, "POST", "/forgot-password", { body: { email }, ip: `203.0.113.${client}` });
};
async function resetLink(email: string): Promise<string> {
  await forgot(email);
  return linkToken(lastMail(portal, email));
}
const check = (token: string) => call(portal, "GET", `/reset-password/${token}`);
const reset = (token: string, password = newPassword) =>
  call(portal, "POST", `/reset-password/${token}`, { body: { password } });
const tokenInvalid = { status: 404, body: { code: "token-invalid" } };

/** Guesses the password so often that logins to the account are delayed. */
async function guessElsewhere(subject: string) {
  for (let i = 0; i < accountDelay.free; i++) {
    await throttle(portal.portal, "login", `100.90.${i}.1`, subject);
  }
}

test("After a reset its network may log in at once, while others are still delayed", async () => {
  const email = "besieged@example.com";
  await claimedUser(portal, email);
  const token = await resetLink(email);
  await guessElsewhere(email);
  const [home, other] = ["198.51.100.20", "198.51.101.20"];
  expect((await logIn(portal, email, goodPassword, home)).status).toBe(429);
  const body = { password: newPassword };
  await call(portal, "POST", `/reset-password/${token}`, { body, ip: home });
  expect((await logIn(portal, email, newPassword, other)).status).toBe(429);
  expect((await logIn(portal, email, newPassword, home)).status).toBe(200);
});

describe("requesting a reset link", () => {
  test("answers the same for known and unknown addresses, and mails only known ones", async () => {
    await claimedUser(portal, "known@example.com");
    const known = await forgot("known@example.com");
    const unknown = await forgot("unknown@example.com");
    expect([known.status, known.text]).toEqual([202, ""]);
    expect([unknown.status, unknown.text]).toEqual([202, ""]);
    expect(lastMail(portal, "known@example.com").action?.url).toMatch(
      /^http:\/\/portal\.test\/reset-password\/[\w-]{43}$/,
    );
    expect(portal.mails.some(({ to }) => to === "unknown@example.com")).toBe(false);
  });

  test("invalidates all earlier links", async () => {
    await claimedUser(portal, "newest@example.com");
    const first = await resetLink("newest@example.com");
    portal.advance(1);
    const second = await resetLink("newest@example.com");
    expect(await check(first)).toMatchObject(tokenInvalid);
    expect(await reset(first)).toMatchObject(tokenInvalid);
    expect((await reset(second)).status).toBe(204);
  });

  test("many times at once mails links that work, until one of them is used", async () => {
    await claimedUser(portal, "eager@example.com");
    await Promise.all(Array.from({ length: 5 }, () => forgot("eager@example.com")));
    const links = portal.mails.filter(({ to }) => to === "eager@example.com").map(linkToken);
    const statuses = async () =>
      (await Promise.all(links.map((link) => check(link)))).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 200, 200, 200]); // the fifth request is throttled
    expect((await reset(links[2]!)).status).toBe(204);
    expect(await statuses()).toEqual([404, 404, 404, 404]);
  });

  test("is throttled for each client", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const body = { email: "flood@example.com" };
      statuses.push(
        (await call(portal, "POST", "/forgot-password", { body, ip: "198.51.100.4" })).status,
      );
    }
    expect(statuses).toEqual([202, 202, 202, 202, 429, 429]);
  });
});

describe("a reset link", () => {
  test("can be checked without using it up, and works once", async () => {
    await claimedUser(portal, "once@example.com");
    const token = await resetLink("once@example.com");
    expect((await check(token)).body).toEqual({ email: "once@example.com" });
    expect((await check(token)).status).toBe(200);
    expect((await reset(token)).status).toBe(204);
    expect(await check(token)).toMatchObject(tokenInvalid);
    expect(await reset(token, "six red hurdles here")).toMatchObject(tokenInvalid);
    expect((await logIn(portal, "once@example.com", newPassword)).status).toBe(200);
  });

  test("works once when used twice at the same time", async () => {
    await claimedUser(portal, "race@example.com");
    const token = await resetLink("race@example.com");
    const passwords = ["first of two racers", "second of two racers"];
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["204", "404"]);
    const winner = passwords[answers.findIndex(({ status }) => status === 204)] ?? "";
    const loser = passwords.find((password) => password !== winner) ?? "";
    expect((await logIn(portal, "race@example.com", winner)).status).toBe(200);
    expect((await logIn(portal, "race@example.com", loser)).status).toBe(401);
  });

  test("ends all sessions and other reset links, and notifies the owner", async () => {
    const { token: session } = await signedInUser(portal, "taken@example.com");
    const older = await resetLink("taken@example.com");
    await reset(await resetLink("taken@example.com"));
    expect((await call(portal, "GET", "/me", { token: session })).status).toBe(401);
    expect(await check(older)).toMatchObject(tokenInvalid);
    expect(lastMail(portal, "taken@example.com").subject).toBe("Your password was changed");
  });

  test("works for an hour", async () => {
    await claimedUser(portal, "late@example.com");
    const token = await resetLink("late@example.com");
    portal.advance(hourMs - 1);
    expect((await check(token)).status).toBe(200);
    portal.advance(1);
    expect(await check(token)).toMatchObject(tokenInvalid);
    expect(await reset(token)).toMatchObject(tokenInvalid);
    expect((await logIn(portal, "late@example.com")).status).toBe(200);
  });

  test("still works after a password was refused", async () => {
    await claimedUser(portal, "weak@example.com");
    const token = await resetLink("weak@example.com");
    expect((await reset(token, "password1")).body.fields.password).toContain("most common");
    expect((await reset(token, "short")).status).toBe(400);
    expect((await reset(token)).status).toBe(204);
  });

  test("does not work once the account has another address", async () => {
    const id = await claimedUser(portal, "moved@example.com");
    const token = await issueResetToken(portal.portal, id, "former@example.com");
    expect(await reset(token)).toMatchObject(tokenInvalid);
    expect((await logIn(portal, "moved@example.com")).status).toBe(200);
  });
});

test("The password works until the reset link is used", async () => {
  await claimedUser(portal, "unchanged@example.com");
  await resetLink("unchanged@example.com");
  expect((await logIn(portal, "unchanged@example.com", goodPassword)).status).toBe(200);
});
