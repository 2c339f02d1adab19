import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { idempotencyKeys, purchases, users } from "../../database/schema.ts";
import { call, claimedUser, lastMail, linkToken } from "../../testing/account-requests.ts";
import { logIn, registerUser } from "../../testing/account-requests.ts";
import { insertBoughtMembership } from "../../testing/bought-membership.ts";
import { createTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { grantMembership } from "./grants.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
afterAll(() => it.close());

const nextMonth = new Date("2026-04-01T12:00:00Z");
const buyMembership = (userId: string, endsAt: Date) => insertBoughtMembership(it, userId, endsAt);
const verify = (email: string, token?: string) => {
  const path = `/verify-email/${linkToken(lastMail(it, email))}`;
  return call(it, "POST", path, token ? { token } : {});
};
const ownerOf = async (purchaseId: string) => {
  const [purchase] = await it.portal.database
    .select({ userId: purchases.userId })
    .from(purchases)
    .where(eq(purchases.id, purchaseId));
  return purchase?.userId;
};
const me = async (token: string) => call(it, "GET", "/me", { token });

describe("proving an address that an account of one's own has already", () => {
  test("brings there what the new account bought, and ends the new account", async () => {
    const email = "twice@example.com";
    const older = await claimedUser(it, email);
    const newer = await registerUser(it, email, { password: "another good one" });
    const purchase = await buyMembership(newer.user.id ?? "", nextMonth);
    expect(await verify(email)).toMatchObject({ status: 200, body: { email } });
    expect(await ownerOf(purchase)).toBe(older);
    const { body } = await logIn(it, email);
    expect(body.user).toMatchObject({ id: older, subscriptionOwned: true });
    const keys = await it.portal.database
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.userId, older));
    expect(keys.map(({ purchaseId }) => purchaseId)).toEqual([purchase]);
    const left = eq(users.id, newer.user.id ?? "");
    expect(await it.portal.database.$count(users, left)).toBe(0);
    expect((await logIn(it, email, "another good one")).status).toBe(401);
  });

  test("takes the session along in which the link is opened", async () => {
    const email = "here@example.com";
    const older = await claimedUser(it, email);
    const { token } = await registerUser(it, email, { password: "another good one" });
    await verify(email, token);
    expect(await me(token)).toMatchObject({
      status: 200,
      body: { id: older, emailVerified: true },
    });
  });

  test("lets nobody in who registered with a stranger's address and waited for the click", async () => {
    const email = "victim@example.com";
    await claimedUser(it, email);
    const attacker = await registerUser(it, email, { password: "known to the attacker" });
    const victim = (await logIn(it, email)).body.token;
    await verify(email, victim);
    expect((await me(attacker.token)).status).toBe(401);
    expect((await logIn(it, email, "known to the attacker")).status).toBe(401);
    expect((await me(victim)).status).toBe(200);
  });

  test("changes nothing when both have a live membership", async () => {
    const email = "both@example.com";
    const older = await claimedUser(it, email);
    await grantMembership(it.portal, older, null);
    const newer = await registerUser(it, email, { password: "another good one" });
    const purchase = await buyMembership(newer.user.id ?? "", nextMonth);
    expect(await verify(email)).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await ownerOf(purchase)).toBe(newer.user.id);
    expect((await me(newer.token)).body).toMatchObject({ subscriptionOwned: true });
    expect((await verify(email)).status).toBe(409);
  });

  test("is not stopped by a membership that has run out", async () => {
    const email = "lapsed@example.com";
    const older = await claimedUser(it, email);
    await buyMembership(older, it.portal.now());
    const newer = await registerUser(it, email, { password: "another good one" });
    await buyMembership(newer.user.id ?? "", nextMonth);
    expect((await verify(email)).status).toBe(200);
    expect((await logIn(it, email)).body.user).toMatchObject({
      id: older,
      subscriptionOwned: true,
    });
  });

  test("does not join two accounts that both have a proven address", async () => {
    const mover = await claimedUser(it, "mover@example.com");
    const { token } = (await logIn(it, "mover@example.com")).body;
    const body = { email: "target@example.com", password: "three green tunnels" };
    await call(it, "PUT", "/me/email", { token, body });
    const holder = await claimedUser(it, "target@example.com");
    expect((await verify("target@example.com")).status).toBe(409);
    expect((await me(token)).body).toMatchObject({ id: mover, email: "mover@example.com" });
    expect((await logIn(it, "target@example.com")).body.user.id).toBe(holder);
  });
});

test("Two who wait for an address and prove it at the same time end in one account", async () => {
  const email = "rush@example.com";
  await registerUser(it, email);
  const first = linkToken(lastMail(it, email));
  await registerUser(it, email);
  const second = linkToken(lastMail(it, email));
  const answers = await Promise.all(
    [first, second].map((token) => call(it, "POST", `/verify-email/${token}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await it.portal.database.$count(users, eq(users.email, email))).toBe(1);
  expect(await it.portal.database.$count(users, eq(users.pendingEmail, email))).toBe(0);
});
