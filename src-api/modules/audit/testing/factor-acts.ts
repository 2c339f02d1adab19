import { randomUUID } from "node:crypto";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import { goodPassword, lastMail, linkToken } from "#api/testing/account-requests.ts";
import { addPasskey } from "#api/testing/passkey-requests.ts";
import { codeOf, nextStep, turnFactorOn } from "#api/testing/second-factors.ts";
import { SoftwareAuthenticator } from "#api/testing/software-authenticator.ts";
import { by, ofCommand, own, run, send, somebody, type Stage, type Ways, tried } from "./stage.ts";

const password = { password: goodPassword };
const wrong = { password: "not the password" };
const evil = { origin: "http://evil.test" };

/** Creates a signed-in user with a second factor, which the session has just proven. */
async function withFactor(stage: Stage) {
  const user = await somebody(stage);
  const factor = await turnFactorOn(stage.portal, user.token);
  for (const secret of [factor.secret, ...factor.recoveryCodes]) stage.secrets.add(secret);
  return { ...user, ...factor };
}

/** Returns a six-digit code that the app has not shown. */
const wrongCode = ({ portal }: Stage, secret: string) => {
  const shown = new Set([-1, 0, 1].map((steps) => codeOf(portal, secret, steps)));
  const all = ["000000", "111111", "222222", "333333"];
  return all.find((code) => !shown.has(code)) ?? "";
};

const prove = (stage: Stage, token: string, code: string) =>
  send(stage, "POST", "/me/second-factor/proof", { token, body: { code } });

/** Creates a user with a passkey; returns its device and a function that signs in with it. */
async function withPasskey(stage: Stage) {
  const user = await somebody(stage);
  const { device, id } = await addPasskey(stage.portal, user.token, "Blue phone");
  stage.secrets.add("Blue phone");
  const signIn = async (wrongly = {}) => {
    const options = (await send(stage, "POST", "/login/passkey/options")).json();
    const credential = device.assert(options, wrongly);
    return send(stage, "POST", "/login/passkey", { body: { credential } });
  };
  return { ...user, passkeyId: id, signIn };
}

/** Signing in, and what people do with their second factors and passkeys. */
export const factorActs = {
  "signed-in": {
    "with a password": async (stage) => {
      const user = await somebody(stage);
      const logIn = (body: object) =>
        send(stage, "POST", "/login", { body: { email: user.email, ...body } });
      return tried(logIn, wrong, password, () => own(stage, user));
    },
    "with a code": async (stage) => {
      const user = await withFactor(stage);
      const body = { email: user.email, ...password };
      const { challenge } = (await send(stage, "POST", "/login", { body })).json();
      const enter = (code: string) =>
        send(stage, "POST", "/login/code", { body: { challenge, code } });
      return tried(enter, wrongCode(stage, user.secret), codeOf(stage.portal, user.secret), () =>
        own(stage, user, { factors: "password+totp" }),
      );
    },
    "with a passkey": async (stage) => {
      const { signIn, ...user } = await withPasskey(stage);
      return {
        refused: () => signIn(evil),
        perform: () => signIn(),
        said: () => own(stage, user, { factors: "passkey" }),
      };
    },
  },

  "sign-in-failed": {
    "with a wrong password": async (stage) => {
      const user = await somebody(stage);
      const logIn = (body: object) =>
        send(stage, "POST", "/login", { body: { email: user.email, ...body } });
      return tried(logIn, password, wrong, () => ({
        ...by(stage, null),
        subjectId: user.id,
        details: {},
      }));
    },
    "to an address without an account": async (stage) => {
      const { email } = await somebody(stage);
      const logIn = (address: string) =>
        send(stage, "POST", "/login", { body: { email: address, ...password } });
      return tried(logIn, email, `${randomUUID()}@example.com`, () => ({
        ...by(stage, null),
        subjectId: null,
        details: {},
      }));
    },
    "with a passkey that does not verify": async (stage) => {
      const { id, signIn } = await withPasskey(stage);
      return {
        refused: () => signIn(),
        perform: () => signIn(evil),
        said: () => ({ ...by(stage, null), subjectId: id, details: { factors: "passkey" } }),
      };
    },
  },

  "second-factor-added": {
    "by its first code": async (stage) => {
      const user = await somebody(stage);
      const { token } = user;
      const begun = await send(stage, "POST", "/me/second-factor", { token, body: password });
      const { secret } = begun.json();
      stage.secrets.add(secret);
      const confirm = (code: string) =>
        send(stage, "POST", "/me/second-factor/code", { token, body: { code } });
      return tried(confirm, wrongCode(stage, secret), codeOf(stage.portal, secret), () =>
        own(stage, user),
      );
    },
  },

  "second-factor-failed": {
    "in a session": async (stage) => {
      const user = await withFactor(stage);
      return {
        refused: () => prove(stage, user.token, codeOf(stage.portal, user.secret)),
        perform: () => prove(stage, user.token, wrongCode(stage, user.secret)),
        said: () => own(stage, user),
      };
    },
    "at a login": async (stage) => {
      const user = await withFactor(stage);
      const begin = async () => {
        const body = { email: user.email, ...password };
        return (await send(stage, "POST", "/login", { body })).json().challenge;
      };
      const enter = (challenge: string, code: string) =>
        send(stage, "POST", "/login/code", { body: { challenge, code } });
      const challenge = await begin();
      return {
        refused: async () => enter(await begin(), codeOf(stage.portal, user.secret)),
        perform: () => enter(challenge, wrongCode(stage, user.secret)),
        said: () => ({ ...by(stage, null), subjectId: user.id, details: {} }),
      };
    },
  },

  "second-factor-removed": {
    "by the user": async (stage) => {
      const user = await withFactor(stage);
      const remove = (body: object) =>
        send(stage, "POST", "/me/second-factor/removal", { token: user.token, body });
      return tried(remove, wrong, password, () => own(stage, user));
    },
    "by the link in the mail about it": async (stage) => {
      const user = await withFactor(stage);
      const link = linkToken(lastMail(stage.portal, user.email));
      const report = (token: string) => send(stage, "POST", `/secure-account/${token}`);
      return tried(report, "unknown", link, () => own(stage, user));
    },
    "by a command": async (stage) => {
      const user = await withFactor(stage);
      const without = await somebody(stage);
      const remove = (email: string) =>
        run(() => runUserCommand(stage.portal.portal, { command: "remove-second-factor", email }));
      return tried(remove, without.email, user.email, () => ofCommand(user));
    },
  },

  "recovery-code-used": {
    "in a session": async (stage) => {
      const user = await withFactor(stage);
      const [code = ""] = user.recoveryCodes;
      nextStep(stage.portal);
      return {
        refused: () => prove(stage, user.token, wrongCode(stage, user.secret)),
        perform: () => prove(stage, user.token, code),
        said: () => own(stage, user),
      };
    },
  },

  "recovery-codes-renewed": {
    "by the user": async (stage) => {
      const user = await withFactor(stage);
      const renew = (body: object) =>
        send(stage, "POST", "/me/second-factor/recovery-codes", { token: user.token, body });
      return tried(renew, wrong, password, () => own(stage, user));
    },
  },

  "passkey-added": {
    "by the user": async (stage) => {
      const user = await somebody(stage);
      const { token } = user;
      const add = async (wrongly = {}) => {
        const options = await send(stage, "POST", "/me/passkey-options", { token, body: password });
        const credential = new SoftwareAuthenticator().create(options.json(), wrongly);
        const body = { name: "Blue phone", credential };
        return send(stage, "POST", "/me/passkeys", { token, body });
      };
      return { refused: () => add(evil), perform: () => add(), said: () => own(stage, user) };
    },
  },

  "passkey-renamed": {
    "by the user": async (stage) => {
      const { passkeyId, ...user } = await withPasskey(stage);
      const rename = (id: string) =>
        send(stage, "PUT", `/me/passkeys/${id}`, { ...user, body: { name: "Old phone" } });
      return tried(rename, randomUUID(), passkeyId, () => own(stage, user));
    },
  },

  "passkey-removed": {
    "by the user": async (stage) => {
      const { passkeyId, token, ...user } = await withPasskey(stage);
      const remove = (body: object) =>
        send(stage, "POST", `/me/passkeys/${passkeyId}/removal`, { token, body });
      return tried(remove, wrong, password, () => own(stage, user));
    },
  },
} satisfies Record<string, Ways>;
