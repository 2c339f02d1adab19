import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runUserCommand } from "../../../cli/users/run-user-command.ts";
import { call, goodPassword, logIn, signedInUser } from "../../../testing/account-requests.ts";
import {
  addCredential,
  addPasskey,
  beginLogin,
  beginPasskey,
  sendLogin,
} from "../../../testing/passkey-requests.ts";
import {
  answerChallenge,
  challengeFor,
  codeOf,
  enrolmentCodeFor,
  nextStep,
  turnFactorOn,
} from "../../../testing/second-factors.ts";
import { SoftwareAuthenticator } from "../../../testing/software-authenticator.ts";
import { createTestPortal, type TestPortal } from "../../../testing/test-portal.ts";
import { users } from "../schema.ts";

const minute = 60_000;
const password = { password: goodPassword };

let required: TestPortal;
let optional: TestPortal;
let count = 0;
beforeAll(async () => {
  required = await createTestPortal({ adminSecondFactor: "required" });
  optional = await createTestPortal({ adminSecondFactor: "optional" });
});
beforeEach(() => {
  for (const it of [required, optional]) it.advance(20 * minute); // for the limits of the requests
});
afterAll(() => Promise.all([required.close(), optional.close()]));

type Holder = {
  email: string;
  device: SoftwareAuthenticator | null;
  passkeyId: string;
  secret: string;
  recoveryCodes: string[];
};

/** Creates a user who holds these, and becomes an admin afterwards without a command. */
async function createHolder(
  it: TestPortal,
  { isAdmin, holds }: { isAdmin: boolean; holds: readonly string[] },
): Promise<Holder> {
  const email = `holder-${(count += 1)}@example.com`;
  const { id, token } = await signedInUser(it, email);
  const passkey = holds.includes("passkey") ? await addPasskey(it, token) : null;
  const key = holds.includes("key") ? await turnFactorOn(it, token) : null;
  if (isAdmin) {
    const roles = ["ROLE_USER", "ROLE_ADMIN"] as const;
    await it.portal.database
      .update(users)
      .set({ roles: [...roles] })
      .where(eq(users.id, id));
  }
  return {
    email,
    device: passkey?.device ?? null,
    passkeyId: passkey?.id ?? "",
    secret: key?.secret ?? "",
    recoveryCodes: key?.recoveryCodes ?? [],
  };
}

const prove = (it: TestPortal, token: string, code: string) =>
  call(it, "POST", "/me/second-factor/proof", { token, body: { code } });

/** The ways to be in the account; each returns the token of its session. */
const ways = {
  "the password": async (it, { email }) => (await logIn(it, email)).body.token,
  "the password and an enrolment code": async (it, { email }) => {
    const { token } = (await logIn(it, email)).body;
    return (await prove(it, token, await enrolmentCodeFor(it, email))).body.token;
  },
  "the passkey": async (it, { device }) =>
    (await sendLogin(it, device!.assert(await beginLogin(it)))).body.token,
  "a code": async (it, { email, secret }) => {
    const answer = await answerChallenge(it, await challengeFor(it, email), codeOf(it, secret));
    nextStep(it);
    return answer.body.token;
  },
  "a recovery code": async (it, { email, recoveryCodes }) => {
    const challenge = await challengeFor(it, email);
    return (await answerChallenge(it, challenge, recoveryCodes[0] ?? "")).body.token;
  },
} satisfies Record<string, (it: TestPortal, holder: Holder) => Promise<string>>;

/** Sends the two requests that turn a key on, and returns the last answer. */
async function enrol(it: TestPortal, token: string) {
  const begun = await call(it, "POST", "/me/second-factor", { token, body: password });
  if (begun.status !== 201) return begun;
  const body = { code: codeOf(it, begun.body.secret) };
  return call(it, "POST", "/me/second-factor/code", { token, body });
}

type Ask = {
  /** What the account has to hold for it. */
  of: "key" | "no key" | "passkey" | "anything";
  send: (it: TestPortal, token: string, holder: Holder) => ReturnType<typeof call>;
};

const remove = (it: TestPortal, token: string) =>
  call(it, "POST", "/me/second-factor/removal", { token, body: password });

/** Everything that changes by what somebody can prove a factor. */
const asks: Record<string, Ask> = {
  "enrol a key": { of: "no key", send: enrol },
  "replace the key": {
    of: "key",
    send: async (it, token) => {
      const removed = await remove(it, token);
      return removed.status === 200 ? enrol(it, token) : removed;
    },
  },
  "remove the key": { of: "key", send: remove },
  "renew the recovery codes": {
    of: "key",
    send: (it, token) =>
      call(it, "POST", "/me/second-factor/recovery-codes", { token, body: password }),
  },
  "add a passkey": {
    of: "anything",
    send: async (it, token) => {
      const begun = await beginPasskey(it, token);
      if (begun.status !== 200) return begun;
      return addCredential(it, token, new SoftwareAuthenticator().create(begun.body));
    },
  },
  "remove the passkey": {
    of: "passkey",
    send: (it, token, { passkeyId }) =>
      call(it, "POST", `/me/passkeys/${passkeyId}/removal`, { token, body: password }),
  },
};

const needsCode = "enrolment-code-needed";
const needsFactor = "factor-needed";

/**
 * What the account holds, how its owner or a thief is in, minutes since then, and what changing factors is answered: to
 * an admin of whom a factor is required, and to everybody else. Last, whether that admin has the rights of one.
 */
const states = [
  [[], "the password", 0, needsCode, "", false],
  [[], "the password and an enrolment code", 0, "", "", false],
  [[], "the password and an enrolment code", 5, needsCode, "", false],
  [["passkey"], "the password", 0, needsCode, "", false],
  [["passkey"], "the password and an enrolment code", 0, "", "", false],
  [["passkey"], "the passkey", 0, "", "", true],
  [["passkey"], "the passkey", 5, needsCode, "", true],
  [["key"], "a code", 0, "", "", true],
  [["key"], "a code", 5, needsFactor, needsFactor, true],
  [["key"], "a recovery code", 0, "", "", true],
  [["key"], "a recovery code", 5, needsFactor, needsFactor, true],
  [["key", "passkey"], "the passkey", 0, "", "", true],
  [["key", "passkey"], "the passkey", 5, needsFactor, needsFactor, true],
] as const;

const people = [
  ["an admin of whom a factor is required", "required", true],
  ["an admin of whom none is required", "optional", true],
  ["a member", "required", false],
] as const;

const cases = people.flatMap((person) =>
  states
    // Only admins get enrolment codes.
    .filter(([, way]) => person[2] || !way.includes("enrolment"))
    .map(([holds, way, minutes, ofAdmin, ofOthers, rights]) => {
      const [who, config, isAdmin] = person;
      const isRequired = isAdmin && config === "required";
      return {
        who,
        config,
        isAdmin,
        holds,
        way,
        minutes,
        what: holds.join(" and ") || "nothing",
        answer: isRequired ? ofAdmin : ofOthers,
        rights: isAdmin && (!isRequired || rights),
        changes: (isRequired ? ofAdmin : ofOthers) ? "changes no factor" : "changes factors",
      };
    }),
);

const applies = ({ of }: Ask, holds: readonly string[]) =>
  of === "no key" ? !holds.includes("key") : of === "anything" || holds.includes(of);

describe.each(cases)(
  "$who, with $what, in by $way $minutes minutes ago, $changes",
  ({ config, isAdmin, holds, way, minutes, answer, rights }) => {
    test("with what follows from the rule", async () => {
      const it = config === "required" ? required : optional;
      for (const [name, ask] of Object.entries(asks)) {
        if (!applies(ask, holds)) continue;
        const holder = await createHolder(it, { isAdmin, holds });
        const token = await ways[way](it, holder);
        it.advance(minutes * minute);
        const { status, body } = await ask.send(it, token, holder);
        expect([name, status < 300, status < 300 ? "" : body.code]).toEqual([
          name,
          answer === "",
          answer,
        ]);
      }
    });

    test(`${rights ? "has" : "has not"} the rights of an admin`, async () => {
      const it = config === "required" ? required : optional;
      const token = await ways[way](it, await createHolder(it, { isAdmin, holds }));
      expect((await call(it, "GET", "/members", { token })).status).toBe(rights ? 200 : 403);
    });
  },
);

test("a session that proved a recovery code again may replace a lost key", async () => {
  const holder = await createHolder(required, { isAdmin: true, holds: ["key"] });
  const token = await ways["a code"](required, holder);
  required.advance(5 * minute);
  await prove(required, token, holder.recoveryCodes[3] ?? "");
  expect((await asks["replace the key"]!.send(required, token, holder)).status).toBe(200);
  expect((await call(required, "GET", "/members", { token })).status).toBe(200);
});

test("an admin without the role any more needs no code", async () => {
  const { email } = await createHolder(required, { isAdmin: true, holds: [] });
  await runUserCommand(required.portal, { command: "admin", email, on: false });
  const token = await ways["the password"](required, { email } as Holder); // has nothing else
  expect((await enrol(required, token)).status).toBe(200);
});
