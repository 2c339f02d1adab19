import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dayMs, hourMs, minuteMs } from "#shared/durations.ts";
import { and, eq, sql } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  buy,
  type Buyer,
  checkOut,
  comeBack,
  createBuyer,
  goodCard,
  lateCard,
  monthly,
  pay,
  workbook,
} from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { discountCodes, sandboxCalls } from "./schema.ts";
import { findBalance } from "./credit.ts";
import { usersWithFailedPayments } from "./figures.ts";
import { runRenewals } from "./renew.ts";
import { refundInvoice, runRefunds } from "./refund.ts";

let buyer: Buyer;

const portal = await forFile(createBillingPortal({ demo: true }));

const sandbox = portal.portal.payments.current;

beforeEach(async () => void (buyer = await createBuyer(portal)));

afterEach(() => vi.restoreAllMocks());

const refund = (invoiceId: string, amount: number | null = null) =>
  refundInvoice(portal.portal, {
    invoiceId,
    amount,
    reason: "refund",
    note: "Damaged in the post",
  });

const get = async (path: string, { token } = buyer) =>
  (await call(portal, "GET", path, { token })).body;

const membership = () => get("/membership");

/** Changes a monthly membership to a yearly one, as its preview says; returns that. */
async function switchNow() {
  const preview = await get("/subscription/switch?to=yearly");
  const body = { to: "yearly", dueNow: preview.dueNow.amount };
  await call(portal, "POST", "/subscription/switch", { token: buyer.token, body });
  return preview;
}

const mailsOf = async ({ email } = buyer) => {
  await portal.runDueJobs();
  return portal.mails.filter(
    ({ to, subject }) => to === email && subject.includes("We have refunded"),
  );
};

/** Returns what the sandbox paid back altogether for a purchase's credit notes, in minor units. */
async function movedFor(id: string): Promise<number> {
  const { creditNotes } = await get(`/purchases/${id}`);
  const calls = await portal.portal.database.select().from(sandboxCalls);
  return calls
    .filter(({ key }) => creditNotes.some((note: { id: string }) => note.id === key))
    .reduce((sum, { amount }) => sum - amount, 0);
}

describe("a refund", () => {
  test("in parts has a credit note each, and never adds up to more than was paid", async () => {
    const { id } = await buy(portal, buyer, [workbook]); // €12
    expect(await refund(id, 500)).toMatchObject({ outcome: "succeeded" });
    expect(await refund(id, 700)).toMatchObject({ outcome: "succeeded" });
    expect(await refund(id, 1)).toEqual({ outcome: "too-much", refundable: 0 });
    expect(await refund(id)).toEqual({ outcome: "too-much", refundable: 0 });
    const { creditNotes } = await get(`/purchases/${id}`);
    expect(creditNotes.map(({ amount }: { amount: { amount: number } }) => amount.amount)).toEqual([
      500, 700,
    ]);
    expect(await movedFor(id)).toBe(1200);
  });

  test.each([0, -1, 1201])("of %i minor units is refused", async (amount) => {
    const { id } = await buy(portal, buyer, [workbook]);
    expect(await refund(id, amount)).toEqual({ outcome: "too-much", refundable: 1200 });
    expect(await movedFor(id)).toBe(0);
  });

  test("asked for by ten admins at once is made once", async () => {
    const { id } = await buy(portal, buyer, [workbook]);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => refund(id)));
    expect(outcomes.filter(({ outcome }) => outcome === "succeeded")).toHaveLength(1);
    expect(await movedFor(id)).toBe(1200);
  });

  test("is numbered in a series of its own without gaps, also after one that failed", async () => {
    const { id } = await buy(portal, buyer, [workbook]);
    const numbers: number[] = [];
    const next = async () => {
      const made = await refund(id, 100);
      if (!("creditNote" in made)) throw new Error(made.outcome);
      expect(made.creditNote.number).toMatch(/^RS-C-2026-\d{6}$/);
      numbers.push(Number(made.creditNote.number.slice(-6)));
    };
    await next();
    await refund(id, 9999);
    await next();
    expect(numbers[1]).toBe((numbers[0] ?? 0) + 1);
  });

  test("of an unsettled or unpaid invoice is refused", async () => {
    const { body: open } = await checkOut(portal, buyer, [workbook]);
    const { id: settling } = await buy(portal, buyer, [workbook], lateCard);
    for (const id of [open.id, settling, "00000000-0000-4000-8000-000000000000"])
      expect(await refund(id)).toEqual({ outcome: "not-paid" });
  });

  test("contains the share of the tax in what is paid back", async () => {
    const { id } = await buy(portal, buyer, [workbook]);
    await refund(id, 333);
    const { creditNotes } = await get(`/purchases/${id}`);
    const receipt = await get(`/purchases/${id}/receipt`);
    const note = await get(`/credit-notes/${creditNotes[0].id}`);
    expect(note).toMatchObject({
      kind: "credit-note",
      corrects: { number: receipt.number },
      total: { amount: 333 },
    });
    expect(note.taxes).toHaveLength(receipt.taxes.length);
    const [{ net, tax, gross }] = note.taxes;
    expect(gross.amount).toBe(333);
    expect(net.amount + tax.amount).toBe(333);
    const stranger = await createBuyer(portal);
    expect(await get(`/credit-notes/${creditNotes[0].id}`, stranger)).toMatchObject({
      code: "not-found",
    });
  });

  test("in parts that are all of it contains the taxes of the receipt, to the cent", async () => {
    const { id } = await buy(portal, buyer, [workbook]);
    for (const amount of [10, 10, 10, 10, null]) await refund(id, amount);
    const { creditNotes } = await get(`/purchases/${id}`);
    const notes = creditNotes.map((note: { id: string }) => get(`/credit-notes/${note.id}`));
    const taxes = (await Promise.all(notes)).map((note) => note.taxes[0]);
    const [whole] = (await get(`/purchases/${id}/receipt`)).taxes;
    for (const part of ["net", "tax", "gross"]) {
      expect(taxes.reduce((sum, tax) => sum + tax[part].amount, 0)).toBe(whole[part].amount);
    }
  });

  test("is mailed once it is accepted, once, in the buyer's language", async () => {
    const polish = await createBuyer(portal, { language: "pl" });
    const { id } = await buy(portal, polish, [workbook]);
    await refund(id, 500);
    await portal.runDueJobs();
    await portal.runDueJobs();
    const mails = portal.mails.filter(
      ({ to, subject }) => to === polish.email && /Zwr/.test(subject),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toMatch(/5\s€/);
    expect(mails[0]?.paragraphs.join()).toMatch(/RS-C-2026-\d{6}/);
  });
});

describe("a refund whose answer is lost", () => {
  test("is repeated with the same key, and pays back once", async () => {
    const { id } = await buy(portal, buyer, [workbook]);
    const lost = vi.spyOn(sandbox, "refund").mockImplementationOnce(async (request) => {
      lost.mockRestore();
      await sandbox.refund(request); // the money is moved, but nobody hears of it
      throw new Error("The connection was lost.");
    });
    expect(await refund(id)).toMatchObject({ outcome: "processing" });
    expect(await refund(id)).toEqual({ outcome: "too-much", refundable: 0 });
    expect(await mailsOf()).toEqual([]);
    await runRefunds(portal.portal);
    expect(await mailsOf()).toEqual([]); // not before its time
    portal.advance(10 * minuteMs);
    await runRefunds(portal.portal);
    await runRefunds(portal.portal);
    expect(await mailsOf()).toHaveLength(1);
    expect(await movedFor(id)).toBe(1200);
  });

  test("is asked for again however long there is none, and stands on the board after a day", async () => {
    const { id } = await buy(portal, buyer, [workbook]);
    const down = vi.spyOn(sandbox, "refund").mockRejectedValue(new Error("down"));
    await refund(id);
    const troubled = async () => {
      const { database, now } = portal.portal;
      const isTroubled = sql`${users.id} in ${usersWithFailedPayments(now())}`;
      return database.$count(users, and(isTroubled, eq(users.id, buyer.id)));
    };
    for (const [days, onBoard] of [
      [0.9, 0],
      [1, 1],
      [5, 1],
    ] as const) {
      portal.advance(days * dayMs);
      await expect(runRefunds(portal.portal)).rejects.toThrow("Some refunds have no answer.");
      expect(await troubled()).toBe(onBoard);
    }
    expect(down).toHaveBeenCalledTimes(4);
    down.mockRestore();
    portal.advance(6 * hourMs);
    await runRefunds(portal.portal);
    expect(await mailsOf()).toHaveLength(1);
    expect(await movedFor(id)).toBe(1200);
    expect(await troubled()).toBe(0);
  });

  test("and then refused has no credit note, and can be made again", async () => {
    const { id } = await buy(portal, buyer, [workbook]);
    vi.spyOn(sandbox, "refund").mockResolvedValueOnce({
      status: "failed",
      reference: null,
      reason: "declined",
      retryable: false,
    });
    expect(await refund(id)).toMatchObject({ outcome: "failed" });
    expect((await get(`/purchases/${id}`)).creditNotes).toEqual([]);
    expect(await refund(id)).toMatchObject({ outcome: "succeeded" });
  });
});

describe("a whole refund", () => {
  test("of the present period ends the membership, and nothing more is charged", async () => {
    const { id } = await buy(portal, buyer, [monthly]);
    await refund(id, 100);
    expect(await membership()).toMatchObject({ status: "active" });
    await refund(id);
    expect(await membership()).toMatchObject({ status: "ended", nextCharge: null });
    const [mail] = (await mailsOf()).slice(-1);
    expect(mail?.paragraphs.at(-1)).toContain("has ended, and nothing more will be charged");
    portal.advance(40 * dayMs);
    await runRenewals(portal.portal);
    buyer = await comeBack(portal, buyer);
    expect((await get("/purchases")).items).toHaveLength(1);
  });

  test("of a period before the present one leaves the membership as it is", async () => {
    const { id } = await buy(portal, buyer, [monthly]);
    portal.advance(32 * dayMs);
    await runRenewals(portal.portal);
    await refund(id);
    buyer = await comeBack(portal, buyer);
    expect(await membership()).toMatchObject({ status: "active" });
  });

  test("while a renewal is being charged changes nothing", async () => {
    const { id } = await buy(portal, buyer, [monthly]);
    const lost = vi.spyOn(sandbox, "charge").mockRejectedValue(new Error("no answer"));
    portal.advance(32 * dayMs);
    await expect(runRenewals(portal.portal)).rejects.toThrow("Some renewals failed");
    await expect(refund(id)).rejects.toThrow("conflict");
    lost.mockRestore();
    portal.advance(11 * minuteMs);
    await runRenewals(portal.portal); // the charge is repeated
    buyer = await comeBack(portal, buyer);
    expect(await membership()).toMatchObject({ status: "active" });
  });

  test("gives the credit that was used back to the account, once", async () => {
    const { id } = await buy(portal, buyer, [monthly]);
    portal.advance(10 * dayMs);
    const preview = await switchNow();
    const { items } = await get("/purchases");
    const yearly = items.find(({ reason }: { reason: string }) => reason === "switch");
    // The credit came from the first payment: that part of it was used up.
    expect(await refund(id)).toMatchObject({
      creditNote: { amount: 900 - preview.credit.amount },
    });
    await refund(yearly.id);
    await refund(yearly.id);
    expect(await membership()).toMatchObject({
      status: "ended",
      credit: { amount: preview.credit.amount },
    });
    expect(await findBalance(portal.portal.database, buyer.id, "EUR")).toBe(preview.credit.amount);
  });

  test("does not pay back what a change took as credit, after that change was withdrawn from", async () => {
    const { id } = await buy(portal, buyer, [monthly]);
    portal.advance(20 * dayMs);
    buyer = await comeBack(portal, buyer);
    const { credit } = await switchNow();
    const { items } = await get("/purchases");
    const contract = items[0].receiptNumber;
    const declared = { name: "Ada Buyer", email: buyer.email, contract };
    await call(portal, "POST", "/withdrawals", { token: buyer.token, body: declared });
    expect(await findBalance(portal.portal.database, buyer.id, "EUR")).toBe(credit.amount);
    expect(await refund(id)).toMatchObject({ creditNote: { amount: 900 - credit.amount } });
  });

  test.each([300, null])(
    "or a part of it (%j) while a change of the period is being charged changes nothing",
    async (amount) => {
      const { id } = await buy(portal, buyer, [monthly]);
      portal.advance(dayMs);
      const lost = vi.spyOn(sandbox, "charge").mockRejectedValue(new Error("no answer"));
      await switchNow();
      await expect(refund(id, amount)).rejects.toThrow("conflict");
      lost.mockRestore();
      portal.advance(11 * minuteMs);
      await runRenewals(portal.portal); // the charge is repeated
      expect(await membership()).toMatchObject({ status: "active", period: "yearly" });
    },
  );

  test("of an order that cost nothing is refused, and ends nothing", async () => {
    await portal.portal.database
      .insert(discountCodes)
      .values({
        code: "GIFT",
        description: { en: "Gift", pl: "Prezent" },
        kind: "percent",
        value: 100,
        skus: [],
      })
      .onConflictDoNothing();
    const { body } = await checkOut(portal, buyer, [monthly], { discountCode: "GIFT" });
    expect(await refund(body.id, 100)).toEqual({ outcome: "too-much", refundable: 0 });
    expect(await refund(body.id)).toEqual({ outcome: "nothing-paid" });
    expect(await membership()).toMatchObject({ status: "active" });
    expect((await get(`/purchases/${body.id}`)).creditNotes).toEqual([]);
  });
});

describe("an account that changes", () => {
  test("its receipts and refunds are mailed to the new address, and name the old one", async () => {
    const { body } = await checkOut(portal, buyer, [workbook]);
    const moved = `new-${buyer.email}`;
    await portal.portal.database.update(users).set({ email: moved }).where(eq(users.id, buyer.id));
    await pay(portal, body.paymentUrl, goodCard);
    await refund(body.id);
    await portal.runDueJobs();
    expect(portal.mails.filter(({ to }) => to === moved)).toHaveLength(2);
    expect((await get(`/purchases/${body.id}/receipt`)).buyer.email).toBe(buyer.email);
  });

  test("once it is deleted, nothing more is charged, and what was paid can be paid back", async () => {
    const { id } = await buy(portal, buyer, [monthly]);
    await portal.portal.database.delete(users).where(eq(users.id, buyer.id));
    portal.advance(40 * dayMs);
    await runRenewals(portal.portal);
    expect(await refund(id)).toMatchObject({ outcome: "succeeded" });
    expect(await mailsOf()).toHaveLength(1);
  });
});
