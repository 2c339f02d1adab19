import { beforeEach, describe, expect, test } from "vitest";
import { minuteMs } from "#shared/durations.ts";
import {
  call,
  goodPassword,
  lastMail,
  linkToken,
  logIn,
  newPassword,
  otherCode,
} from "#api/testing/account-requests.ts";
import {
  answerChallenge,
  challengeFor,
  codeOf,
  nextStep,
  turnFactorOn,
  userWithFactor,
  type FactorUser,
} from "#api/testing/second-factors.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { secondFactors, sessions } from "./schema.ts";

let ada: FactorUser;
let count = 0;
const portal = await forFile(createTestPortal());
beforeEach(async () => {
  ada = await userWithFactor(portal, `ada-${(count += 1)}@example.com`);
});

const stateOf = async (token: string) =>
  (await call(portal, "GET", "/me/second-factor", { token })).body;
const statusOf = async (token: string) => (await call(portal, "GET", "/me", { token })).status;
const exportOf = (token: string) =>
  call(portal, "POST", "/me/export", { token, body: { password: goodPassword } });
const prove = (token: string, code: string) =>
  call(portal, "POST", "/me/second-factor/proof", { token, body: { code } });
const passProofLife = () => portal.advance(5 * minuteMs);
/** An address of a network of its own. */
const ipOf = (i: number) => `198.18.${i}.1`;

describe("turning it on", () => {
  test("ends the sessions that began with the password alone, but not the one that did it", async () => {
    const email = `old-${count}@example.com`;
    const { token } = await userWithFactor(portal, email);
    await call(portal, "POST", "/me/second-factor/removal", {
      token,
      body: { password: goodPassword },
    });
    const old = (await logIn(portal, email)).body.token;
    await turnFactorOn(portal, token);
    expect([await statusOf(old), await statusOf(token)]).toEqual([401, 200]);
    expect(lastMail(portal, email).subject).toBe("A second factor was turned on");
  });

  test("needs the password, and counts only once a code of the key was entered", async () => {
    const { token, email } = ada;
    const wrong = { token, body: { password: "a guess" } };
    expect((await call(portal, "POST", "/me/second-factor/removal", wrong)).status).toBe(422);
    const right = { token, body: { password: goodPassword } };
    await call(portal, "POST", "/me/second-factor/removal", right);
    expect((await call(portal, "POST", "/me/second-factor", wrong)).body.code).toBe(
      "wrong-password",
    );
    const { body } = await call(portal, "POST", "/me/second-factor", right);
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect(body.picture.path).toMatch(/^M0 0h1v1h-1z/);
    expect(await stateOf(token)).toEqual({ since: null, recoveryCodesLeft: 0 });
    const code = otherCode(codeOf(portal, body.secret));
    const answer = await call(portal, "POST", "/me/second-factor/code", { token, body: { code } });
    expect(answer).toMatchObject({ status: 422, body: { code: "factor-wrong" } });
    expect((await logIn(portal, email)).body.token).toBeDefined();
  });

  test("is refused while one is on, so that a thief cannot replace the key", async () => {
    const body = { password: goodPassword };
    const answer = await call(portal, "POST", "/me/second-factor", { token: ada.token, body });
    expect(answer).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  test("stores neither the key nor the recovery codes as text, and exports neither", async () => {
    const rows = JSON.stringify(await portal.portal.database.select().from(secondFactors));
    const { body, text } = await exportOf(ada.token);
    expect(body.secondFactor).toEqual({ since: expect.any(String), recoveryCodesLeft: 10 });
    for (const secret of [ada.secret, ...ada.recoveryCodes]) {
      expect(rows).not.toContain(secret);
      expect(text).not.toContain(secret);
    }
  });
});

describe("the login", () => {
  test("answers a challenge that is no token, and a code of the app or a recovery code completes it", async () => {
    const challenge = await challengeFor(portal, ada.email);
    expect(await statusOf(challenge)).toBe(401);
    const { status, body } = await answerChallenge(portal, challenge, codeOf(portal, ada.secret));
    expect([status, await statusOf(body.token)]).toEqual([200, 200]);
    const [recovery = ""] = ada.recoveryCodes;
    const again = await challengeFor(portal, ada.email);
    expect((await answerChallenge(portal, again, recovery.toLowerCase())).status).toBe(200);
    expect(await stateOf(body.token)).toMatchObject({ recoveryCodesLeft: 9 });
    const begun = await portal.portal.database.select().from(sessions);
    expect(begun.map(({ factors }) => factors)).toContain("password+recovery");
  });

  test.each([
    [-1, 200],
    [0, 200],
    [1, 200],
    [-2, 422],
    [2, 422],
  ])("with the code of a clock that is off by %i steps ends with %i", async (steps, status) => {
    portal.advance(120_000);
    const challenge = await challengeFor(portal, ada.email);
    expect(
      (await answerChallenge(portal, challenge, codeOf(portal, ada.secret, steps))).status,
    ).toBe(status);
  });

  test("takes a code once, even within its thirty seconds, and none from before it", async () => {
    const used = codeOf(portal, ada.secret);
    const before = codeOf(portal, ada.secret, -1);
    const login = async (code: string) =>
      (await answerChallenge(portal, await challengeFor(portal, ada.email), code)).status;
    expect([await login(used), await login(used), await login(before)]).toEqual([200, 422, 422]);
  });

  test("takes a recovery code once", async () => {
    const [code = ""] = ada.recoveryCodes;
    const login = async () =>
      (await answerChallenge(portal, await challengeFor(portal, ada.email), code)).status;
    expect([await login(), await login()]).toEqual([200, 422]);
  });

  test.each(["app", "recovery"])(
    "lets one of twenty at once in with the same %s code",
    async (of) => {
      const code = of === "app" ? codeOf(portal, ada.secret) : (ada.recoveryCodes[0] ?? "");
      const challenges = await Promise.all(
        Array.from({ length: 20 }, (_, i) => challengeFor(portal, ada.email, ipOf(i))),
      );
      const answers = await Promise.all(
        challenges.map((challenge, i) => answerChallenge(portal, challenge, code, ipOf(i))),
      );
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 422)]);
    },
  );

  test("uses its challenge once, and ends after five codes, ten minutes or a new password", async () => {
    const used = await challengeFor(portal, ada.email);
    await answerChallenge(portal, used, codeOf(portal, ada.secret));
    nextStep(portal);
    const code = () => codeOf(portal, ada.secret);
    expect((await answerChallenge(portal, used, code())).body.code).toBe("login-over");

    const guessed = await challengeFor(portal, ada.email);
    for (let i = 0; i < 5; i += 1)
      await answerChallenge(portal, guessed, otherCode(code()), ipOf(i));
    expect((await answerChallenge(portal, guessed, code())).body.code).toBe("login-over");

    const late = await challengeFor(portal, ada.email);
    portal.advance(10 * minuteMs);
    expect((await answerChallenge(portal, late, code())).body.code).toBe("login-over");

    const changed = await challengeFor(portal, ada.email);
    await call(portal, "POST", "/forgot-password", { body: { email: ada.email } });
    const link = linkToken(lastMail(portal, ada.email));
    await call(portal, "POST", `/reset-password/${link}`, { body: { password: newPassword } });
    expect((await answerChallenge(portal, changed, code())).body.code).toBe("login-over");
    const reset = await logIn(portal, ada.email, newPassword);
    expect(reset.body).toEqual({ challenge: expect.any(String), expiresAt: expect.any(String) });
  });

  test("does not take a code of another account", async () => {
    const eve = await userWithFactor(portal, `eve-${count}@example.com`);
    const challenge = await challengeFor(portal, ada.email);
    expect((await answerChallenge(portal, challenge, codeOf(portal, eve.secret))).status).toBe(422);
    expect((await answerChallenge(portal, challenge, eve.recoveryCodes[0] ?? "")).status).toBe(422);
  });

  test("refuses further guesses of one client, however often the login begins again", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      const challenge = await challengeFor(portal, ada.email);
      statuses.push(
        (await answerChallenge(portal, challenge, otherCode(codeOf(portal, ada.secret)))).status,
      );
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  });

  test("delays guesses from many networks, but not the owner's network", async () => {
    const guess = async (i: number) => {
      const challenge = await challengeFor(portal, ada.email, ipOf(i));
      return answerChallenge(portal, challenge, otherCode(codeOf(portal, ada.secret)), ipOf(i));
    };
    for (let i = 0; i < 50; i += 1) expect((await guess(i)).status).toBe(422);
    expect((await guess(60)).status).toBe(429);
    const challenge = await challengeFor(portal, ada.email);
    expect((await answerChallenge(portal, challenge, codeOf(portal, ada.secret))).status).toBe(200);
  });
});

describe("dangerous acts", () => {
  test("need a code within five minutes, on top of the password", async () => {
    const { token, secret } = ada;
    passProofLife();
    expect((await exportOf(token)).body.code).toBe("factor-needed");
    expect((await prove(token, otherCode(codeOf(portal, secret)))).status).toBe(422);
    expect((await exportOf(token)).body.code).toBe("factor-needed");
    expect((await prove(token, codeOf(portal, secret))).status).toBe(200);
    expect((await exportOf(token)).status).toBe(200);
    passProofLife();
    expect((await exportOf(token)).body.code).toBe("factor-needed");
  });

  test.each([
    ["POST", "/me/second-factor/removal", {}],
    ["POST", "/me/second-factor/recovery-codes", {}],
    ["POST", "/me/deletion", {}],
    ["PUT", "/me/email", { email: "elsewhere@example.com" }],
    ["PUT", "/me/password", { currentPassword: goodPassword, newPassword }],
  ] as const)("%s %s is one of them", async (method, path, more) => {
    passProofLife();
    const body = { password: goodPassword, ...more };
    const answer = await call(portal, method, path, { token: ada.token, body });
    expect(answer).toMatchObject({ status: 403, body: { code: "factor-needed" } });
  });

  test("proven by one session are not by another", async () => {
    const challenge = await challengeFor(portal, ada.email);
    const { body } = await answerChallenge(portal, challenge, codeOf(portal, ada.secret));
    passProofLife();
    await prove(ada.token, codeOf(portal, ada.secret));
    expect((await exportOf(body.token)).body.code).toBe("factor-needed");
  });

  test("renewing recovery codes ends the former ones; turning off makes the password enough", async () => {
    const options = { token: ada.token, body: { password: goodPassword } };
    const renewed = await call(portal, "POST", "/me/second-factor/recovery-codes", options);
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    const challenge = await challengeFor(portal, ada.email);
    expect((await answerChallenge(portal, challenge, ada.recoveryCodes[1] ?? "")).status).toBe(422);
    expect((await call(portal, "POST", "/me/second-factor/removal", options)).status).toBe(200);
    expect((await logIn(portal, ada.email)).body.token).toBeDefined();
    expect((await answerChallenge(portal, challenge, codeOf(portal, ada.secret))).status).toBe(404);
    expect(lastMail(portal, ada.email).subject).toBe("The second factor was turned off");
  });
});
