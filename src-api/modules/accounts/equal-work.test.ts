import { afterEach, describe, expect, test, vi } from "vitest";
import {
  call,
  claimedUser,
  goodPassword,
  logIn,
  register,
  signedInUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

/** One session for each address that a change is requested to, so that rate limits of sessions do not interfere. */
const askers: Record<string, string> = {};
const portal = await forFile(createTestPortal());
await claimedUser(portal, "known@example.com");
for (const wanted of ["warm-up", "known", "unknown"]) {
  const asker = `asks-for-${wanted}@example.com`;
  askers[`${wanted}@example.com`] = (await signedInUser(portal, asker)).token;
}
afterEach(() => vi.restoreAllMocks());

/** Returns a list that collects the text of every statement sent to the database, in order. */
function recordStatements(): string[] {
  const session = Reflect.get(portal.portal.database, "session");
  const statements: string[] = [];
  const prototype = Object.getPrototypeOf(session);
  const { prepareQuery } = prototype;
  vi.spyOn(prototype, "prepareQuery").mockImplementation(function record(
    this: unknown,
    ...[query, ...rest]: unknown[]
  ) {
    statements.push((query as { sql: string }).sql); // drizzle's Query
    return prepareQuery.call(this, query, ...rest);
  });
  return statements;
}

/** Returns the statements and the number of mails that a request and its jobs cause. */
async function workFor(request: (email: string) => Promise<unknown>, email: string) {
  const statements = recordStatements();
  const sent = vi.spyOn(portal.portal.mailer, "send");
  const rehearsed = vi.spyOn(portal.portal.mailer, "sendDummy");
  await request(email);
  const mails = sent.mock.calls.length + rehearsed.mock.calls.length;
  vi.restoreAllMocks();
  return { statements, mails };
}

/** Requests that could reveal whether an address has an account. */
const requests: Record<string, { mails: number; send: (email: string) => Promise<unknown> }> = {
  registering: { mails: 1, send: (email) => register(portal, email, { ip: "203.0.113.1" }) },
  "asking for a reset link": {
    mails: 1,
    send: (email) => call(portal, "POST", "/forgot-password", { body: { email } }),
  },
  "asking for a code that logs in": {
    mails: 1,
    send: (email) =>
      call(portal, "POST", "/login/mail", { body: { email, language: "en" }, ip: "203.0.113.1" }),
  },
  "logging in with a wrong code": {
    mails: 1,
    send: async (email) => {
      const asked = { body: { email, language: "en" }, ip: "203.0.113.2" };
      const { id } = (await call(portal, "POST", "/login/mail", asked)).body;
      return call(portal, "POST", `/login/mail/${id}/code`, { body: { code: "000000" } });
    },
  },
  "logging in with a wrong password": {
    mails: 0,
    send: (email) => logIn(portal, email, "not the password"),
  },
  "asking for a change to it": {
    mails: 2,
    send: (email) =>
      call(portal, "PUT", "/me/email", {
        token: askers[email] ?? "",
        body: { email, password: goodPassword },
      }),
  },
};

describe("known and unknown addresses cause the same work, including jobs after the answer:", () => {
  test.each(Object.entries(requests))("%s", async (_, { mails, send }) => {
    await workFor(send, "warm-up@example.com");
    const known = await workFor(send, "known@example.com");
    const unknown = await workFor(send, "unknown@example.com");
    expect(known).toEqual(unknown);
    expect(known.mails).toBe(mails);
    expect(known.statements.length).toBeGreaterThan(3);
  });
});

test("The address is not looked up and no mail is sent before the answer", async () => {
  for (const name of ["registering", "asking for a reset link", "asking for a code that logs in"]) {
    const { send } = requests[name]!;
    const statements = recordStatements();
    const answered = vi.spyOn(portal, "runDueJobs").mockResolvedValue();
    await send("known@example.com");
    expect(answered).toHaveBeenCalledOnce();
    expect(statements.length).toBeGreaterThan(3);
    expect(statements.filter((text) => text.includes('from "users"'))).toEqual([]);
    vi.restoreAllMocks();
    await portal.runDueJobs();
  }
});
