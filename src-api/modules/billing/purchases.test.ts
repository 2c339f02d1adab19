import { beforeEach, expect, test } from "vitest";
import { receiptSchema } from "#shared/api/receipts.ts";
import { dayMs } from "#shared/durations.ts";
import { forFile } from "#api/testing/for-file.ts";
import { termsVersion } from "#api/testing/terms-version.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  buy,
  type Buyer,
  checkOut,
  createBuyer,
  goodCard,
  lateCard,
  monthly,
  pay,
  workbook,
} from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";

let buyer: Buyer;
const portal = await forFile(createBillingPortal({ demo: true }));
beforeEach(async () => void (buyer = await createBuyer(portal)));

const get = (path: string, { token } = buyer, language = "en") =>
  call(portal, "GET", path, { token, headers: { "accept-language": language } });

test("the history shows what was charged or is being settled, newest first", async () => {
  const first = await buy(portal, buyer, [workbook]);
  portal.advance(1000);
  await checkOut(portal, buyer, [workbook]);
  portal.advance(1000);
  const second = await buy(portal, buyer, [monthly], lateCard);
  const { body } = await get("/purchases");
  expect(body.items.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
    [second.id, "pending"],
    [first.id, "paid"],
  ]);
});

test("an invoice that is not paid within a day has expired", async () => {
  const { body: opened } = await checkOut(portal, buyer, [workbook]);
  const path = `/purchases/${opened.id}`;
  portal.advance(dayMs - 1);
  expect((await get(path)).body).toMatchObject({ status: "open", paymentUrl: opened.paymentUrl });
  portal.advance(1);
  expect((await get(path)).body).toMatchObject({ status: "expired", paymentUrl: null });
  const late = await pay(portal, opened.paymentUrl, goodCard);
  expect(late.statusCode).toBe(410);
  expect((await get("/purchases")).body.items).toEqual([]);
});

test("a receipt names buyer, seller, items, terms and deliveries", async () => {
  const { body: opened } = await checkOut(portal, buyer, [monthly, { ...workbook, quantity: 2 }], {
    discountCode: "WELCOME10",
  });
  await pay(portal, opened.paymentUrl, goodCard);
  const { status, body } = await get(`/purchases/${opened.id}/receipt`);
  expect(status).toBe(200);
  const { brand } = portal.portal;
  expect(receiptSchema.parse(body)).toMatchObject({
    number: expect.stringMatching(/^RS-2026-\d{6}$/),
    issuedAt: portal.portal.now().toISOString(),
    seller: { name: brand.owner, address: brand.address, country: "PL", email: brand.contactEmail },
    buyer: { name: "Ada Buyer", email: buyer.email },
    lines: [{ sku: monthly.sku }, { sku: workbook.sku, quantity: 2 }],
    discount: { amount: { amount: 330 } },
    total: { amount: 2970 },
    termsVersion: await termsVersion(),
    testMode: true,
    deliveries: [{ name: "Course-walking workbook" }],
  });
});

test("a receipt describes deliveries in the reader's language", async () => {
  const { id } = await buy(portal, buyer, [workbook]);
  const { body } = await get(`/purchases/${id}/receipt`, buyer, "pl");
  expect(body.deliveries[0].delivery).toContain("Pobierzesz");
});

test("there is no receipt before the payment is settled", async () => {
  const { body: open } = await checkOut(portal, buyer, [workbook]);
  const { id: pending } = await buy(portal, buyer, [workbook], lateCard);
  expect((await get(`/purchases/${open.id}/receipt`)).status).toBe(404);
  expect((await get(`/purchases/${pending}/receipt`)).status).toBe(404);
  portal.advance(15_000);
  expect((await get(`/purchases/${pending}/receipt`)).status).toBe(200);
});

test("the invoices of other users are not found", async () => {
  const { id } = await buy(portal, buyer, [workbook]);
  const stranger = await createBuyer(portal);
  expect((await get("/purchases", stranger)).body.items).toEqual([]);
  for (const path of [`/purchases/${id}`, `/purchases/${id}/receipt`]) {
    const foreign = await get(path, stranger);
    const missing = await get(path.replace(id, "00000000-0000-4000-8000-000000000000"), stranger);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(missing.body);
    expect((await call(portal, "GET", path)).status).toBe(401);
    expect((await get(path)).status).toBe(200);
  }
});

test("a settled invoice is confirmed by mail once, in the buyer's language", async () => {
  const polish = await createBuyer(portal, { language: "pl" });
  const { id } = await buy(portal, polish, [workbook]);
  const { body } = await get(`/purchases/${id}`, polish);
  const mine = portal.mails.filter(({ to }) => to === polish.email);
  expect(mine).toHaveLength(1);
  expect(mine[0]?.subject).toContain(body.receiptNumber);
  expect(mine[0]?.subject).toContain("rachunek");
  expect(mine[0]?.paragraphs.join("\n")).toMatch(/12\s€/);
  expect(mine[0]?.paragraphs[0]).toContain("Tryb testowy");
  expect(mine[0]?.action?.url).toBe("http://portal.test/membership");
});

test("a payment stays settled when the mail server is down", async () => {
  const { mailer } = portal.portal;
  portal.portal.mailer = {
    ...mailer,
    send: () => Promise.reject(new Error("mail server is down")),
  };
  const { id } = await buy(portal, buyer, [workbook]);
  portal.portal.mailer = mailer;
  expect((await get(`/purchases/${id}`)).body.status).toBe("paid");
});
