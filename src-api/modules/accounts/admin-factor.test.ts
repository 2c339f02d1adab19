import { globSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import type { Endpoint } from "#shared/api/endpoint.ts";
import { readConfig } from "#api/config.ts";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call, claimedUser, goodPassword, logIn } from "#api/testing/account-requests.ts";
import {
  answerChallenge,
  challengeFor,
  codeOf,
  enrolmentCodeFor,
  turnFactorOn,
} from "#api/testing/second-factors.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { sessionFactors, sessions } from "./schema.ts";
import { hasSecondFactor } from "./sessions.ts";

let token = "";
const guarded: Endpoint[] = [];
const portal = await forFile(createTestPortal({ adminSecondFactor: "required" }));
await claimedUser(portal, "admin@example.com", { roles: ["ROLE_ADMIN"] });
token = (await logIn(portal, "admin@example.com")).body.token;
const folder = fileURLToPath(new URL("../../../src-shared/api/", import.meta.url));
const files = await Promise.all(
  globSync("*.ts", { cwd: folder }).map(
    (file): Promise<Record<string, unknown>> => import(pathToFileURL(folder + file).href),
  ),
);
for (const exported of files.flatMap((file) => Object.values(file))) {
  const { path, access } = (exported ?? {}) as Partial<Endpoint>; // whatever a file exports
  if (path && access && ["admin", "reviewer", "member"].includes(access)) {
    guarded.push(exported as Endpoint); // it has a path and an access
  }
}

/** Returns the answers to requests for every endpoint of admins, reviewers and members, by method and path. */
async function answersTo(as: string) {
  const answers: Record<string, string> = {};
  for (const { method, path, access } of guarded) {
    const address = path
      .replaceAll(":kind", "articles")
      .replaceAll(/:\w+/g, "00000000-0000-4000-8000-000000000000");
    const { body } = await call(portal, method, address, {
      token: as,
      ...(method !== "GET" && { body: {} }),
    });
    answers[`${access} ${method} ${path}`] = body?.code ?? "";
  }
  return answers;
}

describe("where the owner requires a second factor of admins", () => {
  test("a session that began without one has no right of an admin at any endpoint", async () => {
    const answers = await answersTo(token);
    expect(Object.keys(answers).filter((name) => name.startsWith("admin")).length).toBeGreaterThan(
      7,
    );
    const others = Object.entries(answers).filter(([, code]) => code !== "admin-factor-needed");
    // An address that does not parse is answered before the caller is looked at.
    expect(others.filter(([, code]) => code !== "not-found")).toEqual([]);
    expect(others.length).toBeLessThan(guarded.length / 4);
    const { body } = await call(portal, "GET", "/me", { token });
    expect(body).toMatchObject({ roles: ["ROLE_USER"], lacksAdminFactor: true });
  });

  test("a session that began without one does not delete the admin's account either", async () => {
    const body = { password: goodPassword };
    const ask = async () => (await call(portal, "POST", "/me/deletion", { token, body })).body.code;
    expect(await ask()).toBe("enrolment-code-needed");
    const code = await enrolmentCodeFor(portal, "admin@example.com");
    const proven = await call(portal, "POST", "/me/second-factor/proof", { token, body: { code } });
    token = proven.body.token;
    expect(await ask()).toBe("another-admin-needed");
    expect((await call(portal, "GET", "/me", { token })).status).toBe(200);
  });

  test("turning it on gives that session the rights, and turning it off takes them", async () => {
    const code = await enrolmentCodeFor(portal, "admin@example.com");
    await call(portal, "POST", "/me/second-factor/proof", { token, body: { code } });
    const { secret } = await turnFactorOn(portal, token);
    const codes = Object.values(await answersTo(token));
    expect(codes).not.toContain("admin-factor-needed");
    expect(codes).not.toContain("forbidden");
    const challenge = await challengeFor(portal, "admin@example.com");
    const { body } = await answerChallenge(portal, challenge, codeOf(portal, secret));
    expect(body.user.roles).toContain("ROLE_ADMIN");
    await call(portal, "POST", "/me/second-factor/removal", {
      token,
      body: { password: goodPassword },
    });
    expect((await call(portal, "GET", "/me", { token })).body.lacksAdminFactor).toBe(true);
    expect((await call(portal, "GET", "/me", { token: body.token })).status).toBe(401);
  });

  test.each(sessionFactors)(
    "a session begun by %s is an admin's if more than a password was proven",
    async (factors) => {
      const email = `${factors.replace("+", "-")}@example.com`;
      const id = await claimedUser(portal, email, { roles: ["ROLE_ADMIN"] });
      const begun = (await logIn(portal, email)).body.token;
      await portal.portal.database.update(sessions).set({ factors }).where(eq(sessions.userId, id));
      const { roles } = (await call(portal, "GET", "/me", { token: begun })).body;
      expect(roles.includes("ROLE_ADMIN")).toBe(hasSecondFactor(factors));
    },
  );
});

test("whoever lost the factor gets it removed by a command, which ends all sessions", async () => {
  const email = "lost@example.com";
  await claimedUser(portal, email);
  const lost = (await logIn(portal, email)).body.token;
  await turnFactorOn(portal, lost);
  const list = async () => (await runUserCommand(portal.portal, { command: "list" })).join("\n");
  expect(await list()).toMatch(/lost@example.com.*since 2026-03-01/);
  const command = { command: "remove-second-factor", email } as const;
  expect(await runUserCommand(portal.portal, command)).toEqual([
    "The second factor of lost@example.com is off, and all sessions have ended.",
  ]);
  expect((await call(portal, "GET", "/me", { token: lost })).status).toBe(401);
  expect((await logIn(portal, email)).body.token).toBeDefined();
  await expect(runUserCommand(portal.portal, command)).rejects.toThrow("has no second factor");
});

test("ADMIN_SECOND_FACTOR is required by default, but not in demo mode", () => {
  const DATABASE_URL = "postgres://ringside@127.0.0.1:5432/ringside";
  const read = (set: Record<string, string>) => readConfig(set).adminSecondFactor;
  expect(read({})).toBe("optional");
  expect(read({ SEED_DEMO: "0" })).toBe("required");
  expect(read({ DATABASE_URL })).toBe("required");
  expect(read({ DATABASE_URL, ADMIN_SECOND_FACTOR: "optional" })).toBe("optional");
  expect(read({ ADMIN_SECOND_FACTOR: "required" })).toBe("required");
  expect(() => read({ ADMIN_SECOND_FACTOR: "yes" })).toThrow("has to be required or optional");
});
