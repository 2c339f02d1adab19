import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { hourMs, minuteMs } from "#shared/durations.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import {
  call,
  claimedUser,
  enterCode,
  goodPassword,
  lastMail,
  logIn,
  mailedCode,
  register,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { noticeMail } from "./mails.ts";
import { resetLinkMail } from "./password.ts";

const portal = await forFile(createTestPortal());
beforeEach(() => portal.advance(120 * minuteMs));
afterEach(() => vi.restoreAllMocks());

const mailsTo = (email: string) => portal.mails.filter(({ to }) => to === email);

/** Lets time pass in steps, as workers see it. */
async function pass(minutes: number): Promise<void> {
  for (let at = 0; at < minutes; at += 5) {
    portal.advance(5 * minuteMs);
    await portal.runDueJobs();
  }
}

const failSending = () =>
  vi.spyOn(portal.portal.mailer, "send").mockRejectedValue(new Error("connect ECONNREFUSED"));

async function storedJobs(): Promise<string> {
  const result = await portal.portal.database.execute(sql`select * from pgboss.job`);
  return JSON.stringify(z.parse(z.object({ rows: z.array(z.unknown()) }), result).rows);
}

describe("while the mail server is down for an hour", () => {
  test("a reset link waits, and is mailed once afterwards with its whole life ahead", async () => {
    const email = "forgetful@example.com";
    await claimedUser(portal, email);
    const failing = failSending();
    await call(portal, "POST", "/forgot-password", { body: { email } });
    await pass(60);
    expect(failing.mock.calls.length).toBeGreaterThan(3);
    failing.mockRestore();
    await pass(60);
    expect(mailsTo(email)).toHaveLength(1);
    const path = new URL(lastMail(portal, email).action?.url ?? "").pathname;
    expect((await call(portal, "GET", path)).status).toBe(200);
  });

  test("a reset link that an admin has tried again after days is not mailed any more", async () => {
    const email = "days-ago@example.com";
    await claimedUser(portal, email);
    const failing = failSending();
    await call(portal, "POST", "/forgot-password", { body: { email } });
    portal.advance(74 * hourMs);
    failing.mockRestore();
    await pass(5);
    expect(mailsTo(email)).toEqual([]);
    expect(await storedJobs()).toBe("[]");
  });

  test("no address can be read in the jobs that wait", async () => {
    const email = "private@example.com";
    await claimedUser(portal, email);
    const { token } = (await logIn(portal, email)).body;
    const failing = failSending();
    await call(portal, "POST", "/forgot-password", { body: { email } });
    await call(portal, "POST", "/me/deletion", { token, body: { password: goodPassword } });
    const stored = await storedJobs();
    for (const name of [resetLinkMail.name, noticeMail.name]) expect(stored).toContain(name);
    expect(stored).not.toContain(email);
    failing.mockRestore();
    await pass(20);
    expect(mailsTo(email).map(({ subject }) => subject)).toEqual(["Your account has been deleted"]);
  });

  test("a code that stopped working is not mailed any more", async () => {
    const email = "patient@example.com";
    const failing = failSending();
    await register(portal, email);
    await pass(60);
    failing.mockRestore();
    await pass(60);
    expect(mailsTo(email)).toEqual([]);
  });

  test("of the codes that were asked for the newest one is mailed", async () => {
    const email = "eager@example.com";
    const failing = failSending();
    const { body: signUp } = await register(portal, email);
    portal.advance(minuteMs);
    await call(portal, "POST", `/register/${signUp.id}/resend`);
    failing.mockRestore();
    await pass(20);
    expect(mailsTo(email)).toHaveLength(1);
    const code = mailedCode(lastMail(portal, email));
    expect((await enterCode(portal, signUp.id, code)).status).toBe(201);
  });

  test("an account that is deleted gets the notice of that, and no link", async () => {
    const email = "leaving@example.com";
    await claimedUser(portal, email);
    const { token } = (await logIn(portal, email)).body;
    const failing = failSending();
    await call(portal, "POST", "/forgot-password", { body: { email } });
    await call(portal, "PUT", "/me/email", {
      token,
      body: { email: "new@example.com", password: goodPassword },
    });
    const deleted = await call(portal, "POST", "/me/deletion", {
      token,
      body: { password: goodPassword },
    });
    expect(deleted.status).toBe(204);
    failing.mockRestore();
    await pass(60);
    expect(mailsTo(email).map(({ subject }) => subject)).toEqual(["Your account has been deleted"]);
    expect(mailsTo("new@example.com")).toEqual([]);
    expect(await storedJobs()).toBe("[]");
  });
});

describe("a mail server that fails after it accepted a mail", () => {
  /** Lets the next mails to an address be delivered, while their sending seems to fail. */
  function failAfterDelivery(email: string, times: number) {
    const send = portal.portal.mailer.send.bind(portal.portal.mailer);
    let failures = 0;
    vi.spyOn(portal.portal.mailer, "send").mockImplementation(async (mail) => {
      await send(mail);
      if (mail.to !== email || (failures += 1) > times) return;
      throw new Error("socket closed");
    });
  }
  const linksTo = (email: string) =>
    mailsTo(email).flatMap(({ action }) => (action ? [new URL(action.url).pathname] : []));
  const statusesOf = async (links: string[]) =>
    Promise.all(links.map(async (link) => (await call(portal, "GET", link)).status));

  test("leaves all reset links of the request working, and then ends them for those of the next", async () => {
    const email = "twice@example.com";
    await claimedUser(portal, email);
    failAfterDelivery(email, 2);
    await call(portal, "POST", "/forgot-password", { body: { email } });
    await pass(20);
    const links = linksTo(email);
    expect(links).toHaveLength(3);
    expect(await statusesOf(links)).toEqual([200, 200, 200]);
    await call(portal, "POST", "/forgot-password", { body: { email } });
    expect(await statusesOf(linksTo(email))).toEqual([404, 404, 404, 200]);
  });

  test("does not let the retry of an earlier request end the link of a later one", async () => {
    const email = "overtaken@example.com";
    await claimedUser(portal, email);
    failAfterDelivery(email, 1);
    await call(portal, "POST", "/forgot-password", { body: { email } });
    portal.advance(1000);
    await call(portal, "POST", "/forgot-password", { body: { email } });
    const newest = linksTo(email).at(-1)!;
    await pass(20);
    expect(mailsTo(email)).toHaveLength(3);
    expect(await statusesOf([newest])).toEqual([200]);
  });

  test("leaves all undo links working until one is used", async () => {
    const [email, next] = ["warned@example.com", "warned-next@example.com"];
    await claimedUser(portal, email);
    const { token } = (await logIn(portal, email)).body;
    failAfterDelivery(email, 1);
    await call(portal, "PUT", "/me/email", {
      token,
      body: { email: next, password: goodPassword },
    });
    expect(mailsTo(next)).toEqual([]);
    await pass(20);
    expect(await statusesOf(linksTo(email))).toEqual([200, 200]);
    expect(mailsTo(next)).toHaveLength(1);
    const [, newest = ""] = linksTo(email);
    expect((await call(portal, "POST", newest)).status).toBe(200);
    expect(await statusesOf(linksTo(email))).toEqual([404, 404]);
  });
});

test("an earlier reset link works until the mail with the next one is accepted", async () => {
  const email = "between@example.com";
  await claimedUser(portal, email);
  await call(portal, "POST", "/forgot-password", { body: { email } });
  const first = new URL(lastMail(portal, email).action?.url ?? "").pathname;
  const failing = failSending();
  portal.advance(minuteMs);
  await call(portal, "POST", "/forgot-password", { body: { email } });
  expect((await call(portal, "GET", first)).status).toBe(200);
  failing.mockRestore();
  await pass(20);
  expect((await call(portal, "GET", first)).status).toBe(404);
});

describe("while the owner is warned of a change of address", () => {
  /** Requests a change, and does something while the warning is being sent. Returns its link. */
  async function duringWarning(name: string, act: (token: string) => Promise<unknown>) {
    const email = `${name}@example.com`;
    await claimedUser(portal, email);
    const { token } = (await logIn(portal, email)).body;
    const send = portal.portal.mailer.send.bind(portal.portal.mailer);
    vi.spyOn(portal.portal.mailer, "send").mockImplementationOnce(async (mail) => {
      await act(token);
      await send(mail);
    });
    const body = { email: `${name}-next@example.com`, password: goodPassword };
    await call(portal, "PUT", "/me/email", { token, body });
    return new URL(lastMail(portal, email).action?.url ?? "").pathname;
  }

  test("the change can be withdrawn: the mailed link works, and no code is mailed", async () => {
    const link = await duringWarning("withdrawn", (token) =>
      portal.app.inject({
        method: "DELETE",
        url: "/api/me/email",
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    await pass(20);
    expect((await call(portal, "GET", link)).status).toBe(200);
    expect(mailsTo("withdrawn-next@example.com")).toEqual([]);
  });
});

describe("a copy of the database", () => {
  test("holds neither the codes nor the links of mails that wait", async () => {
    const [email, next] = ["copied@example.com", "copied-next@example.com"];
    await claimedUser(portal, email);
    const { token } = (await logIn(portal, email)).body;
    const tried = failSending();
    await register(portal, "copied-sign-up@example.com");
    await call(portal, "POST", "/forgot-password", { body: { email } });
    await call(portal, "PUT", "/me/email", {
      token,
      body: { email: next, password: goodPassword },
    });
    const stored = await storedJobs();
    expect(stored).toContain("accounts.mail-sign-up-code");
    expect(stored).toContain("accounts.mail-email-change-request");
    const mails = tried.mock.calls.map(([mail]) => mail);
    const secrets = mails.flatMap(({ code, action }) => [code, action?.url.split("/").at(-1)]);
    expect(secrets.filter(Boolean)).toHaveLength(3);
    for (const secret of secrets.filter((value) => value !== undefined)) {
      expect(stored).not.toContain(secret);
    }
    tried.mockRestore();
    await pass(20);
    const code = mailedCode(lastMail(portal, next));
    expect(code).toMatch(/^\d{6}$/);
  });
});
