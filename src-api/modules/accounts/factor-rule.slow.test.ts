import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { minuteMs } from "#shared/durations.ts";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import { readConfig, type Config } from "#api/config.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { startServer } from "#api/server.ts";
import {
  call,
  claimedUser,
  goodPassword,
  lastMail,
  logIn,
  mailedCode,
  signedInUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createOwnDatabase, type OwnDatabase } from "#api/testing/own-database.ts";
import {
  addCredential,
  addPasskey,
  beginLogin,
  beginPasskey,
  sendLogin,
} from "#api/testing/passkey-requests.ts";
import {
  answerChallenge,
  challengeFor,
  codeOf,
  enrolmentCodeFor,
  nextStep,
  turnFactorOn,
} from "#api/testing/second-factors.ts";
import { SoftwareAuthenticator } from "#api/testing/software-authenticator.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal, type TestPortal } from "#api/testing/test-portal.ts";
import { users } from "./schema.ts";

const password = { password: goodPassword };

const required = await forFile(createTestPortal({ adminSecondFactor: "required" }));
const optional = await forFile(createTestPortal({ adminSecondFactor: "optional" }));
let count = 0;
beforeEach(() => {
  for (const portal of [required, optional]) portal.advance(20 * minuteMs); // for the limits of the requests
});

type Holder = {
  email: string;
  device: SoftwareAuthenticator | null;
  passkeyId: string;
  secret: string;
  recoveryCodes: string[];
};

/** Creates a user who holds these, and becomes an admin afterwards without a command. */
async function createHolder(
  portal: TestPortal,
  { isAdmin, holds }: { isAdmin: boolean; holds: readonly string[] },
): Promise<Holder> {
  const email = `holder-${(count += 1)}@example.com`;
  const { id, token } = await signedInUser(portal, email);
  const passkey = holds.includes("passkey") ? await addPasskey(portal, token) : null;
  const key = holds.includes("key") ? await turnFactorOn(portal, token) : null;
  if (isAdmin) {
    const roles = ["ROLE_USER", "ROLE_ADMIN"] as const;
    await portal.portal.database
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

const prove = (portal: TestPortal, token: string, code: string) =>
  call(portal, "POST", "/me/second-factor/proof", { token, body: { code } });

/** The ways to be in the account; each returns the token of its session. */
const ways = {
  "the password": async (portal, { email }) => (await logIn(portal, email)).body.token,
  "the password and an enrolment code": async (portal, { email }) => {
    const { token } = (await logIn(portal, email)).body;
    return (await prove(portal, token, await enrolmentCodeFor(portal, email))).body.token;
  },
  "the passkey": async (portal, { device }) =>
    (await sendLogin(portal, device!.assert(await beginLogin(portal)))).body.token,
  "a code": async (portal, { email, secret }) => {
    const answer = await answerChallenge(
      portal,
      await challengeFor(portal, email),
      codeOf(portal, secret),
    );
    nextStep(portal);
    return answer.body.token;
  },
  "a recovery code": async (portal, { email, recoveryCodes }) => {
    const challenge = await challengeFor(portal, email);
    return (await answerChallenge(portal, challenge, recoveryCodes[0] ?? "")).body.token;
  },
} satisfies Record<string, (portal: TestPortal, holder: Holder) => Promise<string>>;

/** Sends the two requests that turn a key on, and returns the last answer. */
async function enrol(portal: TestPortal, token: string) {
  const begun = await call(portal, "POST", "/me/second-factor", { token, body: password });
  if (begun.status !== 201) return begun;
  const body = { code: codeOf(portal, begun.body.secret) };
  return call(portal, "POST", "/me/second-factor/code", { token, body });
}

type Ask = {
  /** What the account has to hold for it. */
  of: "key" | "no key" | "passkey" | "anything";
  send: (portal: TestPortal, token: string, holder: Holder) => ReturnType<typeof call>;
};

const remove = (portal: TestPortal, token: string) =>
  call(portal, "POST", "/me/second-factor/removal", { token, body: password });

/** Everything that changes by what somebody can prove a factor. */
const asks: Record<string, Ask> = {
  "enrol a key": { of: "no key", send: enrol },
  "replace the key": {
    of: "key",
    send: async (portal, token) => {
      const removed = await remove(portal, token);
      return removed.status === 200 ? enrol(portal, token) : removed;
    },
  },
  "remove the key": { of: "key", send: remove },
  "renew the recovery codes": {
    of: "key",
    send: (portal, token) =>
      call(portal, "POST", "/me/second-factor/recovery-codes", { token, body: password }),
  },
  "add a passkey": {
    of: "anything",
    send: async (portal, token) => {
      const begun = await beginPasskey(portal, token);
      if (begun.status !== 200) return begun;
      return addCredential(portal, token, new SoftwareAuthenticator().create(begun.body));
    },
  },
  "remove the passkey": {
    of: "passkey",
    send: (portal, token, { passkeyId }) =>
      call(portal, "POST", `/me/passkeys/${passkeyId}/removal`, { token, body: password }),
  },
};

/** Everything that takes an account away from its owner, or reads all of it. */
const accountActs: Record<string, Ask["send"]> = {
  "change the address": (portal, token) =>
    call(portal, "PUT", "/me/email", { token, body: { ...password, email: "thief@example.com" } }),
  "change the password": (portal, token) =>
    call(portal, "PUT", "/me/password", {
      token,
      body: { currentPassword: goodPassword, newPassword: "another good password" },
    }),
  "export the data": (portal, token) =>
    call(portal, "POST", "/me/export", { token, body: password }),
  "delete the account": (portal, token) =>
    call(portal, "POST", "/me/deletion", { token, body: password }),
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
      const portal = config === "required" ? required : optional;
      for (const [name, ask] of Object.entries(asks)) {
        if (!applies(ask, holds)) continue;
        const holder = await createHolder(portal, { isAdmin, holds });
        const token = await ways[way](portal, holder);
        portal.advance(minutes * minuteMs);
        const { status, body } = await ask.send(portal, token, holder);
        expect([name, status < 300, status < 300 ? "" : body.code]).toEqual([
          name,
          answer === "",
          answer,
        ]);
      }
    });

    test(`${accountAnswer ? "cannot" : "can"} change or export the account`, async () => {
      const portal = config === "required" ? required : optional;
      for (const [name, send] of Object.entries(accountActs)) {
        const holder = await createHolder(portal, { isAdmin, holds });
        const token = await ways[way](portal, holder);
        portal.advance(minutes * minuteMs);
        const { status, body } = await send(portal, token, holder);
        const code = status < 300 ? "" : body.code;
        // An admin's account is deleted by another one: the request is what is allowed.
        expect([name, code === "another-admin-needed" ? "" : code]).toEqual([name, accountAnswer]);
      }
    });

    test(`${rights ? "has" : "has not"} the rights of an admin`, async () => {
      const portal = config === "required" ? required : optional;
      const token = await ways[way](portal, await createHolder(portal, { isAdmin, holds }));
      expect((await call(portal, "GET", "/members", { token })).status).toBe(rights ? 200 : 403);
    });
  },
);

test("a session that proved a recovery code again may replace a lost key", async () => {
  const holder = await createHolder(required, { isAdmin: true, holds: ["key"] });
  const token = await ways["a code"](required, holder);
  required.advance(5 * minuteMs);
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
  const rights = async (portal: TestPortal, token: string) =>
    (await call(portal, "GET", "/members", { token })).status;
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
  async function during(
    setting: "required" | "optional",
    run: (portal: TestPortal) => Promise<void>,
  ) {
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
    const logInByPasskey = async (portal: TestPortal) =>
      (await sendLogin(portal, device.assert(await beginLogin(portal)))).status;
    let key = "";
    await during("optional", async (portal) => {
      await claimedUser(portal, email, { roles: ["ROLE_ADMIN"] });
      const { token } = (await logIn(portal, email)).body;
      const options = await beginPasskey(portal, token);
      expect((await addCredential(portal, token, device.create(options.body))).status).toBe(201);
      expect(await logInByPasskey(portal)).toBe(200);
    });
    await during("required", async (portal) => {
      expect(await logInByPasskey(portal)).toBe(401);
      const { token } = (await logIn(portal, email)).body;
      expect(await rights(portal, token)).toBe(403);
      const code = await enrolmentCodeFor(portal, email);
      const proven = (await prove(portal, token, code)).body.token;
      key = (await turnFactorOn(portal, proven)).secret;
    });
    await during("required", async (portal) => {
      const step = 1; // the code of this step was used to turn it on
      const answer = await answerChallenge(
        portal,
        await challengeFor(portal, email),
        codeOf(portal, key, step),
      );
      expect(await rights(portal, answer.body.token)).toBe(200);
    });
  }, 120_000); // three starts
});
