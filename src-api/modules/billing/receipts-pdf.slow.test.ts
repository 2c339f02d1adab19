import { beforeEach, describe, expect, test } from "vitest";
import { receiptSchema, type Receipt } from "#shared/api/receipts.ts";
import { dayMs } from "#shared/durations.ts";
import { languages, type Language } from "#shared/languages.ts";
import { formatMoney } from "#shared/money.ts";
import { receiptRows } from "#shared/receipt-rows.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  buy,
  checkOut,
  createBuyer,
  goodCard,
  monthly,
  pay,
  workbook,
  yearly,
  type Buyer,
} from "#api/testing/billing-requests.ts";
import { readPdf } from "#api/testing/read-pdf.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { refundInvoice } from "./refund.ts";
import { discountCodes, products } from "./schema.ts";
import { receiptPdf } from "./receipts.ts";

let buyer: Buyer;
const portal = await forFile(createBillingPortal({ demo: true }));
const { database } = portal.portal;
await database.update(products).set({ taxRate: 2300 }).where(eq(products.kind, "membership"));
await database.update(products).set({ taxRate: 500 }).where(eq(products.sku, workbook.sku));
await database.insert(discountCodes).values({
  code: "GIFT",
  description: { en: "A gift", pl: "Prezent" },
  kind: "percent",
  value: 100,
  skus: [],
});
beforeEach(async () => void (buyer = await createBuyer(portal)));

const words = (text: string) => text.replaceAll(/\s+/g, " ").trim();
/** Lines break between words, and within long ones. */
const unbroken = (text: string) => text.replaceAll(/\s/g, "");

/** Returns the receipt at a path, and the texts of its PDF file. */
async function download(path: string, language: Language, pdf = `${path}.pdf`) {
  const headers = { "accept-language": language, authorization: `Bearer ${buyer.token}` };
  const { body } = await call(portal, "GET", path, { token: buyer.token, headers });
  const file = await portal.app.inject({ url: `/api${pdf}`, headers });
  expect(file.statusCode).toBe(200);
  expect(file.headers).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="${body.number}.pdf"`,
    "cache-control": "no-store",
  });
  return { receipt: receiptSchema.parse(body), texts: readPdf(file.rawPayload).map(words) };
}

/** Expects a PDF file to say all that the page says. */
function expectSame(receipt: Receipt, texts: string[], language: Language) {
  const t = textsIn(language);
  const rows = receiptRows(receipt, { language, timeZone: "Europe/Warsaw" }, (key, values) =>
    t(`membership:receipt.${key}`, { ...values }),
  );
  const all = unbroken(texts.join(""));
  const sums = [...rows.sums, rows.total].map(({ value }) => value);
  for (const text of [
    rows.title,
    ...rows.facts.flatMap(({ name, values }) => [name, ...values]),
    ...rows.lines.flat(),
    ...sums,
    ...(rows.taxes?.rows.flat() ?? []),
    ...(rows.deliveries?.items.flatMap(({ delivery }) => delivery) ?? []),
  ]) {
    expect(all).toContain(unbroken(text));
  }
  expect(texts).toContain(words(formatMoney(receipt.total, language)));
  const gross = receipt.taxes.reduce((sum, tax) => sum + tax.gross.amount, 0);
  expect(gross).toBe(receipt.total.amount);
  for (const { net, tax, gross: whole } of receipt.taxes) {
    expect(net.amount + tax.amount).toBe(whole.amount);
  }
}

describe.each(languages)("in %s, the PDF says the same as the page:", (language) => {
  test("extras, a membership, a discount and two tax rates", async () => {
    const items = [yearly, { ...workbook, quantity: 2 }];
    const { body } = await checkOut(portal, buyer, items, { discountCode: "WELCOME10" });
    await pay(portal, body.paymentUrl, goodCard);
    const { receipt, texts } = await download(`/purchases/${body.id}/receipt`, language);
    expect(receipt.taxes).toHaveLength(2);
    expectSame(receipt, texts, language);
  });

  test("a whole discount", async () => {
    const { body } = await checkOut(portal, buyer, [monthly], { discountCode: "GIFT" });
    const { receipt, texts } = await download(`/purchases/${body.id}/receipt`, language);
    expect(receipt.total.amount).toBe(0);
    expect(texts).toContain(language === "pl" ? "Polska" : "Poland");
    expectSame(receipt, texts, language);
  });

  test("credit, by a switch to a longer period", async () => {
    await buy(portal, buyer, [monthly]);
    portal.advance(dayMs);
    const { token } = buyer;
    const preview = await call(portal, "GET", "/subscription/switch?to=yearly", { token });
    const body = { to: "yearly", dueNow: preview.body.dueNow.amount };
    await call(portal, "POST", "/subscription/switch", { token, body });
    const { items } = (await call(portal, "GET", "/purchases", { token })).body;
    const switched = items.find(({ reason }: { reason: string }) => reason === "switch");
    const { receipt, texts } = await download(`/purchases/${switched.id}/receipt`, language);
    expect(receipt.credit.amount).toBeGreaterThan(800);
    expectSame(receipt, texts, language);
  });

  test("a refund of a part", async () => {
    const { id } = await buy(portal, buyer, [monthly, workbook]);
    const made = await refundInvoice(portal.portal, {
      invoiceId: id,
      amount: 777,
      reason: "refund",
      note: "",
    });
    const path = `/credit-notes/${"creditNote" in made ? made.creditNote.id : ""}`;
    const { receipt, texts } = await download(path, language, `${path}/pdf`);
    expect(receipt).toMatchObject({ kind: "credit-note", total: { amount: 777 } });
    expectSame(receipt, texts, language);
  });
});

test("a PDF has Polish letters, and is the same file each time", async () => {
  const { id } = await buy(portal, buyer, [workbook]);
  const { receipt } = await download(`/purchases/${id}/receipt`, "pl");
  const name = "Święcisława Gżegżółka-Źdźbło";
  const named = { ...receipt, buyer: { ...receipt.buyer, name } };
  const options = { brand: portal.portal.brand, language: "pl" } as const;
  const { content } = await receiptPdf(named, options);
  expect(readPdf(content)).toContain(name);
  expect((await receiptPdf(named, options)).content.equals(content)).toBe(true);
});

test("the PDF of somebody else's receipt or credit note is not found", async () => {
  const { id } = await buy(portal, buyer, [workbook]);
  const made = await refundInvoice(portal.portal, {
    invoiceId: id,
    amount: null,
    reason: "refund",
    note: "",
  });
  const note = "creditNote" in made ? made.creditNote.id : "";
  const { token } = await createBuyer(portal);
  for (const path of [`/purchases/${id}/receipt.pdf`, `/credit-notes/${note}/pdf`]) {
    expect((await call(portal, "GET", path, { token })).status).toBe(404);
    expect((await call(portal, "GET", path)).status).toBe(401);
  }
});

test("receipts and credit notes come as files with their mails", async () => {
  const { id } = await buy(portal, buyer, [workbook]);
  await refundInvoice(portal.portal, { invoiceId: id, amount: 500, reason: "refund", note: "" });
  await portal.runDueJobs();
  const files = portal.mails
    .filter(({ to }) => to === buyer.email)
    .map(({ attachments = [] }) => attachments.map(({ name }) => name));
  const { body } = await call(portal, "GET", `/purchases/${id}`, { token: buyer.token });
  expect(files).toEqual([[`${body.receiptNumber}.pdf`], [`${body.creditNotes[0].number}.pdf`]]);
});
