import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dayMs, hourMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  type Buyer,
  buy,
  checkOut,
  comeBack,
  createBuyer,
  declinedCard,
  goodCard,
  monthly,
  offerTrial,
  pay,
  secondStepCard,
  workbook,
} from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { booksOf, confirmedCard, failsAtRenewalCard } from "#api/testing/members.ts";
import type { TestPortal } from "#api/testing/test-portal.ts";
import { deletePersonalData } from "#api/account-deletion.ts";
import { memberActor } from "#api/infra/audit/record-act.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";
import { storeCard } from "./cards.ts";
import { findBalance } from "./credit.ts";
import { findTrends } from "./figures.ts";
import { runReminders } from "./remind.ts";
import { runRenewals } from "./renew.ts";
import { payWith } from "./sandbox/sandbox.ts";
import { creditNotes, discountCodes, paymentMethods, usedTrials } from "./schema.ts";
import { normaliseAddress } from "./trial.ts";

let portal: TestPortal;
let buyer: Buyer;
beforeEach(async () => {
  portal = await createBillingPortal({ demo: true });
  await offerTrial(portal, 14);
  buyer = await createBuyer(portal);
});
afterEach(() => portal.close());

const start = "2026-03-01T12:00:00.000Z";
const end = "2026-03-15T12:00:00.000Z";

const get = async (path: string, who = buyer) => (await call(portal, "GET", path, who)).body;
const post = (path: string, body?: unknown) =>
  call(portal, "POST", path, { token: buyer.token, ...(body !== undefined && { body }) });
const quote = async (
  items: unknown[],
  { who = buyer, ...more }: { who?: Buyer; discountCode?: string } = {},
) => (await call(portal, "POST", "/quote", { token: who.token, body: { items, ...more } })).body;
const books = (who = buyer) => booksOf(portal.portal.database, who);
const subscriptionOf = async (who = buyer) =>
  (
    await portal.portal.database
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.userId, who.id))
  )[0];

/** Moves the clock; the buyer logs in again. */
async function moveTo(time: string): Promise<void> {
  portal.advance(new Date(time).getTime() - portal.portal.now().getTime());
  buyer = await comeBack(portal, buyer);
}

async function renew(): Promise<void> {
  await runRenewals(portal.portal);
  await portal.runDueJobs();
}

async function remind(): Promise<string[]> {
  portal.mails.length = 0;
  await runReminders(portal.portal);
  await portal.runDueJobs();
  return portal.mails.map(({ subject, paragraphs }) => [subject, ...paragraphs].join("\n"));
}

describe("before the order", () => {
  test("a cart says what is charged when: nothing now, the price at the end of the trial", async () => {
    expect(await quote([monthly])).toMatchObject({
      dueNow: { amount: 0 },
      trial: { days: 14 },
      lines: [{ name: "Monthly membership, 14 days of trial", trialDays: 14 }],
      renewal: { price: { amount: 900 }, on: end, period: "monthly" },
    });
    const { plans } = await get("/catalogue");
    expect(plans.map((plan: { trialDays?: number }) => plan.trialDays)).toEqual([14, undefined]);
  });

  test("with extras in the cart there is no trial, and the cart says so", async () => {
    const priced = await quote([monthly, workbook]);
    expect(priced).toMatchObject({ dueNow: { amount: 2100 }, withoutTrial: "extras" });
    expect(priced.trial).toBeUndefined();
  });

  test("the page where the card is given says what is charged when, in the buyer's language", async () => {
    const { body } = await checkOut(portal, buyer, [monthly]);
    const page = await portal.app.inject({ method: "GET", url: body.paymentUrl });
    for (const text of ["Start the trial", "€9 is charged on 15 March 2026", "€0"])
      expect(page.body).toContain(text);
    const polish = await portal.app.inject({
      method: "GET",
      url: body.paymentUrl.replace("lang=en", "lang=pl"),
    });
    expect(polish.body).toContain("Zacznij okres próbny");
  });

  test("a card that the bank refuses begins nothing, and another one can be given", async () => {
    const { body } = await checkOut(portal, buyer, [monthly]);
    expect((await pay(portal, body.paymentUrl, declinedCard)).statusCode).toBe(402);
    expect((await get("/membership")).status).toBe("none");
    const asked = await pay(portal, body.paymentUrl, secondStepCard);
    expect(asked.body).toContain("charge renewals");
    await pay(portal, body.paymentUrl, secondStepCard, { confirmed: "yes" });
    expect((await get("/membership")).status).toBe("active");
  });
});

describe("a trial", () => {
  test("opens the membership, charges nothing, and keeps what was agreed to as an invoice of zero", async () => {
    const { id } = await buy(portal, buyer, [monthly]);
    const { invoices, payments, collected } = await books();
    expect([payments, collected]).toEqual([[], []]);
    expect(invoices).toMatchObject([
      { id, status: "paid", total: 0, receiptNumber: expect.stringMatching(/^RS-/) },
    ]);
    expect(invoices[0]?.withdrawalReference).not.toBeNull();
    expect(invoices[0]?.periodEnd?.toISOString()).toBe(end);
    expect(await get("/membership")).toMatchObject({
      status: "active",
      onTrial: true,
      startedAt: start,
      endsAt: end,
      nextCharge: { price: { amount: 900 }, on: end },
      card: { last4: "4242" },
    });
    expect(portal.mails.map(({ subject }) => subject).toSorted()).toEqual([
      "Welcome to Ringside",
      expect.stringMatching(/^Your receipt/),
    ]);
    const receipt = portal.mails.find(({ attachments }) => attachments);
    const text = receipt?.paragraphs.join("\n");
    expect(text).toContain("Your trial has begun. Nothing was charged.");
    expect(text).toContain("€9 is charged on 15 March 2026");
  });

  test("is followed by the first charge at its end, and by periods that are counted from there", async () => {
    await buy(portal, buyer, [monthly]);
    await moveTo(end);
    await renew();
    expect((await books()).collected).toEqual([900]);
    const { onTrial, ...membership } = await get("/membership");
    expect(onTrial).toBeUndefined();
    expect(membership).toMatchObject({ status: "active", endsAt: "2026-04-15T12:00:00.000Z" });
    await moveTo("2026-04-15T12:00:00.000Z");
    await renew();
    expect((await books()).collected).toEqual([900, 900]);
  });

  test("that is cancelled on its last day ends without a charge", async () => {
    await buy(portal, buyer, [monthly]);
    await moveTo("2026-03-15T11:59:00.000Z");
    expect((await post("/subscription/cancel")).body).toMatchObject({
      status: "ending",
      endsAt: end,
    });
    await moveTo(end);
    await renew();
    expect((await get("/membership")).status).toBe("ended");
    expect((await books()).collected).toEqual([]);
    expect(portal.mails.at(-1)?.subject).toContain("has ended");
  });

  test("that is cancelled and resumed is charged at its end", async () => {
    await buy(portal, buyer, [monthly]);
    await post("/subscription/cancel");
    await post("/subscription/resume");
    await moveTo(end);
    await renew();
    expect((await books()).collected).toEqual([900]);
  });

  test.each([
    [failsAtRenewalCard, "card"],
    [confirmedCard, "confirmation"],
  ])(
    "whose card %s is declined at its end is past due, and goes on once it is paid",
    async (card, needs) => {
      await buy(portal, buyer, [monthly], card);
      await moveTo(end);
      await renew();
      expect(await get("/membership")).toMatchObject({ status: "past-due", pastDue: { needs } });
      const { body } = await post("/subscription/pay");
      await pay(portal, body.url, goodCard);
      expect(await get("/membership")).toMatchObject({
        status: "active",
        endsAt: "2026-04-15T12:00:00.000Z",
      });
      expect((await subscriptionOf())?.onTrial).toBe(false);
    },
  );

  test("whose first charge is never paid ends, and owes nothing", async () => {
    await buy(portal, buyer, [monthly], failsAtRenewalCard);
    await moveTo(end);
    await renew();
    await moveTo("2026-03-29T12:00:01.000Z");
    await renew();
    expect((await get("/membership")).status).toBe("ended");
    expect((await books()).invoices.map(({ status }) => status)).toEqual(["paid", "uncollectible"]);
  });

  test("is announced three days before its end, once, with amount, card and the day until which one can cancel", async () => {
    await buy(portal, buyer, [monthly]);
    await moveTo("2026-03-12T11:00:00.000Z");
    expect(await remind()).toEqual([]);
    await moveTo("2026-03-12T12:00:00.000Z");
    const [mail, ...others] = await remind();
    expect(others).toEqual([]);
    expect(mail).toContain("Your trial ends on 15 March 2026");
    expect(mail).toContain("€9 will be charged to Visa 4242 then.");
    expect(mail).toContain("cancel before 15 March 2026");
    expect(await remind()).toEqual([]);
  });

  test("that was cancelled is not announced", async () => {
    await buy(portal, buyer, [monthly]);
    await post("/subscription/cancel");
    await moveTo("2026-03-13T12:00:00.000Z");
    expect(await remind()).toEqual([]);
  });

  test("changes to the other plan at its end, for nothing now, and can be changed back", async () => {
    await buy(portal, buyer, [monthly]);
    const preview = await get("/subscription/switch?to=yearly");
    expect(preview).toMatchObject({ dueNow: { amount: 0 }, on: end, next: { on: end } });
    await post("/subscription/switch", { to: "yearly", dueNow: 0 });
    await moveTo("2026-03-12T12:00:00.000Z");
    expect(await remind()).toEqual([expect.stringContaining("your yearly membership begins")]);
    await moveTo(end);
    await renew();
    expect((await books()).collected).toEqual([preview.price.amount]);
    expect(await get("/membership")).toMatchObject({
      period: "yearly",
      endsAt: "2027-03-15T12:00:00.000Z",
    });
  });

  test("that is withdrawn from ends at once, and nothing is paid back", async () => {
    await buy(portal, buyer, [monthly]);
    const [invoice] = (await books()).invoices;
    const contract = invoice?.withdrawalReference ?? "";
    await post("/withdrawals", { name: "Ada Buyer", email: buyer.email, contract });
    await portal.runDueJobs();
    expect((await get("/membership")).status).toBe("ended");
    await moveTo(end);
    await renew();
    expect((await books()).collected).toEqual([]);
  });

  test("of a few days can be withdrawn from after its first charge, which is paid back", async () => {
    await offerTrial(portal, 5);
    await buy(portal, buyer, [monthly]);
    await moveTo("2026-03-06T12:00:00.000Z");
    await renew();
    expect(await get("/membership")).toMatchObject({ withdrawUntil: expect.any(String) });
    const [invoice] = (await books()).invoices;
    const contract = invoice?.withdrawalReference ?? "";
    await post("/withdrawals", { name: "Ada Buyer", email: buyer.email, contract });
    await portal.runDueJobs();
    expect((await get("/membership")).status).toBe("ended");
    const refunds = await portal.portal.database.select().from(creditNotes);
    expect(refunds).toMatchObject([{ amount: 900, reason: "withdrawal", status: "succeeded" }]);
  });

  /** Withdraws from the contract that the newest paid receipt, or the order, names. */
  async function withdraw(which: "newest" | "order"): Promise<void> {
    const paid = (await books()).invoices.filter(({ status }) => status === "paid");
    const invoice = which === "order" ? paid[0] : paid.at(-1);
    const contract = invoice?.withdrawalReference ?? invoice?.receiptNumber ?? "";
    await post("/withdrawals", { name: "Ada Buyer", email: buyer.email, contract });
    await portal.runDueJobs();
  }

  test("of a few days is withdrawn from with its first charge and a change of the plan: all of it is paid back", async () => {
    await offerTrial(portal, 5);
    await buy(portal, buyer, [monthly]);
    await moveTo("2026-03-06T12:00:00.000Z");
    await renew();
    await moveTo("2026-03-07T12:00:00.000Z");
    const { dueNow } = await get("/subscription/switch?to=yearly");
    await post("/subscription/switch", { to: "yearly", dueNow: dueNow.amount });
    await portal.runDueJobs();
    expect(await get("/membership")).toMatchObject({ status: "active", period: "yearly" });
    await withdraw("newest");
    expect((await get("/membership")).status).toBe("ended");
    const refunds = await portal.portal.database.select().from(creditNotes);
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
    expect(sum(refunds.map(({ amount }) => amount))).toBe(sum((await books()).collected));
    expect(await findBalance(portal.portal.database, buyer.id, "EUR")).toBe(0);
  });

  test.each([
    ["debitSucceeds", ["succeeded"], "paid", [900]],
    ["debitFails", ["failed"], "void", []],
  ] as const)(
    "is withdrawn from while the debit of its first charge is under way: it ends, and the money comes back: %s",
    async (account, payments, status, refunded) => {
      const { database } = portal.portal;
      await offerTrial(portal, 5);
      await buy(portal, buyer, [monthly]);
      const debit = payWith(account, portal.portal.now()).card;
      if (debit) {
        await database.transaction((tx) =>
          storeCard(portal.portal, tx, buyer.id, "sandbox", debit),
        );
      }
      await moveTo("2026-03-06T12:00:00.000Z");
      await renew();
      await withdraw("order");
      expect((await get("/membership")).status).toBe("ended");
      for (let day = 7; day < 20; day += 1) {
        await moveTo(`2026-03-${String(day).padStart(2, "0")}T12:00:00.000Z`);
        await renew();
      }
      expect((await get("/membership")).status).toBe("ended");
      const found = await books();
      expect(found.payments.map((one) => one.status)).toEqual(payments);
      expect(found.invoices.at(-1)?.status).toBe(status);
      const refunds = await database.select().from(creditNotes);
      expect(refunds.map(({ amount }) => amount)).toEqual(refunded);
    },
  );

  test("is no revenue", async () => {
    await buy(portal, buyer, [monthly]);
    const at = { now: portal.portal.now(), timeZone: "Europe/Warsaw" };
    const trends = await findTrends(portal.portal.database, at);
    expect(trends.at(-1)).toMatchObject({ members: 1, revenue: [] });
  });

  test("begins at the end of a free membership", async () => {
    const { database } = portal.portal;
    const until = new Date("2026-03-10T12:00:00Z");
    await grantMembership(portal.portal, database, buyer.id, until);
    const on = "2026-03-24T12:00:00.000Z";
    expect(await quote([monthly])).toMatchObject({
      beginsAt: until.toISOString(),
      trial: { days: 14 },
      renewal: { on },
    });
    await buy(portal, buyer, [monthly]);
    await moveTo(on);
    await renew();
    expect((await books()).collected).toEqual([900]);
  });

  test("keeps a discount for the charges after it", async () => {
    await portal.portal.database.insert(discountCodes).values({
      code: "TWICE",
      description: { en: "Half" },
      kind: "percent",
      value: 50,
      skus: [],
      periods: 2,
      maxPerUser: 1,
    });
    const discountCode = "TWICE";
    expect(await quote([monthly], { discountCode })).toMatchObject({
      dueNow: { amount: 0 },
      discount: { code: "TWICE", amount: { amount: 0 }, periods: 2 },
      renewal: { price: { amount: 450 }, regularPrice: { amount: 900 } },
    });
    const { body } = await checkOut(portal, buyer, [monthly], { discountCode });
    await pay(portal, body.paymentUrl, goodCard);
    for (const time of [end, "2026-04-15T12:00:00Z", "2026-05-15T12:00:00Z"]) {
      await moveTo(time);
      await renew();
    }
    expect((await books()).collected).toEqual([450, 450, 900]);
  });
});

describe("one for a person", () => {
  test.each(["ended", "paid"])("whoever had one gets none: %s", async (how) => {
    await buy(portal, buyer, [monthly]);
    if (how === "ended") await post("/subscription/cancel");
    await moveTo(end);
    await renew();
    if (how === "paid") await post("/subscription/cancel");
    await moveTo("2026-05-01T12:00:00Z");
    await renew();
    const priced = await quote([monthly]);
    expect(priced).toMatchObject({ dueNow: { amount: 900 }, withoutTrial: "used" });
    expect(priced.trial).toBeUndefined();
  });

  test("another address with the same card is refused in words; nothing begins, and the card is not kept", async () => {
    await buy(portal, buyer, [monthly]);
    const other = await createBuyer(portal);
    const { body } = await checkOut(portal, other, [monthly], { origin: "subscribe" });
    const answer = await pay(portal, body.paymentUrl, goodCard);
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      "http://portal.test/subscribe/monthly?payment=trial-used",
    ]);
    expect(await get("/membership", other)).toMatchObject({ status: "none", card: null });
    expect(await books(other)).toMatchObject({ payments: [], collected: [] });
    expect((await books(other)).invoices.map(({ status }) => status)).toEqual(["void"]);
    const { database } = portal.portal;
    const cards = database.$count(paymentMethods, eq(paymentMethods.userId, other.id));
    expect(await cards).toBe(0);
    // Now the membership is offered for its price, and can be bought with that card.
    expect(await quote([monthly], { who: other })).toMatchObject({
      dueNow: { amount: 900 },
      withoutTrial: "used",
    });
    await buy(portal, other, [monthly]);
    expect((await get("/membership", other)).status).toBe("active");
  });

  test("a deleted account's address and card stay known, without the address itself", async () => {
    await buy(portal, buyer, [monthly]);
    const { email } = buyer;
    const { database } = portal.portal;
    await database.transaction((tx) =>
      deletePersonalData(portal.portal, tx, buyer.id, {
        actor: memberActor(buyer.id),
        log: portal.app.log,
      }),
    );
    const again = await createBuyer(portal);
    const written = email.toUpperCase().replace("@", "+again@");
    await database.update(users).set({ email: written }).where(eq(users.id, again.id));
    expect(await quote([monthly], { who: again })).toMatchObject({ withoutTrial: "used" });
    const rows = await database.select().from(usedTrials);
    expect(JSON.stringify(rows)).not.toContain(email);
  });

  test.each([
    ["Ada@Example.com ", "ada@example.com"],
    ["ada+trial@example.com", "ada@example.com"],
  ])("the address %s is known as %s", (typed, known) => {
    expect(normaliseAddress(typed)).toBe(known);
  });
});

describe("at the same time", () => {
  test("two tabs that both begin a trial begin one", async () => {
    const orders = [
      await checkOut(portal, buyer, [monthly]),
      await checkOut(portal, buyer, [monthly]),
    ];
    await Promise.all(orders.map(({ body }) => pay(portal, body.paymentUrl, goodCard)));
    const { invoices } = await books();
    expect(invoices.map(({ status }) => status).toSorted()).toEqual(["declined", "paid"]);
    expect(await get("/membership")).toMatchObject({ status: "active", endsAt: end });
  });

  test("one order that is sent twice begins one trial", async () => {
    const { body } = await checkOut(portal, buyer, [monthly]);
    await Promise.all([1, 2, 3].map(() => pay(portal, body.paymentUrl, goodCard)));
    expect((await books()).invoices).toMatchObject([{ status: "paid" }]);
    expect(await portal.portal.database.$count(usedTrials)).toBe(1);
  });

  test("two people with one card begin one trial", async () => {
    const other = await createBuyer(portal);
    const orders = [
      await checkOut(portal, buyer, [monthly]),
      await checkOut(portal, other, [monthly]),
    ];
    await Promise.all(orders.map(({ body }) => pay(portal, body.paymentUrl, goodCard)));
    const states = [(await get("/membership")).status, (await get("/membership", other)).status];
    expect(new Set(states)).toEqual(new Set(["active", "none"]));
  });

  test("a cancellation and the first charge leave a membership that is either over or paid", async () => {
    await buy(portal, buyer, [monthly]);
    await moveTo(end);
    await Promise.all([post("/subscription/cancel"), renew()]);
    await renew();
    const { status } = await get("/membership");
    const { collected } = await books();
    expect([
      ["ended", []],
      ["ending", [900]],
      ["active", [900]],
    ]).toContainEqual([status, collected]);
    expect((await books()).invoices.filter((one) => one.status === "open")).toEqual([]);
  });

  test("an order that waits for a day begins no trial any more", async () => {
    const { body } = await checkOut(portal, buyer, [monthly]);
    portal.advance(25 * hourMs);
    const answer = await pay(portal, body.paymentUrl, goodCard);
    expect(answer.statusCode).toBe(410);
    portal.advance(dayMs);
    expect((await subscriptionOf())?.status).toBeUndefined();
  });
});
