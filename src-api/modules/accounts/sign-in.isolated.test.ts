import { describe, expect, test, vi } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { sessions, signUps, users } from "./schema.ts";
import { sessionIdleLifeMs, sessionLifeMs } from "./sessions.ts";
import { dummyHash, verifyPassword } from "#api/infra/passwords/passwords.ts";
import { hashToken } from "#api/infra/tokens.ts";
import {
  call,
  claimedUser,
  goodPassword,
  logIn,
  register,
  registerAndProve,
  unprovenUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

vi.mock("#api/infra/passwords/passwords.ts", { spy: true });

const portal = await forFile(createTestPortal());

const me = (token: string) => call(portal, "GET", "/me", { token });

describe("a registration", () => {
  test("ignores roles and ids in the body", async () => {
    const { user } = await registerAndProve(portal, "mallory@example.com", {
      roles: ["ROLE_ADMIN"],
      id: "00000000-0000-4000-8000-000000000000",
    });
    expect(user.roles).toEqual(["ROLE_USER"]);
    expect(user.id).not.toBe("00000000-0000-4000-8000-000000000000");
  });

  test("refuses a common password in upper or lower case, with a field error", async () => {
    const { status, body } = await register(portal, "weak@example.com", { password: "PassWord" });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: "validation",
      fields: { password: "This is one of the most common passwords. Please choose another." },
    });
    const { database } = portal.portal;
    expect(await database.$count(signUps, eq(signUps.email, "weak@example.com"))).toBe(0);
  });

  test("requires the current version of the terms", async () => {
    const answer = await register(portal, "old@example.com", { termsVersion: "2001-01-01" });
    expect(answer).toMatchObject({ status: 422, body: { code: "terms-outdated" } });
  });

  test("stores password and token as hashes", async () => {
    const { token, user } = await registerAndProve(portal, "kept@example.com");
    const [row] = await portal.portal.database
      .select()
      .from(users)
      .where(eq(users.id, user.id ?? ""));
    const kept = await portal.portal.database
      .select()
      .from(sessions)
      .where(eq(sessions.userId, user.id ?? ""));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
    expect(kept).toHaveLength(1);
    expect(kept[0]?.tokenHash).toBe(hashToken(token));
    expect(JSON.stringify([row, kept])).not.toContain(token);
  });

  test("is throttled for each client", async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const changes = { password: "password", ip: "198.51.100.1" };
      statuses.push((await register(portal, "burst@example.com", changes)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});

describe("logging in", () => {
  test("returns a new token each time and ignores spaces and case of the address", async () => {
    await claimedUser(portal, "twice@example.com");
    const first = await logIn(portal, "twice@example.com");
    const second = await logIn(portal, " Twice@Example.COM ");
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.user).toMatchObject({ email: "twice@example.com" });
    expect(first.body.token).not.toBe(second.body.token);
    expect((await me(first.body.token)).status).toBe(200);
  });

  test("verifies one password and answers the same for known and unknown addresses", async () => {
    await claimedUser(portal, "known@example.com");
    await unprovenUser(portal, "unproven@example.com");
    const answers = [];
    for (const name of ["known", "unproven", "nobody"]) {
      vi.mocked(verifyPassword).mockClear();
      const { status, body } = await logIn(portal, `${name}@example.com`, "not the password");
      expect(verifyPassword).toHaveBeenCalledTimes(1);
      const stoodIn = vi.mocked(verifyPassword).mock.calls[0]?.[0] === dummyHash;
      answers.push({ status, body, stoodIn });
    }
    expect(answers.map(({ stoodIn }) => stoodIn)).toEqual([false, false, true]);
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, body: { code: "wrong-credentials" } });
  });

  test("is throttled for the guesser, not for the owner in another network", async () => {
    await claimedUser(portal, "victim@example.com");
    const guess = () => logIn(portal, "victim@example.com", "wrong guess", "198.51.100.7");
    const statuses = (await Promise.all(Array.from({ length: 12 }, guess))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    const stopped = await logIn(portal, "victim@example.com", goodPassword, "198.51.100.7");
    expect(stopped).toMatchObject({ status: 429, body: { code: "too-many-requests" } });
    expect(stopped.headers["retry-after"]).toBe(String(15 * 60));
    expect((await logIn(portal, "victim@example.com", goodPassword, "198.51.100.8")).status).toBe(
      200,
    );
  });

  test("is throttled in the same way for an unknown address", async () => {
    const guess = () => logIn(portal, "ghost@example.com", "wrong guess", "198.51.100.9");
    const statuses = (await Promise.all(Array.from({ length: 12 }, guess))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});

const claimAndLogIn = async (email: string) => {
  await claimedUser(portal, email);
  return logIn(portal, email);
};

describe("a session", () => {
  test("ends at logout, for copies of its token too; other sessions go on", async () => {
    const { body } = await claimAndLogIn("leaving@example.com");
    const other = await logIn(portal, "leaving@example.com");
    expect((await call(portal, "POST", "/logout", { token: body.token })).status).toBe(204);
    expect(await me(body.token)).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    expect((await me(other.body.token)).status).toBe(200);
  });

  test("that does not exist can be logged out of without an error", async () => {
    expect((await call(portal, "POST", "/logout")).status).toBe(204);
    expect((await call(portal, "POST", "/logout", { token: "x".repeat(43) })).status).toBe(204);
  });

  test("ends when it was not used for fourteen days", async () => {
    const idle = (await claimAndLogIn("idle@example.com")).body.token;
    const used = (await claimAndLogIn("used@example.com")).body.token;
    portal.advance(sessionIdleLifeMs - dayMs);
    expect((await me(used)).status).toBe(200);
    portal.advance(dayMs);
    expect((await me(idle)).status).toBe(401);
    expect((await me(used)).status).toBe(200);
  });

  test("ends ninety days after login, even if it is used", async () => {
    const { token } = (await claimAndLogIn("busy@example.com")).body;
    for (let lived = 0; lived < sessionLifeMs - 10 * dayMs; lived += 10 * dayMs) {
      portal.advance(10 * dayMs);
      expect((await me(token)).status).toBe(200);
    }
    portal.advance(10 * dayMs);
    expect((await me(token)).status).toBe(401);
  });
});
