import { describe, expect, test } from "vitest";
import { dayMs, minuteMs } from "#shared/durations.ts";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import type { Config } from "#api/config.ts";
import {
  call,
  goodPassword,
  lastMail,
  mailedCode,
  otherCode,
} from "#api/testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "#api/testing/test-portal.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import { PermanentFailure } from "#api/infra/jobs/job.ts";
import { explainUnanswered } from "#api/infra/mail/mail-failure.ts";
import { renewSetUpAddress } from "./set-up.ts";
import { setUps, users } from "./schema.ts";

const email = "owner@example.com";
const owner = { name: "Olive", email, password: goodPassword, language: "en" };
const over = { status: 404, body: { code: "token-invalid" } };

/** Opens a portal without an admin, with a mail server unless `config` says otherwise, for one test. */
async function withPortal(
  run: (portal: TestPortal, path: string) => Promise<void>,
  config: Partial<Config> = {},
): Promise<void> {
  const settings = { smtpUrl: "smtp://127.0.0.1:9", adminSecondFactor: "required" } as const;
  const portal = await createTestPortal({ ...settings, ...config });
  try {
    await run(portal, pathOf(await renewSetUpAddress(portal.portal)));
  } finally {
    await portal.close();
  }
}

/** Returns the path below `/api` of a printed address. */
const pathOf = (address: string | null): string => {
  expect(address).toMatch(/^http:\/\/portal\.test\/set-up\/[\w-]{43}$/);
  return new URL(address ?? "").pathname;
};

const begin = (portal: TestPortal, path: string, changes = {}) =>
  call(portal, "POST", path, { body: { ...owner, ...changes } });

const enter = (portal: TestPortal, path: string, code: string) =>
  call(portal, "POST", `${path}/code`, { body: { code } });

const admins = ({ portal }: TestPortal) => portal.database.$count(users);

describe("the address of a portal without an admin", () => {
  test("makes one admin, whose address a mailed code proves, and who can add a second factor at once", () =>
    withPortal(async (portal, path) => {
      expect((await call(portal, "GET", path)).body).toEqual({ name: null, email: null });
      const begun = await begin(portal, path);
      expect([begun.status, begun.body]).toEqual([
        200,
        {
          email,
          expiresAt: "2026-03-01T12:30:00.000Z",
          resendAt: "2026-03-01T12:00:30.000Z",
        },
      ]);
      expect(await admins(portal)).toBe(0);
      const code = mailedCode(lastMail(portal, email));
      expect(await enter(portal, path, otherCode(code))).toMatchObject({
        status: 422,
        body: { code: "code-wrong" },
      });
      const { status, body } = await enter(portal, path, code);
      expect([status, body.mail, body.user.email]).toEqual([200, "works", email]);
      const [{ roles } = { roles: [] }] = await portal.portal.database.select().from(users);
      expect(roles).toEqual(["ROLE_USER", "ROLE_ADMIN"]);
      expect(await portal.portal.database.select().from(auditEntries)).toMatchObject([
        {
          act: "account-created",
          actorId: body.user.id,
          subjectId: body.user.id,
          details: { roles: "ROLE_ADMIN" },
        },
      ]);
      const enrolment = await call(portal, "POST", "/me/second-factor", {
        token: body.token,
        body: { password: goodPassword },
      });
      expect(enrolment.status).toBe(201);
      expect(await call(portal, "GET", path)).toMatchObject(over);
      expect(await begin(portal, path, { email: "second@example.com" })).toMatchObject(over);
      expect(await enter(portal, path, code)).toMatchObject(over);
      expect(await renewSetUpAddress(portal.portal)).toBeNull();
      expect(await portal.portal.database.$count(setUps)).toBe(0);
    }));

  test("makes one admin of two that are entered at once", () =>
    withPortal(
      async (portal, path) => {
        const both = ["one@example.com", "two@example.com"].map((address) =>
          begin(portal, path, { email: address }),
        );
        const statuses = (await Promise.all(both)).map(({ status }) => status);
        expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404]);
        expect(await admins(portal)).toBe(1);
      },
      { smtpUrl: null },
    ));

  test("works for a day", () =>
    withPortal(async (portal, path) => {
      portal.advance(dayMs - minuteMs);
      expect((await call(portal, "GET", path)).status).toBe(200);
      portal.advance(minuteMs);
      expect(await call(portal, "GET", path)).toMatchObject(over);
      expect(await begin(portal, path)).toMatchObject(over);
    }));

  test("cannot be guessed: other tokens are refused, and too many in a row are not answered", () =>
    withPortal(async (portal) => {
      const guess = (i: number) => call(portal, "GET", `/set-up/${"a".repeat(42)}${i % 10}`);
      expect(await guess(0)).toMatchObject(over);
      for (let i = 0; i < 98; i += 1) await guess(i);
      await guess(99);
      expect((await guess(1)).status).toBe(429);
    }));

  test("ends once an admin was made by a command", () =>
    withPortal(async (portal, path) => {
      await runUserCommand(portal.portal, {
        command: "add",
        email,
        name: "Olive",
        roles: ["ROLE_ADMIN"],
        password: goodPassword,
      });
      expect(await call(portal, "GET", path)).toMatchObject(over);
      await expect(runUserCommand(portal.portal, { command: "setup" })).rejects.toThrow(
        "has an admin already",
      );
    }));

  test("is replaced by the next start, which keeps what was entered but not the password", () =>
    withPortal(async (portal, path) => {
      await begin(portal, path);
      const code = mailedCode(lastMail(portal, email));
      const next = pathOf(await renewSetUpAddress(portal.portal));
      expect(await call(portal, "GET", path)).toMatchObject(over);
      expect((await call(portal, "GET", next)).body).toEqual({ name: "Olive", email });
      expect(await enter(portal, next, code)).toMatchObject({
        status: 404,
        body: { code: "sign-up-over" },
      });
    }));

  test("asks for another code after five wrong ones, and sends it to a corrected address at once", () =>
    withPortal(async (portal, path) => {
      await begin(portal, path, { email: "owmer@example.com" });
      await begin(portal, path);
      expect((await begin(portal, path)).status).toBe(429);
      const code = mailedCode(lastMail(portal, email));
      for (let i = 0; i < 5; i += 1) await enter(portal, path, otherCode(code));
      expect((await enter(portal, path, code)).body.code).toBe("sign-up-over");
      portal.advance(minuteMs);
      await begin(portal, path);
      expect((await enter(portal, path, mailedCode(lastMail(portal, email)))).status).toBe(200);
    }));

  test("refuses an address that has an account, at its field, and a common password", () =>
    withPortal(async (portal, path) => {
      const add = { command: "add", email, name: "Member", roles: [] } as const;
      await runUserCommand(portal.portal, { ...add, roles: [], password: goodPassword });
      expect(await begin(portal, path)).toMatchObject({
        status: 409,
        body: { code: "address-taken", fields: { email: expect.any(String) } },
      });
      const common = await begin(portal, path, { email: "x@example.com", password: "password1" });
      expect(common).toMatchObject({
        status: 400,
        body: { fields: { password: expect.any(String) } },
      });
    }));
});

describe("where no mail can be sent", () => {
  test("the printed address alone proves the admin's, without a mail server", () =>
    withPortal(
      async (portal, path) => {
        const { status, body } = await begin(portal, path);
        expect([status, body.mail, body.user.email]).toEqual([200, "none", email]);
        expect(await admins(portal)).toBe(1);
      },
      { smtpUrl: null },
    ));

  test("and with one that cannot be reached", () =>
    withPortal(async (portal, path) => {
      portal.portal.mailer.send = () =>
        Promise.reject(Object.assign(new Error("refused"), { syscall: "connect" }));
      expect((await begin(portal, path)).body.mail).toBe("failed");
    }));
});

test("a mail server that refuses the address alone makes no admin, and one that may have taken the mail is believed", () =>
  withPortal(async (portal, path) => {
    portal.portal.mailer.send = () => Promise.reject(new PermanentFailure("550 no such mailbox"));
    expect(await begin(portal, path)).toMatchObject({
      status: 400,
      body: { code: "validation", fields: { email: expect.any(String) } },
    });
    portal.portal.mailer.send = async () => explainUnanswered(new Error("gone"));
    expect((await begin(portal, path, { email: "other@example.com" })).body.resendAt).toBeDefined();
    expect(await admins(portal)).toBe(0);
  }));

test("an admin who was made by a command and is none any more does not bring the address back", () =>
  withPortal(async (portal, path) => {
    const add = { command: "add", email, name: "Olive", roles: ["ROLE_ADMIN" as const] } as const;
    await runUserCommand(portal.portal, { ...add, roles: [...add.roles], password: goodPassword });
    await runUserCommand(portal.portal, { command: "admin", email, on: false });
    expect(await call(portal, "GET", path)).toMatchObject(over);
  }));

test("a portal in demo mode has no such address", () =>
  withPortal(async (portal, path) => {
    portal.portal.config.seedDemo = true;
    expect(await renewSetUpAddress(portal.portal)).toBeNull();
    expect(await call(portal, "GET", path)).toMatchObject(over);
  }));
