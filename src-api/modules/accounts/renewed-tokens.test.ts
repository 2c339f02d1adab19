import { beforeEach, describe, expect, test } from "vitest";
import { minuteMs } from "#shared/durations.ts";
import {
  call,
  goodPassword,
  lastMail,
  logIn,
  mailedCode,
  newPassword,
  register,
  signedInUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { addPasskey, beginLogin, beginPasskey, sendLogin } from "#api/testing/passkey-requests.ts";
import { challengeFor, codeOf, userWithFactor } from "#api/testing/second-factors.ts";
import { SoftwareAuthenticator } from "#api/testing/software-authenticator.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());
let count = 0;
beforeEach(() => portal.advance(20 * minuteMs)); // for the limits of the requests

const password = { password: goodPassword };

/** Sends a request with exactly this token: `call` goes on with the new one, as the portal's own client does. */
async function send(method: "GET" | "POST" | "PUT", path: string, token: string, body?: object) {
  const answer = await portal.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  });
  await portal.runDueJobs();
  return { status: answer.statusCode, body: answer.body ? answer.json() : null };
}

const statusOf = async (token: string) => (await send("GET", "/me", token)).status;
const sessionIds = async (token: string) =>
  (await send("GET", "/me/sessions", token)).body.items.map(({ id }: { id: string }) => id);

/** Returns the current token of a user; each helper that renews it answers the next one. */
async function passkeyUser(email: string) {
  const { token } = await signedInUser(portal, email);
  const added = await addPasskey(portal, token);
  return { ...added, email };
}

type Answered = Promise<{ token: string; answer: Awaited<ReturnType<typeof send>> }>;
type Acts = Record<string, (email: string) => Answered>;

/** What replaces the token of the session in which it is done; returns the token before and the answer. */
const acts: Acts = {
  "changing the password": async (email) => {
    const { token } = await signedInUser(portal, email);
    const body = { currentPassword: goodPassword, newPassword };
    return { token, answer: await send("PUT", "/me/password", token, body) };
  },
  "turning a second factor on": async (email) => {
    const { token } = await signedInUser(portal, email);
    const { secret } = (await send("POST", "/me/second-factor", token, password)).body;
    const body = { code: codeOf(portal, secret) };
    return { token, answer: await send("POST", "/me/second-factor/code", token, body) };
  },
  "renewing recovery codes": async (email) => {
    const { token } = await userWithFactor(portal, email);
    const path = "/me/second-factor/recovery-codes";
    return { token, answer: await send("POST", path, token, password) };
  },
  "turning it off": async (email) => {
    const { token } = await userWithFactor(portal, email);
    return { token, answer: await send("POST", "/me/second-factor/removal", token, password) };
  },
  "proving it": async (email) => {
    const { token, secret } = await userWithFactor(portal, email);
    const body = { code: codeOf(portal, secret) };
    return { token, answer: await send("POST", "/me/second-factor/proof", token, body) };
  },
  "adding a passkey": async (email) => {
    const { token } = await signedInUser(portal, email);
    const options = (await beginPasskey(portal, token)).body;
    const body = { name: "Key", credential: new SoftwareAuthenticator().create(options) };
    return { token, answer: await send("POST", "/me/passkeys", token, body) };
  },
  "removing another passkey": async (email) => {
    const { token, id } = await passkeyUser(email);
    return { token, answer: await send("POST", `/me/passkeys/${id}/removal`, token, password) };
  },
};

describe("the token of a session is replaced by", () => {
  test.each(Object.entries(acts))("%s: a copy of it is dead at once", async (_, act) => {
    const email = `renewed-${(count += 1)}@example.com`;
    const { token, answer } = await act(email);
    expect(answer.status).toBeLessThan(300);
    const renewed = answer.body.token;
    expect(renewed).not.toBe(token);
    expect([await statusOf(token), await statusOf(renewed)]).toEqual([401, 200]);
  });

  test("a change, once: of two with the same token one is done", async () => {
    const { token, secret, recoveryCodes } = await userWithFactor(portal, "both@example.com");
    const codes = [codeOf(portal, secret), recoveryCodes[0]];
    const answers = await Promise.all(
      codes.map((code) => send("POST", "/me/second-factor/proof", token, { code })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
  });

  test("nothing else of the session: its id, and a change of address under way", async () => {
    const { token, secret } = await userWithFactor(portal, "moving@example.com");
    const ids = await sessionIds(token);
    const body = { email: "moved@example.com", ...password };
    await send("PUT", "/me/email", token, body);
    const proof = { code: codeOf(portal, secret) };
    const renewed = (await send("POST", "/me/second-factor/proof", token, proof)).body.token;
    expect(await sessionIds(renewed)).toEqual(ids);
    const code = { code: mailedCode(lastMail(portal, "moved@example.com")) };
    expect((await send("POST", "/me/email/code", renewed, code)).status).toBe(200);
  });
});

/** What begins another session in a session; returns the token before and the answer. */
const logins: Acts = {
  "the password": async (email) => {
    const { token } = await signedInUser(portal, email);
    return { token, answer: await send("POST", "/login", token, { email, ...password }) };
  },
  "a code": async (email) => {
    const { token, secret } = await userWithFactor(portal, email);
    const body = { challenge: await challengeFor(portal, email), code: codeOf(portal, secret) };
    return { token, answer: await send("POST", "/login/code", token, body) };
  },
  "a passkey": async (email) => {
    const { token, device } = await passkeyUser(email);
    const body = { credential: device.assert(await beginLogin(portal)) };
    return { token, answer: await send("POST", "/login/passkey", token, body) };
  },
  "the code of a registration": async (email) => {
    const { token } = await signedInUser(portal, email);
    const { id } = (await register(portal, `new-${email}`)).body;
    const body = { code: mailedCode(lastMail(portal, `new-${email}`)) };
    return { token, answer: await send("POST", `/register/${id}/code`, token, body) };
  },
};

describe("a login in a session", () => {
  test.each(Object.entries(logins))("by %s ends that session", async (_, begin) => {
    const { token, answer } = await begin(`again-${(count += 1)}@example.com`);
    expect([await statusOf(token), await statusOf(answer.body.token)]).toEqual([401, 200]);
  });

  test("that fails does not", async () => {
    const { token } = await signedInUser(portal, "kept@example.com");
    const body = { email: "kept@example.com", password: "wrong" };
    await call(portal, "POST", "/login", { token, body });
    expect(await statusOf(token)).toBe(200);
  });
});

describe("the sessions of a factor end with it", () => {
  test("those that began with a passkey, and no others", async () => {
    const { device, id, email } = await passkeyUser("passkeys@example.com");
    const byPasskey = (await sendLogin(portal, device.assert(await beginLogin(portal)))).body.token;
    const { token } = (await logIn(portal, email)).body;
    const other = await addPasskey(portal, token, "Other");
    const byOther = (await sendLogin(portal, other.device.assert(await beginLogin(portal)))).body
      .token;
    const answer = await send("POST", `/me/passkeys/${id}/removal`, other.token, password);
    expect(await statusOf(byPasskey)).toBe(401);
    expect([await statusOf(byOther), await statusOf(answer.body.token)]).toEqual([200, 200]);
  });

  test("the one in use as well, if it began with the passkey that is removed", async () => {
    const { device, id } = await passkeyUser("own@example.com");
    const { token } = (await sendLogin(portal, device.assert(await beginLogin(portal)))).body;
    const answer = await send("POST", `/me/passkeys/${id}/removal`, token, password);
    expect(answer).toEqual({ status: 200, body: { token: null } });
    expect(await statusOf(token)).toBe(401);
  });

  test("those that began with a code, but for the one that turns it off", async () => {
    const { email, token, secret } = await userWithFactor(portal, "codes@example.com");
    const { challenge } = (await logIn(portal, email)).body;
    const login = { body: { challenge, code: codeOf(portal, secret) } };
    const other = (await call(portal, "POST", "/login/code", login)).body.token;
    const answer = await send("POST", "/me/second-factor/removal", token, password);
    expect([await statusOf(other), await statusOf(answer.body.token)]).toEqual([401, 200]);
  });
});
