import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { and, eq } from "#api/infra/database/drizzle.ts";
import { startOf } from "#api/infra/written-time.ts";
import { call, claimedUser, unprovenUser } from "#api/testing/account-requests.ts";
import { createBuyer, type Buyer } from "#api/testing/billing-requests.ts";
import { createMember, failsAtRenewalCard, membershipOf, renewDue } from "#api/testing/members.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { creditNotes, invoices } from "#api/modules/billing/schema.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";
import {
  act,
  actsOn,
  admin,
  found,
  get,
  portal,
  logInAdmin,
  memberOf,
  secret,
  useAdminPortal,
} from "./testing/admin-portal.ts";

useAdminPortal();

describe("the search", () => {
  test("finds by the beginnings of words of name and address, proven or not, and by numbers", async () => {
    const ania = await claimedUser(portal, "ania.zolc@dogs.example");
    await portal.portal.database.update(users).set({ name: "Ania Żółć" }).where(eq(users.id, ania));
    const unproven = await unprovenUser(portal, "ania@unproven.example");
    expect(await found("query=zolc ani")).toEqual([ania]);
    expect(await found("query=ania.zolc@dogs.example")).toEqual([ania]);
    expect(await found("query=UNPROVEN")).toEqual([unproven]);
    expect(await found("query=nia")).toEqual([]);
    expect(await found("query=%25")).toHaveLength((await found("")).length);
    const buyer = await createMember(portal);
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

  test.each([
    ["Anna-Maria Hyphen", "annamaria"],
    ["Anna-Maria Hyphen", "anna-maria"],
    ["Anna-Maria Hyphen", "maria hyph"],
    ["Annamaria Whole", "Anna‑Maria whole"],
    ["Sinéad O’Neill", "oneill"],
    ["Sinéad ONeill", "o'neill"],
    ["Jo\u00adan\u200bna Unseen", "joanna"],
    ["Joanna Seen", "Jo\u00adan\u200bna seen"],
  ])("finds %j by %j", async (name, query) => {
    const id = await claimedUser(portal, `parts-${randomUUID()}@dogs.example`);
    await portal.portal.database.update(users).set({ name }).where(eq(users.id, id));
    expect(await found(`query=${encodeURIComponent(query)}`)).toContain(id);
    expect(await found(`query=${encodeURIComponent(`${query}x`)}`)).not.toContain(id);
  });

  test("filters by the state, and gives everybody once, page by page", async () => {
    const none = await createBuyer(portal);
    const active = await createMember(portal);
    const ended = await createMember(portal);
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

  test("sorts by name without accents and capitals, and by registration, page by page", async () => {
    const ids: string[] = [];
    for (const name of ["Łucja Sort", "adam sort", "Łucja Sort", "Zoe Sort"]) {
      portal.advance(1000);
      const id = await claimedUser(portal, `${randomUUID()}@sort.example`);
      await portal.portal.database.update(users).set({ name }).where(eq(users.id, id));
      ids.push(id);
    }
    const [first, adam, second, zoe] = ids;
    const lucjas = ids.filter((id) => id === first || id === second).toSorted();
    const listed = async (sort: string) => {
      const all: string[] = [];
      for (let cursor = ""; ;) {
        const { body } = await get(`/members?query=sort&limit=1&sort=${sort}${cursor}`);
        all.push(...body.items.map(({ id }: { id: string }) => id));
        if (!body.nextCursor) return all;
        cursor = `&cursor=${body.nextCursor}`;
      }
    };
    expect(await listed("name")).toEqual([adam, ...lucjas, zoe]);
    expect(await listed("-name")).toEqual([zoe, ...lucjas.toReversed(), adam]);
    expect(await listed("registered")).toEqual(ids);
    expect(await listed("-registered")).toEqual(ids.toReversed());
    expect((await get("/members?sort=email")).status).toBe(400);
  });

  test("finds who has not paid a renewal", async () => {
    const late = await createMember(portal, { card: "4000 0000 0000 9979" });
    portal.advance(32 * dayMs);
    await renewDue(portal);
    await logInAdmin();
    expect(await found("status=past-due")).toEqual([late.id]);
    expect(await found("status=active&limit=100")).toContain(late.id); // with access until the grace is over
    expect(await found("status=payment-trouble")).toEqual([]);
    await portal.portal.database
      .update(invoices)
      .set({ nextTryAt: null })
      .where(and(eq(invoices.userId, late.id), eq(invoices.status, "declined")));
    expect(await found("status=payment-trouble")).toEqual([late.id]);
  });

  test("finds whom the board counts: who joined and left this month, and whose refund was refused", async () => {
    portal.advance(40 * dayMs);
    await renewDue(portal);
    await logInAdmin();
    const counted = async () => {
      const { members, joined, left, failedPayments } = (await get("/board")).body;
      return [members, joined, left, failedPayments];
    };
    const listed = () =>
      Promise.all(
        ["active", "joined", "left", "payment-trouble"].map(
          async (status) => (await found(`status=${status}&limit=100`)).length,
        ),
      );
    const more = (before: number[], now: number[]) => now.map((count, at) => count - before[at]!);
    const before = { counted: await counted(), listed: await listed() };
    const stays = await createMember(portal);
    const goes = await createMember(portal);
    await act(`/members/${goes.id}/end`, { body: { when: "now", refund: 0, ...secret } });
    expect((await found("status=joined")).toSorted()).toEqual([goes.id, stays.id].toSorted());
    expect(await found("status=left")).toContain(goes.id);
    const [{ purchase }] = (await memberOf(stays)).invoices;
    const body = { invoiceId: purchase.id, amount: 100, reason: "x", ...secret };
    await act(`/members/${stays.id}/refund`, { body });
    await portal.portal.database
      .update(creditNotes)
      .set({ status: "failed" })
      .where(eq(creditNotes.invoiceId, purchase.id));
    expect(await found("status=payment-trouble")).toContain(stays.id);
    expect(more(before.counted, await counted())).toEqual([1, 2, 1, 1]);
    expect(more(before.listed, await listed())).toEqual([1, 2, 1, 1]);
  });
});

test("A membership whose renewal was given up has left when it ended, not when it was paid until", async () => {
  const lapses = await createMember(portal, { card: failsAtRenewalCard });
  // Paid until shortly before the end of a month; its renewal is tried into the next one.
  const until = new Date("2027-03-28T12:00:00Z");
  await portal.portal.database
    .update(subscriptions)
    .set({ endsAt: until })
    .where(eq(subscriptions.userId, lapses.id));
  for (let days = 0; days < 20; days += 1) {
    portal.advance(until.getTime() + days * dayMs - portal.portal.now().getTime());
    await renewDue(portal);
  }
  await logInAdmin();
  expect(await membershipOf(portal, lapses)).toMatchObject({ status: "ended" });
  expect(portal.portal.now().getUTCMonth()).toBe(3);
  expect(await found("status=left")).toContain(lapses.id);
  const { left } = (await get("/board")).body;
  expect(await found("status=left&limit=100")).toHaveLength(left);
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
    ["POST", `/contact/${id}/closing`],
    ["GET", "/contact/messages"],
  ];

  test.each([
    ["a visitor", null, 401],
    ["a user", ["ROLE_USER"], 403],
    ["a judge", ["ROLE_USER", "ROLE_JUDGE"], 403],
    ["a reviewer", ["ROLE_USER", "ROLE_REVIEWER"], 403],
  ] as const)("may search and act, not %s", async (_, roles, status) => {
    const caller = await createMember(portal);
    const victim = await createMember(portal);
    if (roles) {
      await portal.portal.database
        .update(users)
        .set({ roles: [...roles] })
        .where(eq(users.id, caller.id));
    }
    const before = await memberOf(victim);
    for (const [method, path, body] of requests(victim.id)) {
      const answer = await call(portal, method, path, {
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
    const victim = await createMember(portal);
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
    expect((await membershipOf(portal, victim)).status).toBe("active");
    expect(await actsOn(victim)).toEqual([]);
  });
});

describe("the export", () => {
  const exported = async (body: object) => {
    const response = await portal.app.inject({
      method: "POST",
      url: "/api/member-exports",
      headers: { authorization: `Bearer ${admin.token}` },
      payload: { ...secret, ...body },
    });
    return { lines: response.body.trim().split("\n"), headers: response.headers };
  };

  test("has the days of a membership that the page shows", async () => {
    const { database } = portal.portal;
    const id = await claimedUser(portal, "days@example.com");
    const createdAt = new Date("2025-12-31T23:30:00Z");
    await database.update(users).set({ createdAt }).where(eq(users.id, id));
    await grantMembership(
      portal.portal,
      portal.portal.database,
      id,
      startOf("2027-12-31", "Europe/Warsaw", 1),
    );
    const { lines } = await exported({ query: "days@example" });
    expect(lines[1]).toMatch(/,2026-01-01,active,grant,\d{4}-\d\d-\d\d,2027-12-31,/);
  });

  test("has everybody whom the search finds, and no formulas of members", async () => {
    const id = await claimedUser(portal, "formula@example.com");
    await portal.portal.database
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
    const everybody = await portal.portal.database.$count(users);
    expect((await exported({})).lines).toHaveLength(everybody + 1);
  });
});

test("A page of a member shows no page on which to pay in the member's name", async () => {
  const buyer = await createMember(portal);
  const rows = await portal.portal.database
    .select()
    .from(invoices)
    .where(eq(invoices.userId, buyer.id));
  expect(rows).toHaveLength(1);
  const { invoices: shown } = await memberOf(buyer);
  expect(
    shown.map(({ purchase }: { purchase: { paymentUrl: null } }) => purchase.paymentUrl),
  ).toEqual([null]);
});
