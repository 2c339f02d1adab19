import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sessions, users } from "../../database/schema.ts";
import { dummyHash, verifyPassword } from "../../passwords.ts";
import { hashToken, sessionIdleLife, sessionLife } from "../../plugins/session.ts";
import { call, claimedUser, goodPassword, lastMail } from "../../testing/account-requests.ts";
import { logIn, registerUser } from "../../testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "../../testing/test-portal.ts";

vi.mock("../../passwords.ts", { spy: true });

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
afterAll(() => it.close());

const me = (token: string) => call(it, "GET", "/me", { token });
const day = 24 * 60 * 60_000;

describe("registering", () => {
  test("signs in, and mails a link that proves the address", async () => {
    const { token, user } = await registerUser(it, "new@example.com", { name: " Ada " });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(user).toEqual({
      id: expect.any(String),
      name: "Ada",
      email: "new@example.com",
      emailVerified: false,
      roles: ["ROLE_USER"],
      subscriptionOwned: false,
      subscriptionPending: false,
    });
    expect((await me(token)).body).toEqual(user);
    const mail = lastMail(it, "new@example.com");
    expect(mail.subject).toBe("Confirm your e-mail address");
    expect(mail.action?.url).toMatch(/^http:\/\/portal\.test\/verify-email\/[\w-]{43}$/);
  });

  test("mails in the language of the form", async () => {
    await registerUser(it, "polka@example.com", { language: "pl" });
    expect(lastMail(it, "polka@example.com").subject).toBe("Potwierdź swój adres e-mail");
  });

  test("with a known address answers the same, and tells its owner by mail only", async () => {
    await claimedUser(it, "known@example.com");
    const known = await registerUser(it, "known@example.com");
    const unknown = await registerUser(it, "unknown@example.com");
    const shapeOf = ({ user }: typeof known) => ({ ...user, id: "", email: "" });
    expect(shapeOf(known)).toEqual(shapeOf(unknown));
    expect(lastMail(it, "known@example.com").subject).toBe("You already have an account");
    expect(lastMail(it, "unknown@example.com").subject).toBe("Confirm your e-mail address");
  });

  test("takes no role, id or proof from the body", async () => {
    const { user } = await registerUser(it, "mallory@example.com", {
      roles: ["ROLE_ADMIN"],
      id: "00000000-0000-4000-8000-000000000000",
      claimed: true,
      emailVerified: true,
    });
    expect(user).toMatchObject({ roles: ["ROLE_USER"], emailVerified: false });
    expect(user.id).not.toBe("00000000-0000-4000-8000-000000000000");
  });

  test("refuses a common password, whatever its case, at the field", async () => {
    const body = {
      name: "Ada",
      email: "weak@example.com",
      password: "PassWord",
      termsVersion: "1",
      language: "en",
    };
    const { status, body: error } = await call(it, "POST", "/register", { body });
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: "validation",
      fields: { password: "This is one of the most common passwords. Please choose another." },
    });
    expect(await it.portal.database.$count(users, eq(users.pendingEmail, body.email))).toBe(0);
  });

  test("names every field that is wrong, in the caller's language", async () => {
    const body = {
      name: " ",
      email: "nobody",
      password: "short",
      termsVersion: "",
      language: "en",
    };
    const headers = { "accept-language": "pl" };
    const { status, body: error } = await call(it, "POST", "/register", { body, headers });
    expect(status).toBe(400);
    expect(Object.keys(error.fields).toSorted()).toEqual([
      "email",
      "name",
      "password",
      "termsVersion",
    ]);
    expect(error.fields.password).toBe("Co najmniej 8 znaków");
  });

  test("wants the terms that are in force", async () => {
    await expect(
      registerUser(it, "old@example.com", { termsVersion: "2001-01-01" }),
    ).rejects.toThrow("terms-outdated");
  });

  test("keeps neither password nor token readable", async () => {
    const { token, user } = await registerUser(it, "kept@example.com");
    const [row] = await it.portal.database
      .select()
      .from(users)
      .where(eq(users.id, user.id ?? ""));
    const kept = await it.portal.database
      .select()
      .from(sessions)
      .where(eq(sessions.userId, user.id ?? ""));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
    expect(kept).toHaveLength(1);
    expect(kept[0]?.tokenHash).toBe(hashToken(token));
    expect(JSON.stringify([row, kept])).not.toContain(token);
  });

  test("is stopped when one client does nothing else", async () => {
    const body = {
      name: "Ada",
      email: "burst@example.com",
      password: "password",
      termsVersion: "1",
      language: "en",
    };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push((await call(it, "POST", "/register", { body, ip: "198.51.100.1" })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});

describe("logging in", () => {
  test("gives a new token each time, without spaces or case of the address mattering", async () => {
    await claimedUser(it, "twice@example.com");
    const first = await logIn(it, "twice@example.com");
    const second = await logIn(it, " Twice@Example.COM ");
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.user).toMatchObject({ email: "twice@example.com", emailVerified: true });
    expect(first.body.token).not.toBe(second.body.token);
    expect((await me(first.body.token)).status).toBe(200);
  });

  test("verifies two passwords and answers alike, whatever is known of the address", async () => {
    await claimedUser(it, "both@example.com");
    await registerUser(it, "both@example.com", { password: "another good one" });
    await claimedUser(it, "claimed@example.com");
    await registerUser(it, "pending@example.com");
    const answers = [];
    for (const name of ["both", "claimed", "pending", "nobody"]) {
      vi.mocked(verifyPassword).mockClear();
      const { status, body } = await logIn(it, `${name}@example.com`, "not the password");
      const stoodIn = vi.mocked(verifyPassword).mock.calls.filter(([hash]) => hash === dummyHash);
      expect(verifyPassword).toHaveBeenCalledTimes(2);
      answers.push({ status, body, stoodIn: stoodIn.length });
    }
    expect(answers.map(({ stoodIn }) => stoodIn)).toEqual([0, 1, 1, 2]);
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, body: { code: "wrong-credentials" } });
  });

  test("finds the account whose password it is, the proven one first", async () => {
    const claimed = await claimedUser(it, "shared@example.com");
    await registerUser(it, "shared@example.com");
    it.advance(1);
    const newer = await registerUser(it, "shared@example.com", { password: "another good one" });
    expect((await logIn(it, "shared@example.com")).body.user.id).toBe(claimed);
    const { body } = await logIn(it, "shared@example.com", "another good one");
    expect(body.user.id).toBe(newer.user.id);
  });

  test("is not possible with an address that an account is only changing to", async () => {
    const { token } = (await claimAndLogIn("moving@example.com")).body;
    await call(it, "PUT", "/me/email", {
      token,
      body: { email: "moved@example.com", password: goodPassword },
    });
    expect((await logIn(it, "moved@example.com")).status).toBe(401);
    expect((await logIn(it, "moving@example.com")).status).toBe(200);
  });

  test("is throttled for the guesser, while the owner gets in from elsewhere", async () => {
    await claimedUser(it, "victim@example.com");
    const guess = () => logIn(it, "victim@example.com", "wrong guess", "198.51.100.7");
    const statuses = (await Promise.all(Array.from({ length: 12 }, guess))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    const stopped = await logIn(it, "victim@example.com", goodPassword, "198.51.100.7");
    expect(stopped).toMatchObject({ status: 429, body: { code: "too-many-requests" } });
    expect(stopped.headers["retry-after"]).toBe(String(15 * 60));
    expect((await logIn(it, "victim@example.com", goodPassword, "198.51.100.8")).status).toBe(200);
  });

  test("is throttled alike for an address that nobody has", async () => {
    const guess = () => logIn(it, "ghost@example.com", "wrong guess", "198.51.100.9");
    const statuses = (await Promise.all(Array.from({ length: 12 }, guess))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});

const claimAndLogIn = async (email: string) => {
  await claimedUser(it, email);
  return logIn(it, email);
};

describe("a session", () => {
  test("ends with logging out, for a copy of its token too; others go on", async () => {
    const { body } = await claimAndLogIn("leaving@example.com");
    const other = await logIn(it, "leaving@example.com");
    expect((await call(it, "POST", "/logout", { token: body.token })).status).toBe(204);
    expect(await me(body.token)).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    expect((await me(other.body.token)).status).toBe(200);
  });

  test("that does not exist is logged out of without an error", async () => {
    expect((await call(it, "POST", "/logout")).status).toBe(204);
    expect((await call(it, "POST", "/logout", { token: "x".repeat(43) })).status).toBe(204);
  });

  test("that lies idle ends, one in use does not", async () => {
    const idle = (await claimAndLogIn("idle@example.com")).body.token;
    const used = (await claimAndLogIn("used@example.com")).body.token;
    it.advance(sessionIdleLife - day);
    expect((await me(used)).status).toBe(200);
    it.advance(day);
    expect((await me(idle)).status).toBe(401);
    expect((await me(used)).status).toBe(200);
  });

  test("ends after its whole life, however much it is used", async () => {
    const { token } = (await claimAndLogIn("busy@example.com")).body;
    for (let lived = 0; lived < sessionLife - 10 * day; lived += 10 * day) {
      it.advance(10 * day);
      expect((await me(token)).status).toBe(200);
    }
    it.advance(10 * day);
    expect((await me(token)).status).toBe(401);
  });

  test("is what every private endpoint asks for", async () => {
    const calls = [
      ["GET", "/me"],
      ["PUT", "/me", { name: "Eve" }],
      ["PUT", "/me/password", { currentPassword: "x", newPassword: "three green tunnels" }],
      ["PUT", "/me/email", { email: "eve@example.com", password: "x" }],
      ["POST", "/me/verification"],
      ["GET", "/me/sessions"],
      ["DELETE", "/me/sessions"],
      ["DELETE", "/me/sessions/00000000-0000-4000-8000-000000000000"],
      ["GET", "/me/export"],
      ["POST", "/me/deletion", { password: "x" }],
    ] as const;
    for (const [method, path, body] of calls) {
      const answer = await call(it, method, path, { body });
      expect([path, answer.status, answer.body.code]).toEqual([path, 401, "unauthorized"]);
    }
  });
});
