import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook as Verifier } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { webhookEvents } from "#shared/api/webhooks.ts";
import { dayMs, hourMs, minuteMs } from "#shared/durations.ts";
import { asc, eq } from "#api/infra/database/drizzle.ts";
import { purge } from "#api/retention/retention.ts";
import { registerAndProve } from "#api/testing/account-requests.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createMember, failsAtRenewalCard, moveTo, renewDue } from "#api/testing/members.ts";
import { peoplesPassword } from "#api/testing/people.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { importCatalogue } from "#api/modules/billing/catalogue.ts";
import { contentEntries } from "#api/modules/library/schema.ts";
import { deliverDue } from "./deliver.ts";
import { webhookDeliveries, webhooks } from "./schema.ts";

type Received = { headers: IncomingHttpHeaders; body: string; at: Date };

/** A program of the owner, which gets webhooks. */
class Receiver {
  received: Received[] = [];
  answer: RequestListener = (_, response) => void response.end("ok");
  #port = 0;
  #server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      this.received.push({ headers: request.headers, body, at: portal.portal.now() });
      this.answer(request, response);
    });
  });

  async up(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(this.#port, "127.0.0.1", done));
    this.#port = (this.#server.address() as AddressInfo).port; // it listens on a port
  }

  async down(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  get url() {
    return `http://127.0.0.1:${this.#port}/hook?of=us`;
  }

  get ids() {
    return this.received.map(({ headers }) => headers["webhook-id"]);
  }
}

// In demo mode, where this machine may be asked.
const portal = await forFile(createContentPortal(undefined, {}, { seedDemo: true }));
await importCatalogue(portal.portal, { demo: false });
const { database } = portal.portal;

let receiver: Receiver;
beforeEach(async () => {
  receiver = new Receiver();
  await receiver.up();
});
afterEach(async () => {
  await receiver.down();
  await database.delete(webhooks);
  vi.restoreAllMocks();
});

/** Sends a request as the admin, whose session may have expired. */
async function asAdmin(method: "GET" | "POST" | "DELETE", path: string, payload?: object) {
  const [admin] = await database.select().from(users).where(eq(users.email, "admin@example.com"));
  const token = await createSession(portal.portal, admin?.id ?? "", "");
  const headers = { authorization: `Bearer ${token}` };
  return portal.app.inject({
    method,
    url: `/api${path}`,
    headers,
    ...(payload && { payload }),
  });
}

async function add(
  events: readonly string[] = ["message.received"],
  url = receiver.url,
): Promise<{ id: string; secret: string }> {
  const answer = await asAdmin("POST", "/webhooks", { url, events, password: peoplesPassword });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const message = { name: "Kim", email: "kim@example.com", subject: "Hi", message: "Where?" };
let senders = 0;
async function write() {
  senders += 1;
  const sent = await portal.app.inject({
    method: "POST",
    url: "/api/contact",
    payload: { ...message, email: `kim${senders}@example.com` },
    remoteAddress: `198.51.100.${senders}`,
  });
  expect(sent.statusCode, sent.body).toBeLessThan(300);
}

const deliver = (timeoutMs?: number) => deliverDue(portal.portal, timeoutMs);

/** Has the job run again and again for a time. */
async function pass(ms: number, every = hourMs): Promise<void> {
  for (let passed = 0; passed < ms; passed += every) {
    portal.advance(every);
    await deliver();
  }
}

/** Returns what a message says, by a receiver that checks its signature when it gets it, or later. */
function verified({ headers, body, at }: Received, secret: string): Record<string, unknown> {
  vi.spyOn(Date, "now").mockReturnValue(at.getTime());
  const read = new Verifier(secret).verify(body, headers as Record<string, string>);
  vi.restoreAllMocks();
  return read as Record<string, unknown>; // the library parses any JSON
}

const rows = () =>
  database.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.createdAt));

describe("what receivers are notified of", () => {
  /** Returns what the receiver has got since it was asked last, verified by the library. */
  const seen = async (secret: string) => {
    await deliver();
    const read = receiver.received.map((one) => verified(one, secret));
    receiver.received = [];
    return read;
  };

  test("is how memberships begin, are renewed, fail and end, once each", async () => {
    expect((await portal.get("/webhooks", "reviewer")).statusCode).toBe(403);
    await renewDue(portal); // ends the lapsed membership
    const { secret } = await add(webhookEvents);
    const paying = await createMember(portal);
    const failing = await createMember(portal, { card: failsAtRenewalCard });
    const membership = {
      membershipId: expect.any(String),
      source: "purchase",
      plan: "membership-monthly",
      period: "monthly",
      price: { amount: 900, currency: "EUR" },
      endsAt: "2026-04-01T14:00:00.000Z",
    };
    const began = (await seen(secret)).filter(({ type }) => type !== "member.joined");
    expect(began).toHaveLength(2);
    expect(began[0]).toMatchObject({
      type: "membership.began",
      data: { ...membership, member: { id: expect.any(String), email: expect.any(String) } },
    });
    moveTo(portal, "2026-04-01T15:00:00Z");
    await renewDue(portal);
    const renewed = (await seen(secret)).toSorted((a, b) =>
      String(b["type"]).localeCompare(String(a["type"])),
    );
    expect(renewed).toMatchObject([
      {
        type: "membership.renewed",
        data: {
          member: { id: paying.id },
          endsAt: "2026-05-01T14:00:00.000Z",
          paid: { amount: 900, currency: "EUR" },
        },
      },
      { type: "membership.renewal_failed", data: { member: { id: failing.id } } },
    ]);
    moveTo(portal, "2026-04-02T15:00:00Z");
    await renewDue(portal);
    expect(await seen(secret)).toEqual([]); // failing once more is no news
    moveTo(portal, "2026-04-20T12:00:00Z");
    await renewDue(portal);
    expect(await seen(secret)).toMatchObject([
      { type: "membership.ended", data: { member: { id: failing.id } } },
    ]);
  });

  test("is who registers and who writes, once each, and is deleted here afterwards", async () => {
    const { secret } = await add(webhookEvents);
    await registerAndProve(portal, "joiner@example.com", { name: "Joan" });
    expect(await seen(secret)).toEqual([
      {
        type: "member.joined",
        timestamp: portal.portal.now().toISOString(),
        data: {
          member: { id: expect.any(String), name: "Joan", email: "joiner@example.com" },
          language: "en",
        },
      },
    ]);
    await write();
    expect(await seen(secret)).toMatchObject([
      {
        type: "message.received",
        data: { name: "Kim", isProven: false, subject: "Hi", text: "Where?", language: "en" },
      },
    ]);
    await deliver();
    expect(receiver.received).toEqual([]);
    expect((await rows()).every(({ data, deliveredAt }) => deliveredAt && data === null)).toBe(
      true,
    );
    portal.advance(31 * dayMs);
    await purge(portal.portal);
    expect(await rows()).toEqual([]);
  });

  test("is an entry once it appears, also at a time that was set before, and never one of long ago", async () => {
    const { secret } = await add(["entry.published"]);
    const at = new Date(portal.portal.now().getTime() + hourMs);
    const isEntry = eq(contentEntries.slug, "weave-entries");
    const [before] = await database.select().from(contentEntries).where(isEntry);
    await database.update(contentEntries).set({ publishedAt: at }).where(isEntry);
    await deliver();
    expect(receiver.received).toEqual([]);
    portal.advance(hourMs);
    await deliver();
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect(verified(receiver.received[0]!, secret)).toMatchObject({
      type: "entry.published",
      data: {
        kind: "articles",
        slug: "weave-entries",
        url: "http://portal.test/articles/weave-entries",
        publishedAt: at.toISOString(),
      },
    });
    await database
      .update(contentEntries)
      .set({ publishedAt: before?.publishedAt ?? null })
      .where(isEntry);
    await deliver();
    expect(receiver.received).toHaveLength(1);
  });

  test("is nothing that was rolled back", async () => {
    await add(["member.joined"]);
    const user = { email: "never@example.com", name: "Never", passwordHash: null };
    await expect(
      database.transaction(async (tx) => {
        await tx.insert(users).values({
          ...user,
          id: crypto.randomUUID(),
          roles: ["ROLE_USER"],
          language: "en",
          termsVersion: "2026-01-01",
          createdAt: portal.portal.now(),
        });
        expect(await tx.$count(webhookDeliveries)).toBe(1);
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    await deliver();
    expect(receiver.received).toEqual([]);
  });
});

describe("a receiver", () => {
  test("that is down for a day gets everything once afterwards, with the ids of before", async () => {
    const { secret } = await add();
    await write();
    await receiver.down();
    await pass(dayMs);
    await write();
    const waiting = await rows();
    expect(waiting[0]).toMatchObject({ failure: "connection", deliveredAt: null });
    await receiver.up();
    await pass(dayMs);
    expect(new Set(receiver.ids)).toEqual(new Set((await rows()).map(({ id }) => id)));
    expect(receiver.ids).toHaveLength(2);
    for (const one of receiver.received) expect(verified(one, secret)).toBeDefined();
  });

  test("that fails, or answers too late, gets the message again a minute later", async () => {
    await add();
    await write();
    receiver.answer = (_, response) =>
      void response.writeHead(500).end(`broken ${"x".repeat(900)}`);
    await deliver();
    await deliver();
    expect(receiver.received).toHaveLength(1);
    const [failed] = await rows();
    expect(failed).toMatchObject({ failure: "status", tries: 1 });
    expect(failed?.answer).toMatch(/^500 broken x+$/);
    expect(failed?.answer?.length).toBeLessThanOrEqual(204);
    receiver.answer = () => undefined;
    portal.advance(minuteMs);
    await deliver(200);
    expect(await rows()).toMatchObject([{ failure: "timeout", answer: null, tries: 2 }]);
    receiver.answer = (_, response) => void response.end();
    portal.advance(5 * minuteMs);
    await deliver();
    portal.advance(dayMs);
    await deliver();
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.ids).size).toBe(1);
    expect(await rows()).toMatchObject([{ failure: null, tries: 2, nextTryAt: null }]);
  });

  test("that redirects is not followed", async () => {
    const elsewhere = new Receiver();
    await elsewhere.up();
    await add();
    await write();
    receiver.answer = (_, response) =>
      void response.writeHead(307, { location: elsewhere.url }).end();
    await deliver();
    expect(await rows()).toMatchObject([{ failure: "redirect", answer: "307" }]);
    expect(elsewhere.received).toEqual([]);
    await elsewhere.down();
  });

  test("that fails holds up no other one", async () => {
    const other = new Receiver();
    await other.up();
    await add();
    await add(["message.received"], other.url);
    receiver.answer = () => undefined;
    for (let at = 0; at < 5; at += 1) await write();
    await deliver(200);
    expect([receiver.received.length, other.received.length]).toEqual([3, 5]);
    await other.down();
  });

  test("that takes nothing for three days is given up: the board says so, and an admin sends it again", async () => {
    await add();
    await write();
    receiver.answer = (_, response) => void response.writeHead(503).end();
    await deliver();
    await pass(3 * dayMs - hourMs);
    expect(receiver.received.length).toBe(11);
    const stuck = async () => (await asAdmin("GET", "/board")).json().stuckJobs.kinds;
    const given = { name: "webhooks.message", count: 1, failed: 1 };
    expect(await stuck()).toContainEqual({ ...given, since: expect.any(String) });
    receiver.received = [];
    await pass(dayMs, dayMs / 2);
    expect(receiver.received).toEqual([]);
    expect((await asAdmin("POST", "/failed-jobs/webhooks.message/retry")).json()).toEqual({
      count: 1,
    });
    await deliver();
    expect(receiver.received).toHaveLength(1);
    await pass(6 * dayMs, dayMs / 2);
    const [row] = await rows();
    receiver.answer = (_, response) => void response.end();
    expect((await asAdmin("POST", `/webhook-deliveries/${row?.id}/resend`)).statusCode).toBe(204);
    expect((await asAdmin("POST", `/webhook-deliveries/${row?.id}/resend`)).statusCode).toBe(404);
    await deliver();
    expect(new Set(receiver.ids)).toEqual(new Set([row?.id]));
    expect(await rows()).toMatchObject([{ givenUpAt: null, failure: null }]);
    expect(await stuck()).not.toContainEqual(expect.objectContaining({ name: given.name }));
  });

  test("gets a message again with the same id if this ends before it has stored that it was sent", async () => {
    await add();
    await write();
    await deliver();
    await database.update(webhookDeliveries).set({ deliveredAt: null, data: {} });
    await deliver();
    expect(new Set(receiver.ids).size).toBe(1);
    expect(receiver.received).toHaveLength(2);
  });

  test("refuses a message that was changed, and one that is sent again later by somebody else", async () => {
    const { secret } = await add();
    await write();
    await deliver();
    const sent = receiver.received[0]!;
    expect(verified(sent, secret)).toMatchObject({ type: "message.received" });
    expect(() => verified({ ...sent, body: sent.body.replace("Kim", "Tim") }, secret)).toThrow(
      "No matching signature",
    );
    const later = new Date(sent.at.getTime() + 10 * minuteMs);
    expect(() => verified({ ...sent, at: later }, secret)).toThrow("too old");
  });

  test("knows messages by the former secret for a day after it was replaced", async () => {
    const { id, secret } = await add();
    const payload = { password: peoplesPassword };
    const next = (await asAdmin("POST", `/webhooks/${id}/secret`, payload)).json().secret;
    await write();
    await deliver();
    for (const one of [secret, next]) expect(verified(receiver.received[0]!, one)).toBeDefined();
    portal.advance(dayMs + 1);
    await write();
    await deliver();
    expect(verified(receiver.received[1]!, next)).toBeDefined();
    expect(() => verified(receiver.received[1]!, secret)).toThrow("No matching signature");
  });

  test("gets a test at once, which is not repeated", async () => {
    const { id, secret } = await add();
    expect((await asAdmin("POST", `/webhooks/${id}/test`)).json()).toEqual({ failure: null });
    expect(verified(receiver.received[0]!, secret)).toMatchObject({ type: "webhook.test" });
    receiver.answer = (_, response) => void response.writeHead(404).end("no such hook");
    expect((await asAdmin("POST", `/webhooks/${id}/test`)).json()).toEqual({
      failure: { reason: "status", answer: "404 no such hook" },
    });
    await deliver();
    expect(receiver.received).toHaveLength(2);
    expect((await asAdmin("DELETE", `/webhooks/${id}`)).statusCode).toBe(204);
    expect((await asAdmin("POST", `/webhooks/${id}/test`)).statusCode).toBe(404);
  });
});

describe("an address of a receiver", () => {
  beforeEach(() => void (portal.portal.config.seedDemo = false));
  afterEach(() => void (portal.portal.config.seedDemo = true));

  test.each([
    "http://example.com/hook",
    "https://user:password@example.com",
    "https://localhost/hook",
    "https://127.0.0.1",
    "https://2130706433",
    "https://0.0.0.0",
    "https://10.1.2.3",
    "https://172.16.0.1",
    "https://192.168.1.1",
    "https://100.64.0.1",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]",
    "https://[::]",
    "https://[::ffff:10.0.0.1]",
    "https://[64:ff9b::a00:1]",
    "https://[2002:a00:1::]",
    "https://[fd00::1]",
    "https://[fe80::1]",
  ])("is not %s", async (url) => {
    const refused = await asAdmin("POST", "/webhooks", {
      url,
      events: ["message.received"],
      password: peoplesPassword,
    });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields.url).toMatch(/^An address that begins with https/);
    expect(await database.$count(webhooks)).toBe(0);
  });

  test("is checked again whenever something is sent", async () => {
    portal.portal.config.seedDemo = true;
    await add();
    portal.portal.config.seedDemo = false;
    await write();
    await deliver();
    expect(await rows()).toMatchObject([{ failure: "address" }]);
    expect(receiver.received).toEqual([]);
  });

  test("is on the internet, and takes the password to add", async () => {
    const payload = { url: "https://93.184.215.14/hook", events: ["entry.published"] };
    const wrong = await asAdmin("POST", "/webhooks", { ...payload, password: "wrong password" });
    expect(wrong.statusCode).toBe(422);
    const added = await asAdmin("POST", "/webhooks", { ...payload, password: peoplesPassword });
    expect(added.statusCode, added.body).toBe(201);
    const listed = (await asAdmin("GET", "/webhooks")).body;
    expect(listed).toContain(payload.url);
    expect(listed).not.toContain("whsec_");
    const [stored] = await database.select().from(webhooks);
    expect(stored?.secret).not.toContain(added.json().secret.slice("whsec_".length));
  });
});
