import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { eq } from "#api/infra/database/drizzle.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import { invoices } from "./schema.ts";
import { call, claimedUser, logIn } from "#api/testing/account-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { buy, type Buyer, createBuyer, workbook } from "#api/testing/billing-requests.ts";
import { forFile } from "#api/testing/for-file.ts";

const admin = { id: "", token: "" };
const portal = await forFile(createBillingPortal({ demo: true }));
const email = `${randomUUID()}@example.com`;
admin.id = await claimedUser(portal, email, { roles: ["ROLE_USER", "ROLE_ADMIN"] });
admin.token = (await logIn(portal, email)).body.token;

const consultation = "handling-consultation";
const place = "show-day-class";

async function order(buyer: Buyer, sku: string): Promise<string> {
  portal.advance(1000);
  const { id } = await buy(portal, buyer, [{ sku, quantity: 1 }]);
  const { body } = await call(portal, "GET", `/purchases/${id}`, { token: buyer.token });
  return body.receiptNumber;
}

const list = async (query: string) =>
  (await call(portal, "GET", `/orders?${query}`, { token: admin.token })).body;
const numbers = async (query: string) =>
  (await list(query)).items.map(({ number }: { number: string }) => number);
const sendStep = (number: string, sku: string, body: object, token = admin.token) =>
  call(portal, "POST", `/orders/${number}/${sku}`, { token, body });

describe("the orders of admins", () => {
  test("are listed, found and sorted, page by page", async () => {
    const anna = await createBuyer(portal);
    const first = await order(anna, consultation);
    const second = await order(anna, workbook.sku);
    const third = await order(anna, place);
    const [word] = anna.email.split("@");
    expect(await numbers(`query=${word}`)).toEqual([first, second, third]);
    expect(await numbers(`query=${word}&sort=-paid`)).toEqual([third, second, first]);
    expect(await numbers(`query=${word}&show=open&sort=buyer`)).toEqual([first, third]);
    expect(await numbers(`query=${first.toLowerCase()}`)).toEqual([first]);
    const page = await list(`query=${word}&limit=2`);
    expect(page.items).toHaveLength(2);
    expect(await numbers(`query=${word}&limit=2&cursor=${page.nextCursor}`)).toEqual([third]);
    expect(page.items[1]).toMatchObject({
      sku: workbook.sku,
      state: "ready",
      steps: ["cancel"],
      buyer: { id: anna.id, email: anna.email },
    });
  });

  test("are found by a name in parts as one word, and the reverse", async () => {
    const buyer = await createBuyer(portal);
    const number = await order(buyer, consultation);
    const { database } = portal.portal;
    for (const [buyerName, query] of [
      ["Anna-Maria Order", "annamaria"],
      ["Annamaria Order", "anna-maria"],
      ["An\u00adna Order", "anna order"],
    ] as const) {
      await database.update(invoices).set({ buyerName }).where(eq(invoices.receiptNumber, number));
      expect(await numbers(`query=${encodeURIComponent(query)}`)).toContain(number);
    }
  });

  test("are scheduled once for what was seen, and with an entry in the trail", async () => {
    const buyer = await createBuyer(portal);
    const number = await order(buyer, consultation);
    const [{ changedAt, steps }] = (await list(`query=${number}`)).items;
    expect(steps).toEqual(["schedule", "done", "cancel"]);
    const past = await sendStep(number, consultation, {
      step: "schedule",
      time: "2020-01-01T10:00",
      changedAt,
    });
    expect([past.status, Object.keys(past.body.fields)]).toEqual([400, ["time"]]);
    const time = "2026-12-01T18:00";
    portal.advance(1000);
    const scheduled = await sendStep(number, consultation, { step: "schedule", time, changedAt });
    expect(scheduled.body).toMatchObject({
      state: "scheduled",
      scheduledFor: "2026-12-01T17:00:00.000Z", // in the brand's time zone
      steps: ["schedule", "cancel"],
    });
    const late = await sendStep(number, consultation, { step: "cancel", changedAt });
    expect([late.status, late.body.code]).toEqual([409, "conflict"]);
    const early = { step: "done", changedAt: scheduled.body.changedAt };
    expect((await sendStep(number, consultation, early)).status).toBe(409);
    await portal.runDueJobs();
    const subjects = portal.mails
      .filter(({ to }) => to === buyer.email)
      .map(({ subject }) => subject);
    expect(subjects.at(-1)).toMatch(/^Online handling consultation: Tuesday, 1 December 2026/);
    const entries = await portal.portal.database
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subjectId, buyer.id));
    expect(entries.filter(({ act }) => act === "order-changed")).toEqual([
      expect.objectContaining({
        actorId: admin.id,
        via: "portal",
        details: { receipt: number, sku: consultation, step: "schedule" },
      }),
    ]);
    expect((await sendStep("RS-2020-000001", place, early)).status).toBe(404);
  });

  test("are for nobody else", async () => {
    const { token } = await createBuyer(portal);
    const body = { step: "done", changedAt: new Date().toISOString() };
    expect((await call(portal, "GET", "/orders", { token })).status).toBe(403);
    expect((await sendStep("RS-2026-000001", place, body, token)).status).toBe(403);
    expect((await call(portal, "GET", "/orders")).status).toBe(401);
  });
});
