import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { languages } from "../../../../src-shared/languages.ts";
import { formatMoney } from "../../../../src-shared/money.ts";
import { call } from "../../../testing/account-requests.ts";
import {
  buy,
  comeBack,
  createBuyer,
  monthly,
  workbook,
  yearly,
  type Buyer,
} from "../../../testing/billing-requests.ts";
import { createBillingPortal } from "../../../testing/billing-portal.ts";
import type { TestPortal } from "../../../testing/test-portal.ts";
import { users } from "../../accounts/schema.ts";
import { billingData } from "../owned-data.ts";
import { findBalance } from "../payments/credit-store.ts";
import { creditNotes, sandboxCalls, withdrawals } from "../payments/schema.ts";
import { runRefunds } from "../refunds/run-refunds.ts";
import { runRenewals } from "../renewals/run-renewals.ts";
import { receiptNumberIn } from "./contract.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

let it: TestPortal;
let buyer: Buyer;
beforeAll(async () => {
  it = await createBillingPortal({ demo: true });
});
beforeEach(async () => {
  buyer = await createBuyer(it);
  it.mails.length = 0;
});
afterAll(() => it.close());

const anyNetwork = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250)).join(".")}`;

/** Sends a declaration without a session, from a network of its own. */
const declare = (changes: Record<string, string> = {}, language = "en", ip = anyNetwork()) =>
  call(it, "POST", "/withdrawals", {
    ip,
    headers: { "accept-language": language },
    body: { name: "Ada Buyer", email: buyer.email, contract: "", ...changes },
  });
const get = async (path: string) => (await call(it, "GET", path, { token: buyer.token })).body;
const subjectsTo = (address: string) =>
  it.mails.filter(({ to }) => to === address).map(({ subject }) => subject);

/** Buys these items and returns the invoice with its receipt number. */
async function bought(items: Parameters<typeof buy>[2]) {
  const { id } = await buy(it, buyer, items);
  it.mails.length = 0;
  return get(`/purchases/${id}`);
}

/** Returns what the sandbox has paid back for an invoice, in minor units, and in how many calls. */
async function paidBack(invoiceId: string) {
  const { database } = it.portal;
  const notes = await database
    .select()
    .from(creditNotes)
    .where(eq(creditNotes.invoiceId, invoiceId));
  const calls = (await database.select().from(sandboxCalls)).filter(({ key }) =>
    notes.some(({ id }) => id === key),
  );
  return { calls: calls.length, amount: calls.reduce((sum, { amount }) => sum - amount, 0) };
}

const acknowledged = "We have received your withdrawal";

describe("a declaration that names a contract within 14 days", () => {
  test("is acknowledged with content, date and time, ends the membership and pays all of it back", async () => {
    const { id, receiptNumber: contract } = await bought([yearly, workbook]);
    const { status, body } = await declare({ contract });
    expect([status, body]).toEqual([201, { receivedAt: it.portal.now().toISOString() }]);
    expect(await get("/membership")).toMatchObject({ status: "ended", nextCharge: null });
    expect((await get("/me")).subscriptionOwned).toBe(false);
    expect(await paidBack(id)).toEqual({ calls: 1, amount: 10_200 });
    expect(subjectsTo(buyer.email).toSorted()).toEqual([
      "We have paid you back €102",
      acknowledged,
      `You have withdrawn from contract ${contract}`,
    ]);
    const mail = (start: string) => it.mails.find(({ subject }) => subject.startsWith(start));
    const [received, withdrawn] = [mail(acknowledged), mail("You have withdrawn")];
    expect(received?.paragraphs[0]).toMatch(/on 1 Mar 2026, \d\d:\d\d UTC:$/);
    expect(received?.paragraphs[1]).toBe(
      `I withdraw from my contract: ${contract}\nName: Ada Buyer\nE-mail address: ${buyer.email}`,
    );
    expect(withdrawn?.paragraphs.at(-1)).toContain("You get back €102");
    expect(subjectsTo(it.portal.brand.contactEmail)).toEqual([]);
  });

  test.each([
    ["lower case and spaces", (number: string) => ` ${number.toLowerCase().replace("-", " - ")} `],
    ["words around it", (number: string) => `My membership, receipt ${number}, of last week`],
    ["no hyphens", (number: string) => number.replaceAll("-", "")],
  ])("is recognised with %s, and another name", async (_, written) => {
    const { id, receiptNumber } = await bought([monthly]);
    await declare({
      contract: written(receiptNumber),
      name: "A. B.",
      email: buyer.email.toUpperCase(),
    });
    expect(await paidBack(id)).toEqual({ calls: 1, amount: 900 });
  });

  test("is recognised by the account's address after it was changed, and by the one on the receipt", async () => {
    const { database } = it.portal;
    const [first, second] = [await bought([workbook]), await bought([workbook])];
    const moved = `moved-${buyer.email}`;
    await database.update(users).set({ email: moved }).where(eq(users.id, buyer.id));
    await declare({ contract: first.receiptNumber, email: moved });
    await declare({ contract: second.receiptNumber });
    expect(await paidBack(first.id)).toMatchObject({ amount: 1200 });
    expect(await paidBack(second.id)).toMatchObject({ amount: 1200 });
    expect(subjectsTo(moved)).toContain(`You have withdrawn from contract ${second.receiptNumber}`);
  });

  test("is carried out on the last moment of the 14th day, and not a day later", async () => {
    const late = await bought([workbook]);
    it.advance(minute);
    const last = await bought([workbook]);
    it.advance(15 * day - minute);
    await declare({ contract: late.receiptNumber });
    await declare({ contract: last.receiptNumber });
    buyer = await comeBack(it, buyer);
    expect(await paidBack(late.id)).toMatchObject({ calls: 0 });
    expect(await paidBack(last.id)).toMatchObject({ amount: 1200 });
  });

  test("pays back once, when it is declared twice, at once and again", async () => {
    const { id, receiptNumber: contract } = await bought([monthly]);
    await Promise.all(Array.from({ length: 4 }, () => declare({ contract })));
    await declare({ contract });
    expect(await paidBack(id)).toEqual({ calls: 1, amount: 900 });
    const withdrawn = subjectsTo(buyer.email).filter((subject) => subject.includes("withdrawn"));
    expect(withdrawn).toHaveLength(1);
    expect(subjectsTo(it.portal.brand.contactEmail)).toEqual([]);
  });

  test("pays back what an admin had not paid back yet", async () => {
    const { refundInvoice } = await import("../refunds/refund.ts");
    const { id, receiptNumber: contract } = await bought([monthly]);
    await refundInvoice(it.portal, { invoiceId: id, amount: 200, reason: "refund", note: "Sorry" });
    await declare({ contract });
    expect(await paidBack(id)).toEqual({ calls: 2, amount: 900 });
    expect(await get("/membership")).toMatchObject({ status: "ended" });
  });

  test("of a membership that was changed since ends it, and pays all of it back in money", async () => {
    const { id, receiptNumber: contract } = await bought([monthly]);
    it.advance(5 * day);
    const preview = await get("/subscription/switch?to=yearly");
    const dueNow = preview.dueNow.amount;
    await call(it, "POST", "/subscription/switch", {
      token: buyer.token,
      body: { to: "yearly", dueNow },
    });
    const { items } = await get("/purchases");
    it.advance(day);
    await declare({ contract });
    expect(await get("/membership")).toMatchObject({ status: "ended" });
    const back = [await paidBack(id), await paidBack(items[0].id)];
    expect(back.map(({ amount }) => amount)).toEqual([900, dueNow]);
    expect(await findBalance(it.portal.database, buyer.id, "EUR")).toBe(0);
    const { paragraphs } = it.mails.find(({ subject }) => subject.includes("withdrawn"))!;
    expect(paragraphs.at(-1)).toContain(
      formatMoney({ amount: 900 + dueNow, currency: "EUR" }, "en"),
    );
  });

  test("from a change of an older membership pays back what it cost, and keeps the credit for the rest", async () => {
    await bought([monthly]);
    it.advance(20 * day);
    buyer = await comeBack(it, buyer);
    const { dueNow, credit } = await get("/subscription/switch?to=yearly");
    const body = { to: "yearly", dueNow: dueNow.amount };
    await call(it, "POST", "/subscription/switch", { token: buyer.token, body });
    const { items } = await get("/purchases");
    it.mails.length = 0;
    await declare({ contract: items[0].receiptNumber });
    expect(await paidBack(items[0].id)).toEqual({ calls: 1, amount: dueNow.amount });
    expect(await paidBack(items[1].id)).toMatchObject({ calls: 0 });
    expect(await get("/membership")).toMatchObject({ status: "ended", credit });
    const { paragraphs } = it.mails.find(({ subject }) => subject.includes("withdrawn"))!;
    expect(paragraphs.at(-1)).toContain(`${formatMoney(credit, "en")} of credit is back`);
  });

  test("of a deleted account is carried out by the address on the receipt", async () => {
    const { id, receiptNumber: contract } = await bought([monthly]);
    await it.portal.database.delete(users).where(eq(users.id, buyer.id));
    await declare({ contract }, "pl");
    expect(await paidBack(id)).toEqual({ calls: 1, amount: 900 });
    expect(subjectsTo(buyer.email)).toContain(`Odstąpienie od umowy ${contract}`);
  });

  test("is paid back later when the provider does not answer, once", async () => {
    const { id, receiptNumber: contract } = await bought([monthly]);
    const down = vi
      .spyOn(it.portal.payments.current, "refund")
      .mockRejectedValue(new Error("down"));
    await declare({ contract });
    expect(await get("/membership")).toMatchObject({ status: "ended" });
    expect(await paidBack(id)).toMatchObject({ calls: 0 });
    down.mockRestore();
    it.advance(10 * minute);
    await runRefunds(it.portal);
    await runRefunds(it.portal);
    expect(await paidBack(id)).toEqual({ calls: 1, amount: 900 });
  });
});

describe("a declaration that names no contract one can withdraw from", () => {
  const none = { calls: 0, amount: 0 };

  test.each([
    ["of another address", { email: "stranger@example.com" }],
    ["with a number that does not exist", { contract: "RS-2026-999999" }],
    ["in words", { contract: "the membership of last week" }],
  ])(
    "%s gets the same answer and acknowledgement, and the owner looks at it",
    async (_, changes) => {
      const { id, receiptNumber: contract } = await bought([monthly]);
      const right = { name: "Ada Buyer", email: buyer.email, contract, ...changes };
      const { status, body } = await declare(right);
      expect([status, body]).toEqual([201, { receivedAt: it.portal.now().toISOString() }]);
      expect(subjectsTo(right.email)).toEqual([acknowledged]);
      expect(await paidBack(id)).toEqual(none);
      expect(await get("/membership")).toMatchObject({ status: "active" });
      const told = it.mails.find(({ to }) => to === it.portal.brand.contactEmail);
      expect(told).toMatchObject({ replyTo: right.email });
      expect(told?.paragraphs).toContain(`Contract: ${right.contract}`);
      const [row] = await it.portal.database
        .select()
        .from(withdrawals)
        .where(eq(withdrawals.email, right.email));
      expect(row).toMatchObject({ ...right, invoiceId: null, language: "en" });
    },
  );

  test("of a renewal changes nothing: it opens no right of its own", async () => {
    await bought([monthly]);
    it.advance(31 * day);
    await runRenewals(it.portal);
    await it.runDueJobs();
    buyer = await comeBack(it, buyer);
    const { items } = await get("/purchases");
    await declare({ contract: items[0].receiptNumber });
    expect(await paidBack(items[0].id)).toEqual(none);
    expect(await get("/membership")).toMatchObject({ status: "active" });
  });
});

test.each(languages)(
  "No mail about a withdrawal has a gap, in the language %s",
  async (language) => {
    buyer = await createBuyer(it, { language });
    const { receiptNumber: contract } = await bought([monthly]);
    await declare({ contract }, language);
    await declare({ contract: "?" }, language);
    expect(it.mails).toHaveLength(5);
    for (const { subject, paragraphs, action } of it.mails) {
      const text = [subject, ...paragraphs, action?.label ?? subject].join("\n");
      expect(text).not.toMatch(/\{\{|undefined|null|NaN|Invalid| {2,}| [.,;)]|\( |^ | $|^$/m);
    }
  },
);

test("Declarations are throttled for each client and each recipient, whatever they name", async () => {
  const ip = "198.51.100.7";
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    statuses.push((await declare({ contract: `RS-2026-00000${count}` }, "en", ip)).status);
  }
  expect(statuses).toEqual([201, 201, 201, 201, 429, 429]);
  const elsewhere = [await declare({ contract: "x" }), await declare({ contract: "x" })];
  expect(elsewhere.map(({ status }) => status)).toEqual([201, 429]);
});

test("A declaration with a missing field is refused at the field, and not stored", async () => {
  const { status, body } = await declare({ contract: " " });
  expect([status, Object.keys(body.fields)]).toEqual([400, ["contract"]]);
  expect(it.mails).toEqual([]);
});

test("Line breaks of a declaration make no paragraphs of their own in mails", async () => {
  await declare({ contract: "x\n\nYou have won", name: "Ada\n\nhttps://example.com" });
  const received = it.mails.find(({ to }) => to === buyer.email);
  expect(received?.paragraphs).toHaveLength(4);
  expect(received?.paragraphs[1]).toContain("Name: Ada https://example.com");
});

test("What a user declared is part of the export of their data", async () => {
  await declare({ contract: "my place" });
  const data = await billingData.exportData?.(it.portal.database, buyer);
  expect(data).toMatchObject({ withdrawals: [{ contract: "my place" }] });
});

test.each([
  ["RS-2026-000123", "RS-2026-000123"],
  ["rs 2026 000 123", "RS-2026-000123"],
  ["Receipt no. RS–2026–0001234.", "RS-2026-0001234"],
  ["in 2026 I bought 000123", null],
  ["RS-2026-12", null],
  ["", null],
])("%j names the receipt %j", (text, number) => {
  expect(receiptNumberIn(text)).toBe(number);
});
