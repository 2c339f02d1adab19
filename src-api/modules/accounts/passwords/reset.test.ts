import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { oneTimeTokens } from "../schema.ts";
import { call, claimedUser, goodPassword, lastMail } from "../../../testing/account-requests.ts";
import { linkToken, logIn } from "../../../testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "../../../testing/test-portal.ts";
import { accountDelay } from "../../../infra/throttle/account-delay.ts";
import { throttle } from "../../../infra/throttle/throttle.ts";
import { issueResetToken } from "../proofs/one-time-tokens.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
afterAll(() => it.close());

const hour = 60 * 60_000;
const newPassword = "five yellow weave poles";
let client = 0;

const forgot = (email: string) => {
  client += 1;
  return call(it, "POST", "/forgot-password", { body: { email }, ip: `203.0.113.${client}` });
};
async function resetLink(email: string): Promise<string> {
  await forgot(email);
  return linkToken(lastMail(it, email));
}
const check = (token: string) => call(it, "GET", `/reset-password/${token}`);
const reset = (token: string, password = newPassword) =>
  call(it, "POST", `/reset-password/${token}`, { body: { password } });
const tokenInvalid = { status: 404, body: { code: "token-invalid" } };

/** Lets somebody guess so often that a delay begins at the account. */
async function guessElsewhere(subject: string) {
  for (let i = 0; i < accountDelay.free; i++) {
    await throttle(it.portal, "login", `100.90.${i}.1`, subject);
  }
}

test("A reset lets the owner in where it was done, while others still wait", async () => {
  const email = "besieged@example.com";
  await claimedUser(it, email);
  const token = await resetLink(email);
  await guessElsewhere(email);
  const [home, other] = ["198.51.100.20", "198.51.101.20"];
  expect((await logIn(it, email, goodPassword, home)).status).toBe(429);
  const body = { password: newPassword };
  await call(it, "POST", `/reset-password/${token}`, { body, ip: home });
  expect((await logIn(it, email, newPassword, other)).status).toBe(429);
  expect((await logIn(it, email, newPassword, home)).status).toBe(200);
});

describe("asking for a new password", () => {
  test("answers alike whether the address is known or not, and mails the known one", async () => {
    await claimedUser(it, "known@example.com");
    const known = await forgot("known@example.com");
    const unknown = await forgot("unknown@example.com");
    expect([known.status, known.text]).toEqual([202, ""]);
    expect([unknown.status, unknown.text]).toEqual([202, ""]);
    expect(lastMail(it, "known@example.com").action?.url).toMatch(
      /^http:\/\/portal\.test\/reset-password\/[\w-]{43}$/,
    );
    expect(it.mails.some(({ to }) => to === "unknown@example.com")).toBe(false);
  });

  test("makes every link before it worthless", async () => {
    await claimedUser(it, "newest@example.com");
    const first = await resetLink("newest@example.com");
    const second = await resetLink("newest@example.com");
    expect(await check(first)).toMatchObject(tokenInvalid);
    expect(await reset(first)).toMatchObject(tokenInvalid);
    expect((await reset(second)).status).toBe(204);
  });

  test("many times at once leaves one link that works", async () => {
    await claimedUser(it, "eager@example.com");
    await Promise.all(Array.from({ length: 5 }, () => forgot("eager@example.com")));
    const links = it.mails.filter(({ to }) => to === "eager@example.com").map(linkToken);
    const answers = await Promise.all(links.map((link) => check(link)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("is stopped for one client that asks again and again", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const body = { email: "flood@example.com" };
      statuses.push(
        (await call(it, "POST", "/forgot-password", { body, ip: "198.51.100.4" })).status,
      );
    }
    expect(statuses).toEqual([202, 202, 202, 202, 429, 429]);
  });
});

describe("a reset link", () => {
  test("is checked without being used up, then works once", async () => {
    await claimedUser(it, "once@example.com");
    const token = await resetLink("once@example.com");
    expect((await check(token)).body).toEqual({ email: "once@example.com" });
    expect((await check(token)).status).toBe(200);
    expect((await reset(token)).status).toBe(204);
    expect(await check(token)).toMatchObject(tokenInvalid);
    expect(await reset(token, "six red hurdles here")).toMatchObject(tokenInvalid);
    expect((await logIn(it, "once@example.com", newPassword)).status).toBe(200);
  });

  test("that is used twice at the same time works for one of them", async () => {
    await claimedUser(it, "race@example.com");
    const token = await resetLink("race@example.com");
    const passwords = ["first of two racers", "second of two racers"];
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["204", "404"]);
    const winner = passwords[answers.findIndex(({ status }) => status === 204)] ?? "";
    const loser = passwords.find((password) => password !== winner) ?? "";
    expect((await logIn(it, "race@example.com", winner)).status).toBe(200);
    expect((await logIn(it, "race@example.com", loser)).status).toBe(401);
  });

  test("ends every session, every other reset link, and tells the owner", async () => {
    await claimedUser(it, "taken@example.com");
    const { token: session } = (await logIn(it, "taken@example.com")).body;
    const older = await resetLink("taken@example.com");
    await reset(await resetLink("taken@example.com"));
    expect((await call(it, "GET", "/me", { token: session })).status).toBe(401);
    expect(await check(older)).toMatchObject(tokenInvalid);
    expect(lastMail(it, "taken@example.com").subject).toBe("Your password was changed");
  });

  test("works for an hour", async () => {
    await claimedUser(it, "late@example.com");
    const token = await resetLink("late@example.com");
    it.advance(hour - 1);
    expect((await check(token)).status).toBe(200);
    it.advance(1);
    expect(await check(token)).toMatchObject(tokenInvalid);
    expect(await reset(token)).toMatchObject(tokenInvalid);
    expect((await logIn(it, "late@example.com")).status).toBe(200);
  });

  test("survives a refused password", async () => {
    await claimedUser(it, "weak@example.com");
    const token = await resetLink("weak@example.com");
    expect((await reset(token, "password1")).body.fields.password).toContain("most common");
    expect((await reset(token, "short")).status).toBe(400);
    expect((await reset(token)).status).toBe(204);
  });

  test("for an address that is not the account's any more opens nothing", async () => {
    const id = await claimedUser(it, "moved@example.com");
    const token = await issueResetToken(it.portal, id, "former@example.com");
    expect(await reset(token)).toMatchObject(tokenInvalid);
    expect((await logIn(it, "moved@example.com")).status).toBe(200);
  });

  test("is kept as a hash only", async () => {
    const id = await claimedUser(it, "hashed@example.com");
    const token = await resetLink("hashed@example.com");
    const rows = await it.portal.database
      .select()
      .from(oneTimeTokens)
      .where(eq(oneTimeTokens.userId, id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

test("A reset link that nobody made is refused, however odd", async () => {
  for (const token of ["x", "..", "%00", "a".repeat(200), "%F0%9F%90%95"]) {
    expect((await check(token)).status).toBe(404);
    expect((await reset(token)).status).toBe(404);
  }
  expect((await check("a".repeat(201))).status).toBe(404);
});

test("A reset keeps the password that logs in until it is used", async () => {
  await claimedUser(it, "unchanged@example.com");
  await resetLink("unchanged@example.com");
  expect((await logIn(it, "unchanged@example.com", goodPassword)).status).toBe(200);
});
