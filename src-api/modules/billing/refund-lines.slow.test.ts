import { beforeEach, describe, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import {
  buy,
  type Buyer,
  checkOut,
  comeBack,
  createBuyer,
  goodCard,
  monthly,
  pay,
  workbook,
} from "#api/testing/billing-requests.ts";
import { findOrders } from "./orders.ts";
import { findBalance, insertCredit } from "./credit.ts";
import { discountCodes, invoices, products } from "./schema.ts";
import { runRenewals } from "./renew.ts";
import { endNow, previewEnd } from "./admin-acts.ts";
import { refundInvoice } from "./refund.ts";

const consultation = { sku: "handling-consultation", quantity: 1 };

let buyer: Buyer;

const portal = await forFile(createBillingPortal({ demo: true }));

beforeEach(async () => void (buyer = await createBuyer(portal)));

const refund = (invoiceId: string, sku?: string, amount: number | null = null) =>
  refundInvoice(portal.portal, { invoiceId, sku, amount, reason: "refund", note: "Asked for it" });

const get = async (path: string) => (await call(portal, "GET", path, { token: buyer.token })).body;

const creditOfSwitch = async () => (await get("/subscription/switch?to=yearly")).credit.amount;

const ending = () => previewEnd(portal.portal, buyer.id);

const balance = () => findBalance(portal.portal.database, buyer.id, "EUR");

const actor = { userId: null, via: "portal", ip: null, userAgent: null } as const;

const end = (amount: number) =>
  portal.portal.database.transaction((tx) =>
    endNow(portal.portal, tx, buyer.id, { amount, note: "Asked for it", actor }),
  );

describe("the end of a membership that was bought with an extra", () => {
  test("offers what was paid for the membership, and leaves the extra refundable", async () => {
    const { id } = await buy(portal, buyer, [monthly, consultation]);
    expect(await ending()).toMatchObject({ charged: 900, all: 900, unused: 900, credit: 0 });
    await expect(end(901)).rejects.toThrow("conflict");
    expect(await end(900)).toMatchObject({
      amount: 900,
      lines: [{ sku: monthly.sku, amount: 900 }],
    });
    expect(await get("/membership")).toMatchObject({ status: "ended" });
    expect(await refund(id)).toMatchObject({ creditNote: { amount: 4500 } });
  });

  test("takes off what was paid back of it before", async () => {
    const { id } = await buy(portal, buyer, [monthly, consultation]);
    await refund(id, monthly.sku, 300);
    expect(await ending()).toMatchObject({ charged: 900, all: 600, unused: 600 });
    portal.advance(15.5 * dayMs);
    buyer = await comeBack(portal, buyer);
    expect(await ending()).toMatchObject({ all: 600, unused: Math.ceil((600 * 16) / 31) });
    expect(await creditOfSwitch()).toBe(Math.ceil((600 * 16) / 31));
  });

  test("shares a discount between membership and extra", async () => {
    const options = { discountCode: "WELCOME10" };
    const { body } = await checkOut(
      portal,
      buyer,
      [monthly, { ...workbook, quantity: 2 }],
      options,
    );
    await pay(portal, body.paymentUrl, goodCard);
    expect(await ending()).toMatchObject({ charged: 810, all: 810, unused: 810 });
    expect(await refund(body.id, workbook.sku, 2161)).toEqual({
      outcome: "too-much",
      refundable: 2160,
    });
    expect(await refund(body.id, workbook.sku)).toMatchObject({ creditNote: { amount: 2160 } });
    expect(await ending()).toMatchObject({ all: 810, unused: 810 });
  });
});

describe("a refund of an extra", () => {
  test.each(["named", "not named"])(
    "that is %s leaves the credit of a change of the period as it was",
    async (how) => {
      const { id } = await buy(portal, buyer, [monthly, consultation]);
      expect(await creditOfSwitch()).toBe(900);
      await refund(id, how === "named" ? consultation.sku : undefined, 4500);
      expect(await creditOfSwitch()).toBe(900);
      expect(await ending()).toMatchObject({ all: 900, unused: 900 });
      expect(await refund(id, consultation.sku)).toEqual({ outcome: "too-much", refundable: 0 });
    },
  );

  test("is named by the credit note and the purchase, and keeps the membership", async () => {
    const { id } = await buy(portal, buyer, [monthly, consultation]);
    await refund(id, consultation.sku);
    const [note] = (await get(`/purchases/${id}`)).creditNotes;
    const named = [{ name: "Online handling consultation", amount: { amount: 4500 } }];
    expect(note).toMatchObject({ lines: named });
    expect(await get(`/credit-notes/${note.id}`)).toMatchObject({ paidBack: named });
    expect(await get("/membership")).toMatchObject({ status: "active" });
  });

  test("calls its delivery off", async () => {
    const waiting = async () =>
      (await findOrders(portal.portal.database, { show: "open" })).filter(
        ({ invoice }) => invoice.userId === buyer.id,
      );
    const { id } = await buy(portal, buyer, [monthly, consultation]);
    await refund(id, consultation.sku, 4499);
    expect(await waiting()).toHaveLength(1);
    await refund(id, consultation.sku);
    expect(await waiting()).toEqual([]);
  });

  test("does not end a membership that cost nothing beside it", async () => {
    const code = { code: "FREEMONTH", kind: "percent" as const, value: 100, skus: [monthly.sku] };
    const row = { ...code, description: { en: "Free month" } };
    await portal.portal.database.insert(discountCodes).values(row).onConflictDoNothing();
    const options = { discountCode: code.code };
    const { body } = await checkOut(portal, buyer, [monthly, consultation], options);
    await pay(portal, body.paymentUrl, goodCard);
    expect(await ending()).toMatchObject({ charged: 0, all: 0, unused: 0 });
    await refund(body.id, consultation.sku);
    expect(await get("/membership")).toMatchObject({ status: "active" });
  });
});

test("a refund of all of the membership's line ends it, and no line is paid back twice", async () => {
  const { id } = await buy(portal, buyer, [monthly, consultation]);
  await refund(id, monthly.sku, 899);
  expect(await get("/membership")).toMatchObject({ status: "active" });
  await refund(id, monthly.sku);
  expect(await get("/membership")).toMatchObject({ status: "ended" });
  expect(await refund(id, monthly.sku, 1)).toEqual({ outcome: "too-much", refundable: 0 });
  expect(await refund(id)).toMatchObject({
    creditNote: { amount: 4500, lines: [{ sku: consultation.sku, amount: 4500 }] },
  });
});

test("a refund contains the tax of the lines that it pays back", async () => {
  const { database } = portal.portal;
  const ofWorkbook = eq(products.sku, workbook.sku);
  await database.update(products).set({ taxRate: 500 }).where(ofWorkbook);
  const { id } = await buy(portal, buyer, [monthly, workbook]);
  await database.update(products).set({ taxRate: 2300 }).where(ofWorkbook);
  const grosses = async () => {
    const { creditNotes: notes } = await get(`/purchases/${id}`);
    const { taxes } = await get(`/credit-notes/${notes.at(-1).id}`);
    return taxes.map((tax: { rate: number; gross: { amount: number } }) => [
      tax.rate,
      tax.gross.amount,
    ]);
  };
  await refund(id, workbook.sku, 1000);
  expect(await grosses()).toEqual([
    [2300, 0],
    [500, 1000],
  ]);
  await refund(id);
  expect(await grosses()).toEqual([
    [2300, 900],
    [500, 200],
  ]);
});

describe("a period that credit has paid", () => {
  /** Renews a monthly membership after credit was given, and returns the renewal's total. */
  async function renewWith(credit: number): Promise<number> {
    const { database } = portal.portal;
    const { id: invoiceId } = await buy(portal, buyer, [monthly]);
    const entry = { userId: buyer.id, invoiceId, amount: credit, currency: "EUR" };
    await insertCredit(database, entry, portal.portal.now());
    portal.advance(31 * dayMs);
    await runRenewals(portal.portal);
    buyer = await comeBack(portal, buyer);
    const own = await database.select().from(invoices).where(eq(invoices.userId, buyer.id));
    return own.find(({ reason }) => reason === "renewal")!.total;
  }

  test("gives the unused days back to the account when it is ended", async () => {
    expect(await renewWith(900)).toBe(0);
    expect(await ending()).toMatchObject({ charged: 0, all: 0, unused: 0, credit: 900 });
    portal.advance(15 * dayMs);
    const unused = Math.ceil((900 * 15) / 30);
    expect(await ending()).toMatchObject({ credit: unused });
    expect(await end(0)).toBeNull();
    expect(await balance()).toBe(unused);
  });

  test("pays its unused days back in money first, and the rest as credit", async () => {
    expect(await renewWith(400)).toBe(500);
    expect(await ending()).toMatchObject({ charged: 500, all: 500, unused: 500, credit: 400 });
    expect(await end(500)).toMatchObject({ amount: 500 });
    expect(await balance()).toBe(400);
  });

  test("keeps the credit of the days that were used, also where all money is paid back", async () => {
    expect(await renewWith(850)).toBe(50);
    portal.advance(15 * dayMs);
    const { all, unused, credit } = (await ending())!;
    expect([all, unused]).toEqual([50, 50]);
    await end(50);
    expect(await balance()).toBe(credit);
    expect(credit).toBeLessThan(500);
  });

  test("does not give credit back that a change of the period has taken", async () => {
    await renewWith(900);
    const preview = await get("/subscription/switch?to=yearly");
    expect(preview.credit.amount).toBeGreaterThan(800);
    const body = { to: "yearly", dueNow: preview.dueNow.amount };
    await call(portal, "POST", "/subscription/switch", { token: buyer.token, body });
    const { items } = await get("/purchases");
    const renewal = items.find(({ reason }: { reason: string }) => reason === "renewal");
    await refund(renewal.id);
    expect(await balance()).toBe(900 - preview.credit.amount);
    expect(await get("/membership")).toMatchObject({ status: "active", period: "yearly" });
  });
});
