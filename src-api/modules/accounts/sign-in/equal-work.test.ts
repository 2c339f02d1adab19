import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  call,
  claimedUser,
  goodPassword,
  logIn,
  register,
} from "../../../testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "../../../testing/test-portal.ts";

let it: TestPortal;
/** Sessions that ask for a change to an address, one for each: what counts for the askers does not differ. */
const askers: Record<string, string> = {};
beforeAll(async () => {
  it = await createTestPortal();
  await claimedUser(it, "known@example.com");
  for (const wanted of ["warm-up", "known", "unknown"]) {
    const asker = `asks-for-${wanted}@example.com`;
    await claimedUser(it, asker);
    askers[`${wanted}@example.com`] = (await logIn(it, asker)).body.token;
  }
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => it.close());

/** The texts of all statements that are sent to the database, in order. */
function recordStatements(): string[] {
  const session = Reflect.get(it.portal.database, "session");
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

/** What a request and its jobs do for an address: statements in order, and mails made. */
async function workFor(request: (email: string) => Promise<unknown>, email: string) {
  const statements = recordStatements();
  const sent = vi.spyOn(it.portal.mailer, "send");
  const rehearsed = vi.spyOn(it.portal.mailer, "rehearse");
  await request(email);
  const mails = sent.mock.calls.length + rehearsed.mock.calls.length;
  vi.restoreAllMocks();
  return { statements, mails };
}

/** Requests by which somebody could find out whether an address has an account. */
const requests: Record<string, { mails: number; send: (email: string) => Promise<unknown> }> = {
  registering: { mails: 1, send: (email) => register(it, email, { ip: "203.0.113.1" }) },
  "asking for a reset link": {
    mails: 1,
    send: (email) => call(it, "POST", "/forgot-password", { body: { email } }),
  },
  "logging in with a wrong password": {
    mails: 0,
    send: (email) => logIn(it, email, "not the password"),
  },
  "asking for a change to it": {
    mails: 2,
    send: (email) =>
      call(it, "PUT", "/me/email", {
        token: askers[email] ?? "",
        body: { email, password: goodPassword },
      }),
  },
};

describe("a known address costs the same work as an unknown one, jobs after the answer included:", () => {
  test.each(Object.entries(requests))("%s", async (_, { mails, send }) => {
    await workFor(send, "warm-up@example.com");
    const known = await workFor(send, "known@example.com");
    const unknown = await workFor(send, "unknown@example.com");
    expect(known).toEqual(unknown);
    expect(known.mails).toBe(mails);
    expect(known.statements.length).toBeGreaterThan(3);
  });
});

test("The answer comes before the address is looked up and the mail is sent", async () => {
  for (const { send } of [requests["registering"]!, requests["asking for a reset link"]!]) {
    let answered = false;
    const jobsDone = it.app.jobsDone.bind(it.app);
    const seen: boolean[] = [];
    vi.spyOn(it.portal.mailer, "send").mockImplementation(async () => void seen.push(answered));
    vi.spyOn(it.app, "jobsDone").mockImplementation(async () => {
      answered = true; // `call` waits for jobs once it has the answer
      await jobsDone();
    });
    await send("known@example.com");
    vi.restoreAllMocks();
    expect(seen).toEqual([true]);
  }
});
