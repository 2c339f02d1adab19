import { beforeEach, describe, expect, test } from "vitest";
import { listDeliveries } from "#shared/api/deliveries.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  buy,
  checkOut,
  createBuyer,
  lateCard,
  workbook,
  type Buyer,
} from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { sessions } from "#api/modules/accounts/schema.ts";
import { importCatalogue } from "./catalogue.ts";
import { creditNotes, deliveries, products, withdrawals } from "./schema.ts";
import { downloadLifeMs } from "./orders.ts";

let buyer: Buyer;
const portal = await forFile(createBillingPortal({ demo: true }));
beforeEach(async () => void (buyer = await createBuyer(portal)));

const consultation = { sku: "handling-consultation", quantity: 2 };

const get = (path: string, { token } = buyer, language = "en") =>
  call(portal, "GET", path, { token, headers: { "accept-language": language } });
const filePath = (id: string) => `/purchases/${id}/files/${workbook.sku}`;
const fetchFile = (url: string) => portal.app.inject({ method: "GET", url });
const deliveriesOf = async (who = buyer, language = "en") =>
  listDeliveries.answer.parse((await get("/deliveries", who, language)).body).items;

/** Inserts a refund as if an admin had made it. */
const payBack = (invoiceId: string, amount: number, status: "succeeded" | "failed" = "succeeded") =>
  portal.portal.database.insert(creditNotes).values({
    id: crypto.randomUUID(),
    invoiceId,
    number: crypto.randomUUID(),
    amount,
    currency: "EUR",
    lines: [],
    taxes: [],
    reason: "refund",
    note: "",
    status,
    createdAt: portal.portal.now(),
  });

describe("the deliveries of a user", () => {
  test("begin when the purchase is paid, by what is delivered", async () => {
    const opened = await checkOut(portal, buyer, [workbook]);
    expect(opened.status).toBe(201);
    expect(await deliveriesOf()).toEqual([]);
    const { id } = await buy(portal, buyer, [workbook, consultation]);
    const changedAt = portal.portal.now().toISOString();
    const both = { purchaseId: id, completed: 0, scheduledFor: null, changedAt };
    expect(await deliveriesOf()).toEqual([
      {
        ...both,
        sku: workbook.sku,
        kind: "file",
        state: "ready",
        quantity: 1,
        text: expect.stringContaining("PDF to print"),
      },
      {
        ...both,
        ...consultation,
        kind: "appointment",
        state: "requested",
        text: expect.stringContaining("within two working days"),
      },
    ]);
    expect((await deliveriesOf(buyer, "pl"))[0]?.text).toContain("PDF do druku");
    expect(await deliveriesOf(await createBuyer(portal))).toEqual([]);
    expect((await call(portal, "GET", "/deliveries")).status).toBe(401);
  });

  test("begin when a late payment is settled", async () => {
    const { id } = await buy(portal, buyer, [workbook], lateCard);
    expect(await deliveriesOf()).toEqual([]);
    expect((await get(filePath(id))).status).toBe(404);
    portal.advance(15_000);
    expect(await deliveriesOf()).toMatchObject([{ purchaseId: id, state: "ready" }]);
  });

  test("begin at the start of the portal that learns how to deliver what was paid before", async () => {
    const { id } = await buy(portal, buyer, [workbook, consultation]);
    const { database } = portal.portal;
    await database.delete(deliveries).where(eq(deliveries.invoiceId, id));
    await database.update(products).set({ deliveredAs: null });
    expect(await deliveriesOf()).toEqual([]);
    await importCatalogue(portal.portal, { demo: true });
    expect(await deliveriesOf()).toHaveLength(2);
    await importCatalogue(portal.portal, { demo: true });
    expect(await deliveriesOf()).toHaveLength(2);
  });

  test("are announced with the receipt where they are a file, in the buyer's language", async () => {
    const polish = await createBuyer(portal, { language: "pl" });
    await buy(portal, polish, [workbook, consultation]);
    const mail = portal.mails.find(({ to }) => to === polish.email);
    const text = mail?.paragraphs.join("\n");
    expect(text).toMatch(/Zeszyt ćwiczeń: oglądanie toru: plik możesz pobrać już teraz/);
    expect(text?.match(/możesz pobrać/g)).toHaveLength(1);
  });

  test("are part of the exported data", async () => {
    const { id } = await buy(portal, buyer, [workbook]);
    const { billing } = await import("./module.ts");
    const data = await billing.ownedData.exportData(portal.portal.database, {
      id: buyer.id,
      email: buyer.email,
    });
    expect(data["deliveries"]).toMatchObject([{ invoiceId: id, sku: workbook.sku }]);
  });
});

describe("a bought file", () => {
  test("is an attachment in the reader's language, at an address that needs no token", async () => {
    const { id } = await buy(portal, buyer, [workbook]);
    const names = { en: "course-walking-workbook.pdf", pl: "zeszyt-ogladanie-toru.pdf" };
    for (const [language, name] of Object.entries(names)) {
      const { status, body } = await get(filePath(id), buyer, language);
      expect([status, body.name]).toEqual([200, name]);
      const answer = await fetchFile(body.url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-type": "application/pdf",
        "content-disposition": `attachment; filename="${name}"`,
        "cache-control": "private, no-store",
      });
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    }
  });

  test("is for its buyer only", async () => {
    const { id } = await buy(portal, buyer, [workbook]);
    const stranger = await createBuyer(portal);
    const { id: own } = await buy(portal, stranger, [workbook]);
    expect((await get(filePath(id), stranger)).status).toBe(404);
    expect((await call(portal, "GET", filePath(id))).status).toBe(401);
    const { url } = (await get(filePath(own), stranger)).body;
    expect((await fetchFile(url)).statusCode).toBe(200);
    expect((await fetchFile(url.replace(own, id))).statusCode).toBe(403);
    expect((await fetchFile(url.split("?")[0])).statusCode).toBe(403);
  });

  test("is at an address that expires, and ends with the session", async () => {
    const { id } = await buy(portal, buyer, [workbook]);
    const { url } = (await get(filePath(id))).body;
    portal.advance(downloadLifeMs - 1);
    expect((await fetchFile(url)).statusCode).toBe(200);
    portal.advance(1);
    expect((await fetchFile(url)).statusCode).toBe(403);
    const fresh = (await get(filePath(id))).body.url;
    await portal.portal.database.delete(sessions).where(eq(sessions.userId, buyer.id));
    expect((await fetchFile(fresh)).statusCode).toBe(403);
  });

  test("is not served as another file of the catalogue, nor for another extra", async () => {
    const { id } = await buy(portal, buyer, [workbook, consultation]);
    expect((await get(`/purchases/${id}/files/handling-consultation`)).status).toBe(404);
    expect((await get(`/purchases/${id}/files/membership-monthly`)).status).toBe(404);
    const { url } = (await get(filePath(id))).body;
    const other = url.replace("course-walking-workbook.pdf", "..%2fbrand.json");
    expect([403, 404]).toContain((await fetchFile(other)).statusCode);
  });

  test("is withdrawn when the purchase is paid back whole, also from an address that was given out", async () => {
    const { id } = await buy(portal, buyer, [workbook]);
    const { url } = (await get(filePath(id))).body;
    await payBack(id, 1200, "failed");
    await payBack(id, 500);
    expect((await fetchFile(url)).statusCode).toBe(200);
    await payBack(id, 700);
    expect(await deliveriesOf()).toMatchObject([{ state: "withdrawn" }]);
    expect((await fetchFile(url)).statusCode).toBe(404);
    expect((await get(filePath(id))).status).toBe(404);
  });

  test("is withdrawn when its buyer withdraws from the contract", async () => {
    const { id } = await buy(portal, buyer, [workbook]);
    await portal.portal.database.insert(withdrawals).values({
      id: crypto.randomUUID(),
      invoiceId: id,
      name: "Ada",
      email: buyer.email,
      contract: "",
      language: "en",
      createdAt: portal.portal.now(),
    });
    expect(await deliveriesOf()).toMatchObject([{ state: "withdrawn" }]);
    expect((await get(filePath(id))).status).toBe(404);
  });
});
