import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEntries } from "../../infra/audit/schema.ts";
import {
  call,
  claimedUser,
  goodPassword,
  logIn,
  unprovenUser,
} from "../../testing/account-requests.ts";
import { createBillingPortal } from "../../testing/billing-portal.ts";
import { createBuyer, type Buyer } from "../../testing/billing-requests.ts";
import { createMember, membershipOf, renewDue, subjectsTo } from "../../testing/members.ts";
import type { TestPortal } from "../../testing/test-portal.ts";
import { users } from "../accounts/schema.ts";
import { creditNotes, sandboxCalls } from "../billing/payments/schema.ts";
import { invoices } from "../billing/schema.ts";
import { contactMessages } from "../contact/schema.ts";
import { memberActs, memberNotes } from "./schema.ts";
import { sweepMembers } from "./sweep.ts";

const day = 24 * 60 * 60_000;
const email = "owner@example.com";
let it: TestPortal;
let admin: { id: string; token: string };
beforeAll(async () => {
  it = await createBillingPortal({ demo: false });
  const id = await claimedUser(it, email);
  await it.portal.database
    .update(users)
    .set({ roles: ["ROLE_USER", "ROLE_ADMIN"] })
    .where(eq(users.id, id));
  admin = { id, token: "" };
});
beforeEach(async () => {
  admin.token = (await logIn(it, email)).body.token;
});
afterAll(() => it.close());

type Options = { body?: unknown; key?: string; token?: string };
const act = (path: string, { body = {}, key = randomUUID(), token = admin.token }: Options = {}) =>
  call(it, "POST", path, { token, body, headers: { "idempotency-key": key } });
const secret = { password: goodPassword };
const get = (path: string) => call(it, "GET", path, { token: admin.token });
const memberOf = async ({ id }: { id: string }) => (await get(`/members/${id}`)).body;
const undo = (id: string, token = admin.token) =>
  call(it, "POST", `/member-acts/${id}/undo`, { token });
const actsOn = async ({ id }: { id: string }) => {
  const rows = await it.portal.database
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, id));
  return rows.filter(({ actorId }) => actorId === admin.id).map((row) => row.act);
};
const found = async (query: string) =>
  (await get(`/members?${query}`)).body.items.map((item: { id: string }) => item.id);
const later = (days: number) => new Date(it.portal.now().getTime() + days * day).toISOString();
const notesOf = (invoiceId: string) =>
  it.portal.database.select().from(creditNotes).where(eq(creditNotes.invoiceId, invoiceId));

describe("the search", () => {
  test("finds by the beginnings of words of name and address, proven or not, and by numbers", async () => {
    const ania = await claimedUser(it, "ania.zolc@dogs.example");
    await it.portal.database.update(users).set({ name: "Ania Żółć" }).where(eq(users.id, ania));
    const unproven = await unprovenUser(it, "ania@unproven.example");
    expect(await found("query=zolc ani")).toEqual([ania]);
    expect(await found("query=ania.zolc@dogs.example")).toEqual([ania]);
    expect(await found("query=UNPROVEN")).toEqual([unproven]);
    expect(await found("query=nia")).toEqual([]);
    expect(await found("query=%25")).toHaveLength((await found("")).length);
    const buyer = await createMember(it);
    const [invoice] = (await memberOf(buyer)).invoices;
    const { receiptNumber } = invoice.purchase;
    expect(await found(`query=${receiptNumber.toLowerCase()}`)).toEqual([buyer.id]);
    await act(`/members/${buyer.id}/refund`, {
      body: { invoiceId: invoice.purchase.id, amount: 100, reason: "x", ...secret },
    });
    const [note] = (await memberOf(buyer)).invoices[0].purchase.creditNotes;
    expect(await found(`query=${note.number}`)).toEqual([buyer.id]);
    expect(await found("query=RS-2026-999999")).toEqual([]);
  });

  test("filters by the state, and gives everybody once, page by page", async () => {
    const none = await createBuyer(it);
    const active = await createMember(it);
    const ended = await createMember(it);
    await act(`/members/${ended.id}/end`, { body: { when: "now", refund: 0, ...secret } });
    const states = await Promise.all(
      ["active", "past-due", "ended", "none"].map((status) => found(`status=${status}&limit=100`)),
    );
    const of = ({ id }: Buyer) => states.map((ids) => ids.includes(id));
    expect(of(active)).toEqual([true, false, false, false]);
    expect(of(ended)).toEqual([false, false, true, false]);
    expect(of(none)).toEqual([false, false, false, true]);
    const all = await found("limit=100");
    const ids: string[] = [];
    for (let cursor = ""; ;) {
      const { body } = await get(`/members?limit=2${cursor && `&cursor=${cursor}`}`);
      ids.push(...body.items.map((item: { id: string }) => item.id));
      if (!body.nextCursor) break;
      cursor = body.nextCursor;
    }
    expect(ids).toEqual(all);
    expect((await get("/members?cursor=nonsense")).status).toBe(400);
  });

  test("finds who has not paid a renewal", async () => {
    const late = await createMember(it, { card: "4000 0000 0000 9979" });
    it.advance(32 * day);
    await renewDue(it);
    admin.token = (await logIn(it, email)).body.token;
    expect(await found("status=past-due")).toEqual([late.id]);
    expect(await found("status=active&limit=100")).not.toContain(late.id);
  });
});

describe("only admins", () => {
  const requests = (id: string): ["GET" | "POST" | "PUT" | "DELETE", string, unknown?][] => [
    ["GET", "/members"],
    ["GET", `/members/${id}`],
    ["POST", `/members/${id}/grant`, { until: null }],
    ["POST", `/members/${id}/extend`, { days: 1 }],
    ["POST", `/members/${id}/end`, { when: "now", refund: 0, ...secret }],
    ["POST", `/members/${id}/refund`, { invoiceId: id, amount: 1, reason: "x", ...secret }],
    ["POST", `/members/${id}/mail`, { kind: "reset-link" }],
    ["POST", `/members/${id}/sessions/end`, secret],
    ["POST", `/members/${id}/notes`, { text: "x" }],
    ["PUT", `/members/${id}/notes/${id}`, { text: "x" }],
    ["DELETE", `/members/${id}/notes/${id}`],
    ["POST", "/member-exports", secret],
    ["POST", `/member-acts/${id}/undo`],
    ["POST", `/contact/${id}/answer`, { answer: "x" }],
  ];

  test.each([
    ["a visitor", null, 401],
    ["a user", ["ROLE_USER"], 403],
    ["a judge", ["ROLE_USER", "ROLE_JUDGE"], 403],
    ["a reviewer", ["ROLE_USER", "ROLE_REVIEWER"], 403],
  ] as const)("may search and act, not %s", async (_, roles, status) => {
    const caller = await createMember(it);
    const victim = await createMember(it);
    if (roles) {
      await it.portal.database
        .update(users)
        .set({ roles: [...roles] })
        .where(eq(users.id, caller.id));
    }
    const before = await memberOf(victim);
    for (const [method, path, body] of requests(victim.id)) {
      const answer = await call(it, method, path, {
        ...(roles && { token: caller.token }),
        body,
        headers: { "idempotency-key": randomUUID() },
      });
      expect([method, path, answer.status]).toEqual([method, path, status]);
    }
    expect(await memberOf(victim)).toEqual(before);
    expect(await actsOn(victim)).toEqual([]);
  });

  test("who enter their password may refund, end, export and log somebody out", async () => {
    const victim = await createMember(it);
    const [{ purchase }] = (await memberOf(victim)).invoices;
    const wrong = { password: "not the password" };
    const attempts = [
      act(`/members/${victim.id}/end`, { body: { when: "now", refund: 0, ...wrong } }),
      act(`/members/${victim.id}/refund`, {
        body: { invoiceId: purchase.id, amount: 1, reason: "x", ...wrong },
      }),
      act(`/members/${victim.id}/sessions/end`, { body: wrong }),
      act("/member-exports", { body: wrong }),
    ];
    for (const answer of await Promise.all(attempts)) {
      expect(answer.body).toMatchObject({
        code: "wrong-password",
        fields: { password: expect.any(String) },
      });
    }
    expect((await membershipOf(it, victim)).status).toBe("active");
    expect(await actsOn(victim)).toEqual([]);
  });
});

describe("a grant", () => {
  test("is made once however often it is sent, is recorded, and can be undone once", async () => {
    const user = await createBuyer(it);
    const key = randomUUID();
    const body = { until: later(30) };
    const answers = await Promise.all(
      [1, 2, 3].map(() => act(`/members/${user.id}/grant`, { body, key })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(await membershipOf(it, user)).toMatchObject({ source: "grant", endsAt: body.until });
    expect(await actsOn(user)).toEqual(["membership-granted"]);
    const other = await act(`/members/${user.id}/grant`, { body: { until: later(60) }, key });
    expect(other.body.code).toBe("idempotency-key-reused");
    expect((await undo(answers[0]!.body.id)).status).toBe(204);
    expect((await membershipOf(it, user)).status).toBe("ended");
    expect((await undo(answers[0]!.body.id)).body.code).toBe("conflict");
    expect(await actsOn(user)).toEqual(["membership-granted", "member-act-undone"]);
  });

  test("changes the end of an earlier one, which comes back when it is undone, unless it was changed since", async () => {
    const user = await createBuyer(it);
    const first = later(10);
    const grant = (until: string | null) => act(`/members/${user.id}/grant`, { body: { until } });
    await grant(first);
    const { body: second } = await grant(null);
    expect((await membershipOf(it, user)).endsAt).toBeNull();
    expect((await undo(second.id)).status).toBe(204);
    expect((await membershipOf(it, user)).endsAt).toBe(first);
    const { body: third } = await grant(later(20));
    await grant(later(21));
    expect((await undo(third.id)).body.code).toBe("conflict");
  });

  test("is refused to who pays, and for a time that is over", async () => {
    const payer = await createMember(it);
    const body = { until: later(30) };
    expect((await act(`/members/${payer.id}/grant`, { body })).body.code).toBe(
      "already-subscribed",
    );
    const over = await act(`/members/${payer.id}/grant`, { body: { until: later(-1) } });
    expect(over.body.fields).toHaveProperty("until");
    expect(await actsOn(payer)).toEqual([]);
    expect((await act(`/members/${randomUUID()}/grant`, { body })).status).toBe(404);
  });

  test("cannot be undone after a day, when it is forgotten", async () => {
    const user = await createBuyer(it);
    const { body } = await act(`/members/${user.id}/grant`, { body: { until: later(30) } });
    expect(Date.parse(body.undoableUntil) - it.portal.now().getTime()).toBe(day);
    it.advance(day);
    expect((await undo(body.id)).body.code).toBe("conflict");
    await sweepMembers(it.portal);
    expect(await it.portal.database.$count(memberActs, eq(memberActs.id, body.id))).toBe(0);
    expect((await undo(body.id)).status).toBe(404);
  });
});

describe("an extension", () => {
  test("moves the end and the next charge, whose period has its whole length", async () => {
    const member = await createMember(it);
    const { endsAt } = await membershipOf(it, member);
    const { body } = await act(`/members/${member.id}/extend`, { body: { days: 10 } });
    const moved = new Date(Date.parse(endsAt) + 10 * day);
    expect(await membershipOf(it, member)).toMatchObject({
      endsAt: moved.toISOString(),
      nextCharge: { on: moved.toISOString() },
    });
    expect(body.undoableUntil).not.toBeNull();
    it.advance(moved.getTime() - it.portal.now().getTime() - day);
    await renewDue(it);
    expect((await membershipOf(it, member)).endsAt).toBe(moved.toISOString());
    it.advance(day);
    await renewDue(it);
    const renewed = new Date(moved);
    renewed.setUTCMonth(moved.getUTCMonth() + 1);
    expect((await membershipOf(it, member)).endsAt).toBe(renewed.toISOString());
  });

  test("is taken back whole: end, next charge, and what the invoice covers", async () => {
    const member = await createMember(it);
    const before = await memberOf(member);
    const { body } = await act(`/members/${member.id}/extend`, { body: { days: 10 } });
    expect(await memberOf(member)).not.toEqual(before);
    expect((await undo(body.id)).status).toBe(204);
    expect(await memberOf(member)).toEqual(before);
    expect(await actsOn(member)).toEqual(["membership-extended", "member-act-undone"]);
  });

  test("of a period is refunded as a whole with it: the membership ends", async () => {
    const member = await createMember(it);
    await act(`/members/${member.id}/extend`, { body: { days: 10 } });
    const [{ purchase, refundable, paysPresent }] = (await memberOf(member)).invoices;
    expect(paysPresent).toBe(true);
    await act(`/members/${member.id}/refund`, {
      body: { invoiceId: purchase.id, amount: refundable.amount, reason: "Sorry", ...secret },
    });
    expect((await membershipOf(it, member)).status).toBe("ended");
  });

  test("is refused without an end to move", async () => {
    const user = await createBuyer(it);
    const extend = () => act(`/members/${user.id}/extend`, { body: { days: 1 } });
    expect((await extend()).body.code).toBe("no-subscription");
    await act(`/members/${user.id}/grant`, { body: { until: null } });
    expect((await extend()).body.code).toBe("no-subscription");
  });
});

describe("an end", () => {
  const end = (member: Buyer, when: string, refund = 0) =>
    act(`/members/${member.id}/end`, { body: { when, refund, ...secret } });

  test("at the end of the period is mailed, and can be undone", async () => {
    const member = await createMember(it);
    const { body } = await end(member, "period-end");
    expect((await membershipOf(it, member)).status).toBe("ending");
    expect((await undo(body.id)).status).toBe(204);
    expect((await membershipOf(it, member)).status).toBe("active");
    expect(subjectsTo(it, member).slice(-2)).toEqual([
      expect.stringContaining("cancelled"),
      expect.stringContaining("continues"),
    ]);
  });

  test("now pays back the days that are left, once, and cannot be undone", async () => {
    const member = await createMember(it);
    it.advance(15 * day);
    admin.token = (await logIn(it, email)).body.token;
    const { ending, invoices: bought } = await memberOf(member);
    expect(ending.all.amount).toBe(900);
    expect(ending.unused.amount).toBeGreaterThan(400);
    expect(ending.unused.amount).toBeLessThan(520);
    const key = randomUUID();
    const body = { when: "now", refund: ending.unused.amount, ...secret };
    const answers = await Promise.all(
      [1, 2].map(() => act(`/members/${member.id}/end`, { body, key })),
    );
    expect(answers.map((answer) => answer.body.undoableUntil)).toEqual([null, null]);
    expect((await membershipOf(it, member)).status).toBe("ended");
    const notes = await notesOf(bought[0].purchase.id);
    expect(notes).toMatchObject([{ amount: ending.unused.amount, status: "succeeded" }]);
    const refunds = await it.portal.database
      .select()
      .from(sandboxCalls)
      .where(eq(sandboxCalls.key, notes[0]!.id));
    expect(refunds).toMatchObject([{ amount: -ending.unused.amount }]);
    expect((await undo(answers[0]!.body.id)).body.code).toBe("conflict");
    expect(await actsOn(member)).toEqual(["payment-refunded", "membership-ended"]);
  });

  test("now with no refund is mailed; with too high a refund nothing happens", async () => {
    const member = await createMember(it);
    expect((await end(member, "now", 901)).body.code).toBe("conflict");
    expect((await membershipOf(it, member)).status).toBe("active");
    expect((await end(member, "now")).status).toBe(200);
    expect((await membershipOf(it, member)).status).toBe("ended");
    expect(subjectsTo(it, member).at(-1)).toContain("has ended");
    expect((await end(member, "now")).body.code).toBe("no-subscription");
  });

  test("of a grant is now", async () => {
    const user = await createBuyer(it);
    await act(`/members/${user.id}/grant`, { body: { until: null } });
    expect((await memberOf(user)).ending).toBeNull();
    expect((await end(user, "period-end")).body.code).toBe("no-subscription");
    expect((await end(user, "now")).status).toBe(200);
    expect((await membershipOf(it, user)).status).toBe("ended");
  });
});

describe("a refund", () => {
  test("of a part, then of the rest, never of more, and once for each key", async () => {
    const member = await createMember(it);
    const [{ purchase }] = (await memberOf(member)).invoices;
    const refund = (amount: number, key = randomUUID()) =>
      act(`/members/${member.id}/refund`, {
        body: { invoiceId: purchase.id, amount, reason: "A missed show", ...secret },
        key,
      });
    const key = randomUUID();
    const answers = await Promise.all([refund(300, key), refund(300, key)]);
    const [first, repeated] = answers.map(({ body }) => body.refund);
    expect(first.amount).toEqual({ amount: 300, currency: "EUR" });
    expect(repeated.number).toBe(first.number);
    // The repeated request may be answered before the provider has confirmed the refund.
    expect([first.status, repeated.status]).toContain("succeeded");
    expect((await notesOf(purchase.id)).map(({ amount }) => amount)).toEqual([300]);
    expect((await membershipOf(it, member)).status).toBe("active");
    expect((await refund(601)).body.code).toBe("conflict");
    expect((await refund(600)).status).toBe(200);
    expect((await membershipOf(it, member)).status).toBe("ended");
    expect((await memberOf(member)).invoices[0].refundable.amount).toBe(0);
    expect(await actsOn(member)).toEqual(["payment-refunded", "payment-refunded"]);
  });

  test("two admins' refunds of all at once pay back once", async () => {
    const member = await createMember(it);
    const [{ purchase }] = (await memberOf(member)).invoices;
    const body = { invoiceId: purchase.id, amount: 900, reason: "x", ...secret };
    const answers = await Promise.all(
      [1, 2].map(() => act(`/members/${member.id}/refund`, { body })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await notesOf(purchase.id)).toHaveLength(1);
  });

  test("of somebody else's invoice is not found", async () => {
    const [one, other] = [await createMember(it), await createMember(it)];
    const [{ purchase }] = (await memberOf(other)).invoices;
    const body = { invoiceId: purchase.id, amount: 1, reason: "x", ...secret };
    expect((await act(`/members/${one.id}/refund`, { body })).status).toBe(404);
  });
});

describe("mails and sessions", () => {
  test("a receipt and a reset link are mailed again", async () => {
    const member = await createMember(it);
    const [{ purchase }] = (await memberOf(member)).invoices;
    const before = subjectsTo(it, member).length;
    const mail = { kind: "receipt", invoiceId: purchase.id };
    expect((await act(`/members/${member.id}/mail`, { body: mail })).status).toBe(200);
    await act(`/members/${member.id}/mail`, { body: { kind: "reset-link" } });
    const subjects = subjectsTo(it, member).slice(before);
    expect(subjects).toEqual([expect.stringContaining(purchase.receiptNumber), expect.any(String)]);
    expect(await actsOn(member)).toEqual(["mail-resent", "mail-resent"]);
  });

  test("all sessions of a member end; an admin keeps the own one", async () => {
    const member = await createMember(it);
    expect((await memberOf(member)).sessions).toHaveLength(1);
    expect(JSON.stringify(await memberOf(member))).not.toMatch(/hash/i);
    await act(`/members/${member.id}/sessions/end`, { body: secret });
    expect((await call(it, "GET", "/me", { token: member.token })).status).toBe(401);
    const { token } = (await logIn(it, email)).body;
    await act(`/members/${admin.id}/sessions/end`, { body: secret });
    expect((await get("/me")).status).toBe(200);
    expect((await call(it, "GET", "/me", { token })).status).toBe(401);
  });
});

describe("notes", () => {
  const note = (method: "PUT" | "DELETE", path: string, body?: unknown) =>
    call(it, method, path, {
      token: admin.token,
      body,
      headers: { "idempotency-key": randomUUID() },
    });

  test("are added, changed, deleted and restored, and are in the member's export", async () => {
    const id = await claimedUser(it, "noted@example.com");
    await act(`/members/${id}/notes`, { body: { text: "Called about the clinic" } });
    const [first] = (await memberOf({ id })).notes;
    expect(first).toMatchObject({
      text: "Called about the clinic",
      author: "Ada",
      changedAt: null,
    });
    const path = `/members/${id}/notes/${first.id}`;
    await note("PUT", path, { text: "Called twice" });
    const { token } = (await logIn(it, "noted@example.com")).body;
    const exported = () => call(it, "POST", "/me/export", { token, body: secret });
    expect((await exported()).body.notesAbout).toMatchObject([{ text: "Called twice" }]);
    const { body } = await note("DELETE", path);
    expect((await memberOf({ id })).notes).toEqual([]);
    expect((await exported()).body.notesAbout).toEqual([]);
    expect((await note("DELETE", path)).status).toBe(404);
    await undo(body.id);
    expect((await memberOf({ id })).notes).toMatchObject([{ text: "Called twice" }]);
    await note("DELETE", path);
    it.advance(day);
    await sweepMembers(it.portal);
    expect(await it.portal.database.$count(memberNotes, eq(memberNotes.userId, id))).toBe(0);
  });
});

describe("an answer", () => {
  test("is mailed once to who wrote, with the owner's address to reply to", async () => {
    const writer = await claimedUser(it, "writer@example.com");
    const message = {
      name: "Ada",
      email: "writer@example.com",
      subject: "A place",
      message: "Free?",
    };
    await call(it, "POST", "/contact", { body: message });
    const [asked] = (await memberOf({ id: writer })).messages;
    expect(asked).toMatchObject({ subject: "A place", answeredAt: null });
    const answers = await Promise.all(
      ["Yes", "No"].map((answer) => act(`/contact/${asked.id}/answer`, { body: { answer } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    const mails = it.mails.filter(({ to }) => to === "writer@example.com");
    expect(mails.filter(({ subject }) => subject === "Re: A place")).toMatchObject([
      { replyTo: it.portal.brand.contactEmail, paragraphs: expect.arrayContaining(["Free?"]) },
    ]);
    const [row] = await it.portal.database
      .select()
      .from(contactMessages)
      .where(eq(contactMessages.id, asked.id));
    expect(row?.answeredAt).toEqual(it.portal.now());
    expect(await actsOn({ id: writer })).toEqual(["message-answered"]);
    expect((await act(`/contact/${randomUUID()}/answer`, { body: { answer: "x" } })).status).toBe(
      404,
    );
  });
});

describe("the export", () => {
  const exported = async (body: object) => {
    const response = await it.app.inject({
      method: "POST",
      url: "/api/member-exports",
      headers: { authorization: `Bearer ${admin.token}` },
      payload: { ...secret, ...body },
    });
    return { lines: response.body.trim().split("\n"), headers: response.headers };
  };

  test("has everybody whom the search finds, and no formulas of members", async () => {
    const id = await claimedUser(it, "formula@example.com");
    await it.portal.database
      .update(users)
      .set({ name: '=HYPERLINK("https://evil.example")' })
      .where(eq(users.id, id));
    const { lines, headers } = await exported({ query: "formula@example" });
    expect(headers).toMatchObject({
      "content-type": expect.stringContaining("text/csv"),
      "content-disposition": expect.stringMatching(/attachment; filename="members-.*\.csv"/),
    });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"'=HYPERLINK(""https://evil.example"")",formula@example.com,yes`);
    const everybody = await it.portal.database.$count(users);
    expect((await exported({})).lines).toHaveLength(everybody + 1);
  });
});

test("A page of a member shows no page on which to pay in the member's name", async () => {
  const buyer = await createMember(it);
  const rows = await it.portal.database
    .select()
    .from(invoices)
    .where(eq(invoices.userId, buyer.id));
  expect(rows).toHaveLength(1);
  const { invoices: shown } = await memberOf(buyer);
  expect(
    shown.map(({ purchase }: { purchase: { paymentUrl: null } }) => purchase.paymentUrl),
  ).toEqual([null]);
});
