import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { createBuyer, type Buyer } from "#api/testing/billing-requests.ts";
import { callAs, createMember, membershipOf, renewDue, subjectsTo } from "#api/testing/members.ts";
import { sandboxCalls } from "#api/modules/billing/schema.ts";
import { memberActs } from "./schema.ts";
import { purge } from "#api/retention/retention.ts";
import {
  act,
  actsOn,
  portal,
  dayIn,
  endOf,
  logInAdmin,
  memberOf,
  notesOf,
  undo,
  useAdminPortal,
  secret,
} from "./testing/admin-portal.ts";

useAdminPortal();

describe("a grant", () => {
  test("is made once however often it is sent, is recorded, and can be undone once", async () => {
    const user = await createBuyer(portal);
    const key = randomUUID();
    const body = { until: dayIn(30) };
    const answers = await Promise.all(
      [1, 2, 3].map(() => act(`/members/${user.id}/grant`, { body, key })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(await membershipOf(portal, user)).toMatchObject({
      source: "grant",
      endsAt: endOf(body.until),
    });
    expect(await actsOn(user)).toEqual(["membership-granted"]);
    const other = await act(`/members/${user.id}/grant`, { body: { until: dayIn(60) }, key });
    expect(other.body.code).toBe("idempotency-key-reused");
    expect((await undo(answers[0]!.body.id)).status).toBe(204);
    expect((await membershipOf(portal, user)).status).toBe("ended");
    expect(await actsOn(user)).toEqual(["membership-granted", "member-act-undone"]);
    expect(
      portal.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject),
    ).toEqual(["Your membership has ended"]);
  });

  test("changes the end of an earlier one, which comes back when it is undone, unless it was changed since", async () => {
    const user = await createBuyer(portal);
    const first = dayIn(10);
    const grant = (until: string | null) => act(`/members/${user.id}/grant`, { body: { until } });
    await grant(first);
    const { body: second } = await grant(null);
    expect((await membershipOf(portal, user)).endsAt).toBeNull();
    expect((await undo(second.id)).status).toBe(204);
    expect((await membershipOf(portal, user)).endsAt).toBe(endOf(first));
    const { body: third } = await grant(dayIn(20));
    await grant(dayIn(21));
    expect((await undo(third.id)).body.code).toBe("conflict");
  });

  test("that ends a membership earlier asks for the password, as ending it does", async () => {
    const user = await createBuyer(portal);
    const grant = (body: object) => act(`/members/${user.id}/grant`, { body });
    const ends = async () => (await membershipOf(portal, user)).endsAt;
    for (const first of [dayIn(10), null]) {
      await grant({ until: first });
      for (const until of [dayIn(0), dayIn(9)]) {
        const refused = await grant({ until });
        expect(refused.status).toBe(400);
        expect(refused.body.fields).toEqual({ password: expect.any(String) });
        expect((await grant({ until, password: "a guess" })).body.code).toBe("wrong-password");
        expect(await ends()).toBe(first && endOf(first));
      }
    }
    expect((await grant({ until: dayIn(9), ...secret })).status).toBe(200);
    expect(await ends()).toBe(endOf(dayIn(9)));
    expect((await grant({ until: dayIn(11) })).status).toBe(200);
  });

  test("is refused to who pays, for a day that is over, and for what is no day", async () => {
    const payer = await createMember(portal);
    const body = { until: dayIn(30) };
    expect((await act(`/members/${payer.id}/grant`, { body })).body.code).toBe(
      "already-subscribed",
    );
    const over = await act(`/members/${payer.id}/grant`, { body: { until: dayIn(-1) } });
    expect(over.body.fields.until).toBe("This day is over. Choose today or a later one.");
    const noDay = await act(`/members/${payer.id}/grant`, { body: { until: "2026-02-30" } });
    expect(noDay.body.fields.until).toBe("Please enter a date");
    expect(await actsOn(payer)).toEqual([]);
    expect((await act(`/members/${randomUUID()}/grant`, { body })).status).toBe(404);
  });

  test("cannot be undone after a day, when it is forgotten", async () => {
    const user = await createBuyer(portal);
    const { body } = await act(`/members/${user.id}/grant`, { body: { until: dayIn(30) } });
    expect(Date.parse(body.undoableUntil) - portal.portal.now().getTime()).toBe(dayMs);
    portal.advance(dayMs);
    expect((await undo(body.id)).body.code).toBe("conflict");
    await purge(portal.portal);
    expect(await portal.portal.database.$count(memberActs, eq(memberActs.id, body.id))).toBe(0);
    expect((await undo(body.id)).status).toBe(404);
  });
});

describe("an extension", () => {
  test("moves the end and the next charge, whose period has its whole length", async () => {
    const member = await createMember(portal);
    const { endsAt } = await membershipOf(portal, member);
    const { body } = await act(`/members/${member.id}/extend`, { body: { days: 10 } });
    const moved = new Date(Date.parse(endsAt) + 10 * dayMs);
    expect(await membershipOf(portal, member)).toMatchObject({
      endsAt: moved.toISOString(),
      nextCharge: { on: moved.toISOString() },
    });
    expect(body.undoableUntil).not.toBeNull();
    portal.advance(moved.getTime() - portal.portal.now().getTime() - dayMs);
    await renewDue(portal);
    expect((await membershipOf(portal, member)).endsAt).toBe(moved.toISOString());
    portal.advance(dayMs);
    await renewDue(portal);
    const renewed = new Date(moved);
    renewed.setUTCMonth(moved.getUTCMonth() + 1);
    expect((await membershipOf(portal, member)).endsAt).toBe(renewed.toISOString());
  });

  test("leaves the receipt as it was paid, and the next one begins at the new end", async () => {
    const member = await createMember(portal);
    const read = async (path: string) => (await callAs(portal, member, "GET", path)).body;
    const receipts = async () =>
      Promise.all(
        (await read("/purchases")).items.map(({ id }: { id: string }) =>
          read(`/purchases/${id}/receipt`),
        ),
      );
    const [before] = await receipts();
    expect(before.covers).not.toBeNull();
    await act(`/members/${member.id}/extend`, { body: { days: 10 } });
    expect(await receipts()).toEqual([before]);
    const { endsAt } = await membershipOf(portal, member);
    portal.advance(Date.parse(endsAt) - portal.portal.now().getTime());
    await renewDue(portal);
    const covers = (await receipts()).map((receipt) => receipt.covers);
    expect(covers).toEqual([expect.objectContaining({ from: endsAt }), before.covers]);
  });

  test("is taken back whole: end, next charge, and what the invoice covers", async () => {
    const member = await createMember(portal);
    const before = await memberOf(member);
    const { body } = await act(`/members/${member.id}/extend`, { body: { days: 10 } });
    expect(await memberOf(member)).not.toEqual(before);
    expect((await undo(body.id)).status).toBe(204);
    expect(await memberOf(member)).toEqual(before);
    expect(await actsOn(member)).toEqual(["membership-extended", "member-act-undone"]);
  });

  test("of a period is refunded as a whole with it: the membership ends", async () => {
    const member = await createMember(portal);
    await act(`/members/${member.id}/extend`, { body: { days: 10 } });
    const [{ purchase, refundable, paysPresent }] = (await memberOf(member)).invoices;
    expect(paysPresent).toBe(true);
    await act(`/members/${member.id}/refund`, {
      body: { invoiceId: purchase.id, amount: refundable.amount, reason: "Sorry", ...secret },
    });
    expect((await membershipOf(portal, member)).status).toBe("ended");
  });

  test("is refused without an end to move", async () => {
    const user = await createBuyer(portal);
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
    const member = await createMember(portal);
    const { body } = await end(member, "period-end");
    expect((await membershipOf(portal, member)).status).toBe("ending");
    expect((await undo(body.id)).status).toBe(204);
    expect((await membershipOf(portal, member)).status).toBe("active");
    expect(subjectsTo(portal, member).slice(-2)).toEqual([
      expect.stringContaining("cancelled"),
      expect.stringContaining("continues"),
    ]);
  });

  test("now pays back the days that are left, once, and cannot be undone", async () => {
    const member = await createMember(portal);
    portal.advance(15 * dayMs);
    await logInAdmin();
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
    expect((await membershipOf(portal, member)).status).toBe("ended");
    const notes = await notesOf(bought[0].purchase.id);
    expect(notes).toMatchObject([{ amount: ending.unused.amount, status: "succeeded" }]);
    const refunds = await portal.portal.database
      .select()
      .from(sandboxCalls)
      .where(eq(sandboxCalls.key, notes[0]!.id));
    expect(refunds).toMatchObject([{ amount: -ending.unused.amount }]);
    expect((await undo(answers[0]!.body.id)).body.code).toBe("conflict");
    expect(await actsOn(member)).toEqual(["payment-refunded", "membership-ended"]);
  });

  test("now with no refund is mailed; with too high a refund nothing happens", async () => {
    const member = await createMember(portal);
    expect((await end(member, "now", 901)).body.code).toBe("conflict");
    expect((await membershipOf(portal, member)).status).toBe("active");
    expect((await end(member, "now")).status).toBe(200);
    expect((await membershipOf(portal, member)).status).toBe("ended");
    expect(subjectsTo(portal, member).at(-1)).toContain("has ended");
    expect((await end(member, "now")).body.code).toBe("no-subscription");
  });

  test("of a grant is now", async () => {
    const user = await createBuyer(portal);
    await act(`/members/${user.id}/grant`, { body: { until: null } });
    expect((await memberOf(user)).ending).toBeNull();
    expect((await end(user, "period-end")).body.code).toBe("no-subscription");
    expect((await end(user, "now")).status).toBe(200);
    expect((await membershipOf(portal, user)).status).toBe("ended");
  });
});

describe("a refund", () => {
  test("of a part, then of the rest, never of more, and once for each key", async () => {
    const member = await createMember(portal);
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
    expect((await membershipOf(portal, member)).status).toBe("active");
    const { charged, all } = (await memberOf(member)).ending;
    expect([charged.amount, all.amount]).toEqual([900, 600]);
    expect((await refund(601)).body.code).toBe("conflict");
    expect((await refund(600)).status).toBe(200);
    expect((await membershipOf(portal, member)).status).toBe("ended");
    expect((await memberOf(member)).invoices[0].refundable.amount).toBe(0);
    expect(await actsOn(member)).toEqual(["payment-refunded", "payment-refunded"]);
  });

  test("two admins' refunds of all at once pay back once", async () => {
    const member = await createMember(portal);
    const [{ purchase }] = (await memberOf(member)).invoices;
    const body = { invoiceId: purchase.id, amount: 900, reason: "x", ...secret };
    const answers = await Promise.all(
      [1, 2].map(() => act(`/members/${member.id}/refund`, { body })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await notesOf(purchase.id)).toHaveLength(1);
  });

  test("of somebody else's invoice is not found", async () => {
    const [one, other] = [await createMember(portal), await createMember(portal)];
    const [{ purchase }] = (await memberOf(other)).invoices;
    const body = { invoiceId: purchase.id, amount: 1, reason: "x", ...secret };
    expect((await act(`/members/${one.id}/refund`, { body })).status).toBe(404);
  });
});
