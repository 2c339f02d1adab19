import { parse } from "csv-parse/sync";
import { beforeEach, describe, expect, test } from "vitest";
import type { BuyerDetails } from "#shared/api/buyer-details.ts";
import { receiptSchema, type Receipt } from "#shared/api/receipts.ts";
import { dayMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { call } from "#api/testing/account-requests.ts";
import { businessDay } from "#api/infra/written-time.ts";
import { hashPassword } from "#api/infra/passwords/passwords.ts";
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
import { forFile } from "#api/testing/for-file.ts";
import { readPdf } from "#api/testing/read-pdf.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { exportMonth } from "#api/cli/payments/export-month.ts";
import { sharesOf } from "./books.ts";
import { findCreditNotes } from "./credit.ts";
import { findInvoice } from "./invoices.ts";
import { refundInvoice } from "./refund.ts";
import { runRenewals } from "./renew.ts";
import { invoices, products } from "./schema.ts";

const portal = await forFile(createBillingPortal({ demo: true }));
const { database, brand } = portal.portal;
await database
  .update(products)
  .set({ taxRate: 2300, taxRates: { DE: 1900, NO: 2500 } })
  .where(eq(products.sku, monthly.sku));
await database
  .update(products)
  .set({ taxRate: 500, taxRates: { DE: 700 } })
  .where(eq(products.sku, workbook.sku));

const company: BuyerDetails = {
  name: "Pies i Spółka sp. z o.o.",
  address: "ul. Długa 1\n00-238 Warszawa",
  country: "PL",
  taxNumber: "PL 526-000-12-46",
};
const german: BuyerDetails = {
  name: "",
  address: "Lange Straße 1, 10117 Berlin",
  country: "DE",
  taxNumber: "",
};
const norwegian: BuyerDetails = {
  name: "Hund AS",
  address: "",
  country: "NO",
  taxNumber: "NO 995525828 MVA",
};

let buyer: Buyer;
beforeEach(async () => void (buyer = await createBuyer(portal)));

const put = ({ token }: Buyer, body: object) =>
  call(portal, "PUT", "/buyer-details", { token, body });
const getReceipt = async ({ token }: Buyer, id: string): Promise<Receipt> =>
  receiptSchema.parse((await call(portal, "GET", `/purchases/${id}/receipt`, { token })).body);

const eur = (amount: number) => ({ amount, currency: "EUR" });
const words = (text: string) => text.replaceAll(/\s+/g, " ").trim();

const monthNow = () => businessDay(portal.portal.now(), brand.timeZone).slice(0, 7);

/** Returns the rows of the books of the portal's month, of some documents, by the names of their columns. */
async function readMonth(numbers: readonly string[]): Promise<Record<string, string>[]> {
  const text = (await exportMonth(portal.portal, monthNow())).join("\n");
  const rows = parse<Record<string, string>>(text, { columns: true, bom: true });
  return rows.filter(({ number = "" }) => numbers.includes(number));
}

/** Adds up a column in minor units. */
const sumOf = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);

describe("details of a buyer", () => {
  test("are empty at first, and deleted with everything that was in them", async () => {
    const none = { name: "", address: "", country: "", taxNumber: "" };
    const read = () => call(portal, "GET", "/buyer-details", { token: buyer.token });
    expect((await read()).body).toEqual(none);
    expect((await put(buyer, company)).status).toBe(200);
    expect((await read()).body).toEqual(company);
    expect((await put(buyer, none)).status).toBe(200);
    expect((await read()).body).toEqual(none);
  });

  test.each([
    [{ ...company, country: "" }, "country"],
    [{ ...company, country: "Poland" }, "country"],
    [{ ...company, taxNumber: "526-000-12-47" }, "taxNumber"],
    [{ ...company, country: "DE" }, "taxNumber"],
    [{ ...company, name: "x".repeat(201) }, "name"],
  ])("%o are refused at the field %s", async (details, field) => {
    const { status, body } = await put(buyer, details);
    expect(status).toBe(400);
    expect(Object.keys(body.fields)).toEqual([field]);
  });

  test.each([
    ["ES", "ESB58378431"],
    ["GR", "EL 094259216"],
    ["FR", "FR40303265045"],
    ["CH", "CHE-107.787.577 MWST"],
    ["PL", "44051401359"], // of a person
    ["IN", "27AAPFU0939F1ZV"],
    ["VA", "of any form, since none is known"],
  ])("a tax number of %s is taken: %s", async (country, taxNumber) => {
    expect((await put(buyer, { ...german, country, taxNumber })).status).toBe(200);
  });

  test("are nobody else’s, and need an account", async () => {
    await put(buyer, company);
    const other = await createBuyer(portal);
    const { body } = await call(portal, "GET", "/buyer-details", { token: other.token });
    expect(body.country).toBe("");
    expect((await call(portal, "PUT", "/buyer-details", { body: company })).status).toBe(401);
  });
});

test.each([
  ["a Polish company", company, [2300, 500]],
  ["a German person", german, [1900, 700]],
  ["a Norwegian, whose country has a rate for memberships only", norwegian, [2500, 500]],
] as const)(
  "%s: receipt, credit note and books agree to the cent, at the rates of the country",
  async (_, details, [membershipRate, extraRate]) => {
    await put(buyer, details);
    const items = [monthly, { ...workbook, quantity: 2 }];
    const quote = await call(portal, "POST", "/quote", { token: buyer.token, body: { items } });
    expect(quote.body.lines.map(({ taxRate }: { taxRate: number }) => taxRate)).toEqual([
      membershipRate,
      extraRate,
    ]);
    // Prices are gross: the same for everybody.
    expect(quote.body.dueNow).toEqual(eur(3300));
    const { id } = await buy(portal, buyer, items);
    const receipt = await getReceipt(buyer, id);
    expect(receipt.buyer).toEqual({
      name: details.name || "Ada Buyer",
      email: buyer.email,
      ...(details.address && { address: details.address }),
      country: details.country,
      ...(details.taxNumber && { taxId: details.taxNumber }),
    });
    expect(receipt.taxes.map(({ rate, gross }) => [rate, gross])).toEqual([
      [membershipRate, eur(900)],
      [extraRate, eur(2400)],
    ]);
    const headers = { authorization: `Bearer ${buyer.token}` };
    const pdf = await portal.app.inject({ url: `/api/purchases/${id}/receipt.pdf`, headers });
    const printed = readPdf(pdf.rawPayload).map(words).join(" ");
    expect(printed).toContain(words(details.name || "Ada Buyer"));
    expect(printed).toContain(words(details.address));
    expect(printed).toContain(details.taxNumber);

    // The country of today says nothing about what was sold before.
    await put(buyer, { ...norwegian, country: "FR", taxNumber: "" });
    for (const amount of [700, null])
      await refundInvoice(portal.portal, { invoiceId: id, amount, reason: "refund", note: "" });
    const [invoice] = await database.select().from(invoices).where(eq(invoices.id, id));
    const notes = await findCreditNotes(database, [id]);
    expect(notes).toHaveLength(2);
    for (const note of notes) {
      const { body } = await call(portal, "GET", `/credit-notes/${note.id}`, {
        token: buyer.token,
      });
      expect(body.buyer).toEqual(receipt.buyer);
    }

    const numbers = [receipt.number, ...notes.map(({ number }) => number)];
    const rows = await readMonth(numbers);
    const sold = rows.filter(({ number }) => number === receipt.number);
    expect(sold).toEqual([
      expect.objectContaining({
        kind: "receipt",
        item: monthly.sku,
        plan: "monthly",
        buyer: receipt.buyer.name,
        country: details.country,
        "tax number": details.taxNumber,
        "tax rate": `${membershipRate / 100}%`,
        gross: "9.00",
        currency: "EUR",
        "payment reference": expect.stringMatching(/^sandbox_/),
      }),
      expect.objectContaining({
        item: workbook.sku,
        plan: "",
        "tax rate": `${extraRate / 100}%`,
        gross: "24.00",
      }),
    ]);
    for (const { total, taxes, number } of [
      { ...receipt, total: receipt.total.amount },
      ...notes.map((note) => ({ ...note, total: -note.amount })),
    ]) {
      const own = rows.filter((row) => row["number"] === number);
      const sign = Math.sign(total);
      expect(sumOf(own, "gross")).toBe(total);
      for (const { rate, net, tax } of taxes.filter(({ gross }) => gross.amount > 0)) {
        const same = own.filter((row) => row["tax rate"] === `${rate / 100}%`);
        expect(sumOf(same, "net")).toBe(sign * net.amount);
        expect(sumOf(same, "tax")).toBe(sign * tax.amount);
      }
    }
    for (const column of ["net", "tax", "gross"]) expect(sumOf(rows, column)).toBe(0);
    expect(invoice?.userId).toBe(buyer.id);
  },
);

test("an order keeps the details that it was opened with, and the next one has the new ones", async () => {
  await put(buyer, german);
  const { body: first } = await checkOut(portal, buyer, [workbook]);
  await put(buyer, company);
  await pay(portal, first.paymentUrl, goodCard);
  expect((await getReceipt(buyer, first.id)).buyer.country).toBe("DE");
  const second = await buy(portal, buyer, [workbook]);
  expect((await getReceipt(buyer, second.id)).buyer.taxId).toBe(company.taxNumber);
});

test("a renewal is taxed by the country of its day and names the details of its day", async () => {
  await put(buyer, german);
  await buy(portal, buyer, [monthly]);
  await put(buyer, norwegian);
  portal.advance(32 * dayMs);
  await runRenewals(portal.portal);
  await portal.runDueJobs();
  const [renewal] = await database
    .select()
    .from(invoices)
    .where(eq(invoices.userId, buyer.id))
    .orderBy(invoices.createdAt)
    .offset(1);
  expect(renewal).toMatchObject({
    status: "paid",
    reason: "renewal",
    buyer: norwegian,
    total: 900,
    taxes: [{ rate: 2500, net: eur(720), tax: eur(180), gross: eur(900) }],
  });
});

test("receipts of a deleted account keep the details, in the books too", async () => {
  await put(buyer, company);
  const { id } = await buy(portal, buyer, [workbook]);
  const exported = await call(portal, "GET", "/buyer-details", { token: buyer.token });
  expect(exported.body).toEqual(company);
  await database.delete(users).where(eq(users.id, buyer.id));
  const invoice = await findInvoice(database, id);
  expect(invoice?.buyer).toEqual(company);
  const [row] = await readMonth([invoice?.receiptNumber ?? ""]);
  expect(row).toMatchObject({ buyer: company.name, "tax number": company.taxNumber });
});

test("the books count a sale on the owner’s day and in the owner’s month, at each change of the clocks", async () => {
  expect(brand.timeZone).toBe("Europe/Warsaw");
  for (const [at, day] of [
    ["2027-03-27T23:30:00Z", "2027-03-28"], // the day on which the clocks go forward
    ["2027-03-28T21:59:00Z", "2027-03-28"],
    ["2027-10-31T22:59:00Z", "2027-10-31"], // and back
    ["2027-10-31T23:00:00Z", "2027-11-01"],
  ] as const) {
    portal.advance(Date.parse(at) - portal.portal.now().getTime());
    buyer = await comeBack(portal, buyer);
    const { id } = await buy(portal, buyer, [workbook]);
    const number = (await findInvoice(database, id))?.receiptNumber ?? "";
    const text = (await exportMonth(portal.portal, day.slice(0, 7))).join("\n");
    expect(text.split("\r\n").filter((line) => line.startsWith(`${number},`))).toEqual([
      expect.stringContaining(`${number},${day},receipt,`),
    ]);
  }
});

test("admins export the same books with their password, and nobody else does", async () => {
  const { id } = await buy(portal, buyer, [workbook]);
  const number = (await findInvoice(database, id))?.receiptNumber ?? "";
  const month = monthNow();
  const admin = await createBuyer(portal);
  const password = "a long enough password";
  await database
    .update(users)
    .set({ roles: ["ROLE_ADMIN"], passwordHash: await hashPassword(password) })
    .where(eq(users.id, admin.id));
  const post = ({ token }: Buyer, typed: string) =>
    portal.app.inject({
      method: "POST",
      url: "/api/book-exports",
      headers: { authorization: `Bearer ${token}` },
      payload: { month, password: typed },
    });
  expect((await post(buyer, password)).statusCode).toBe(403);
  const refused = await post(admin, "another long password");
  expect(Object.keys(refused.json().fields)).toEqual(["password"]);
  const { body, headers } = await post(admin, password);
  expect(headers["content-disposition"]).toBe(`attachment; filename="books-${month}.csv"`);
  expect(headers["content-type"]).toMatch(/^text\/csv/);
  expect(body).toContain(`\n${number},`);
  expect(body).toBe(`${(await exportMonth(portal.portal, month)).join("\n")}\n`);
});

describe("a document is divided by items and rates", () => {
  const tax = (rate: number, gross: number, part: number) => ({
    rate,
    net: eur(gross - part),
    tax: eur(part),
    gross: eur(gross),
  });
  const item = (sku: string, rate: number | null, amount: number) => ({ sku, rate, amount });
  const shares = (...args: Parameters<typeof sharesOf>) =>
    sharesOf(...args).map((share) => [share.item.sku, share.rate, share.tax, share.gross]);

  test("so that cents of tax that cannot be divided are in one of the rows", () => {
    const items = [item("a", 2300, 100), item("b", 2300, 100), item("c", 2300, 100)];
    expect(shares({ items, taxes: [tax(2300, 300, 56)], total: eur(300) })).toEqual([
      ["a", 2300, 19, 100],
      ["b", 2300, 19, 100],
      ["c", 2300, 18, 100],
    ]);
  });

  test("so that a refund which has used up the rate of an item goes on at the others", () => {
    const items = [item("a", 2300, 500)];
    const taxes = [tax(2300, 300, 56), tax(500, 200, 10)];
    expect(shares({ items, taxes, total: eur(500) })).toEqual([
      ["a", 2300, 56, 300],
      ["a", 500, 10, 200],
    ]);
  });

  test("what was free has a row, and what no item or rate was stored for as well", () => {
    expect(
      shares({ items: [item("a", 2300, 0)], taxes: [tax(2300, 0, 0)], total: eur(0) }),
    ).toEqual([["a", 2300, 0, 0]]);
    expect(shares({ items: [], taxes: [tax(2300, 123, 23)], total: eur(123) })).toEqual([
      [null, 2300, 23, 123],
    ]);
    expect(shares({ items: [], taxes: [], total: eur(50) })).toEqual([[null, null, null, 50]]);
  });
});
