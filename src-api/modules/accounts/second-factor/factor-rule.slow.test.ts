import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { runUserCommand } from "../../../cli/users/run-user-command.ts";
import { readConfig, type Config } from "../../../config.ts";
import { startServer } from "../../../server.ts";
import {
  call,
  claimedUser,
  goodPassword,
  lastMail,
  logIn,
  mailedCode,
  signedInUser,
} from "../../../testing/account-requests.ts";
import { createOwnDatabase, type OwnDatabase } from "../../../testing/own-database.ts";
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
import { temporaryFolder, type TemporaryFolder } from "../../../testing/temporary-folder.ts";
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

/** Everything that takes an account away from its owner, or reads all of it. */
const accountActs: Record<string, Ask["send"]> = {
  "change the address": (it, token) =>
    call(it, "PUT", "/me/email", { token, body: { ...password, email: "thief@example.com" } }),
  "change the password": (it, token) =>
    call(it, "PUT", "/me/password", {
      token,
      body: { currentPassword: goodPassword, newPassword: "another good password" },
    }),
  "export the data": (it, token) => call(it, "POST", "/me/export", { token, body: password }),
  "delete the account": (it, token) => call(it, "POST", "/me/deletion", { token, body: password }),
};

const needsCode = "enrolment-code-needed";
const needsFactor = "factor-needed";

/**
 * What the account holds, how its owner or a thief is in, minutes since then, and what changing factors is answered: to
 * an admin of whom a factor is required, and to everybody else. Last, whether that admin has the rights of one, and what
 * the acts on the account are answered if that is something else.
 */
const states = [
  [[], "the password", 0, needsCode, "", false],
  [[], "the password and an enrolment code", 0, "", "", false],
  [[], "the password and an enrolment code", 5, needsCode, "", false],
  [["passkey"], "the password", 0, needsCode, "", false],
  [["passkey"], "the password and an enrolment code", 0, "", "", false],
  [["passkey"], "the passkey", 0, "", "", true],
  [["passkey"], "the passkey", 5, needsCode, "", true, ""],
  [["key"], "a code", 0, "", "", true],
  [["key"], "a code", 5, needsFactor, needsFactor, true],
  [["key"], "a recovery code", 0, "", "", true],
  [["key"], "a recovery code", 5, needsFactor, needsFactor, true],
  [["key", "passkey"], "the passkey", 0, "", "", true],
  [["key", "passkey"], "the passkey", 5, needsFactor, needsFactor, true],
] as const satisfies [string[], string, number, string, string, boolean, string?][];

const people = [
  ["an admin of whom a factor is required", "required", true],
  ["an admin of whom none is required", "optional", true],
  ["a member", "required", false],
] as const;

const cases = people.flatMap((person) =>
  states
    // Only admins get enrolment codes.
    .filter(([, way]) => person[2] || !way.includes("enrolment"))
    .map(([holds, way, minutes, ofAdmin, ofOthers, rights, ofAdminsAccount = ofAdmin]) => {
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
        accountAnswer: isRequired ? ofAdminsAccount : ofOthers,
        rights: isAdmin && (!isRequired || rights),
        changes: (isRequired ? ofAdmin : ofOthers) ? "changes no factor" : "changes factors",
      };
    }),
);

const applies = ({ of }: Ask, holds: readonly string[]) =>
  of === "no key" ? !holds.includes("key") : of === "anything" || holds.includes(of);

describe.each(cases)(
  "$who, with $what, in by $way $minutes minutes ago, $changes",
  ({ config, isAdmin, holds, way, minutes, answer, accountAnswer, rights }) => {
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

    test(`${accountAnswer ? "cannot" : "can"} change or export the account`, async () => {
      const it = config === "required" ? required : optional;
      for (const [name, send] of Object.entries(accountActs)) {
        const holder = await createHolder(it, { isAdmin, holds });
        const token = await ways[way](it, holder);
        it.advance(minutes * minute);
        const { status, body } = await send(it, token, holder);
        const code = status < 300 ? "" : body.code;
        // An admin's account is deleted by another one: the request is what is allowed.
        expect([name, code === "another-admin-needed" ? "" : code]).toEqual([name, accountAnswer]);
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

test("a change of address that began by the password alone is over once the user is an admin", async () => {
  const { email } = await createHolder(required, { isAdmin: false, holds: ["passkey"] });
  const { token } = (await logIn(required, email)).body;
  expect((await accountActs["change the address"]!(required, token, {} as Holder)).status).toBe(
    202,
  ); // needs no holder
  await required.portal.jobs.runDue();
  const code = mailedCode(lastMail(required, "thief@example.com"));
  await runUserCommand(required.portal, { command: "admin", email, on: true });
  const { status, body } = await call(required, "POST", "/me/email/code", {
    token,
    body: { code },
  });
  expect([status, body.code]).toEqual([404, "change-over"]);
  expect((await logIn(required, email)).status).toBe(200);
});

describe("a start that requires factors", () => {
  const restart = (adminSecondFactor: "required" | "optional") =>
    startServer({ ...config, adminSecondFactor }, { rendererFolder: null });
  const rights = async (it: TestPortal, token: string) =>
    (await call(it, "GET", "/members", { token })).status;
  let folder: TemporaryFolder;
  let own: OwnDatabase | null = null;
  let config: Config;
  beforeAll(async () => {
    folder = await temporaryFolder();
    const server = inject("databaseUrl");
    own = server === null ? null : await createOwnDatabase(server);
    config = readConfig({
      DATA_DIR: `${folder.path}/data`,
      SEED_DEMO: "0",
      PUBLIC_URL: "http://portal.test", // that of the software's passkeys
      PORT: "0",
      LOG_LEVEL: "silent",
      ...(own && { DATABASE_URL: own.url }),
    });
  });
  afterAll(async () => {
    await own?.drop();
    await folder.remove();
  });

  /** Runs something with a portal that has been started, as with a test portal at real time. */
  async function during(setting: "required" | "optional", run: (it: TestPortal) => Promise<void>) {
    const server = await restart(setting);
    try {
      const idle = { mails: [], advance: () => {}, runDueJobs: async () => {} };
      await run({ ...server, ...idle });
    } finally {
      await server.close();
    }
  }

  test("removes those that an admin got by the password alone, and no others", async () => {
    const email = "owner@example.com";
    const device = new SoftwareAuthenticator();
    const logInByPasskey = async (it: TestPortal) =>
      (await sendLogin(it, device.assert(await beginLogin(it)))).status;
    let key = "";
    await during("optional", async (it) => {
      await claimedUser(it, email, { roles: ["ROLE_ADMIN"] });
      const { token } = (await logIn(it, email)).body;
      const options = await beginPasskey(it, token);
      expect((await addCredential(it, token, device.create(options.body))).status).toBe(201);
      expect(await logInByPasskey(it)).toBe(200);
    });
    await during("required", async (it) => {
      expect(await logInByPasskey(it)).toBe(401);
      const { token } = (await logIn(it, email)).body;
      expect(await rights(it, token)).toBe(403);
      const code = await enrolmentCodeFor(it, email);
      const proven = (await prove(it, token, code)).body.token;
      key = (await turnFactorOn(it, proven)).secret;
    });
    await during("required", async (it) => {
      const step = 1; // the code of this step was used to turn it on
      const answer = await answerChallenge(
        it,
        await challengeFor(it, email),
        codeOf(it, key, step),
      );
      expect(await rights(it, answer.body.token)).toBe(200);
    });
  }, 120_000); // three starts
});
