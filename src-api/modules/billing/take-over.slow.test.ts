import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dayMs, hourMs } from "#shared/durations.ts";
import { deletePersonalData } from "#api/account-deletion.ts";
import { memberActor } from "#api/infra/audit/record-act.ts";
import { asc, eq } from "#api/infra/database/drizzle.ts";
import {
  grantMembership,
  insertSubscription,
  unplanned,
  updateSubscription,
} from "#api/modules/membership/module.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { call } from "#api/testing/account-requests.ts";
import { comeBack, monthly, replaceProvider, type Buyer } from "#api/testing/billing-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { runReminders } from "./remind.ts";
import { endNow } from "./admin-acts.ts";
import { findCard } from "./cards.ts";
import { foreignSubscriptions, invoices } from "./schema.ts";
import { createStripePortal } from "./stripe/testing/stripe-portal.ts";
import { attachForeignCustomer, readForeignCustomer } from "./foreign-customers.ts";
import { checkForeign } from "./take-over.ts";

const portal = await forFile(createStripePortal());
const { stripe } = portal;
const { database } = portal.portal;
const admin = await portal.newBuyer();
await database
  .update(users)
  .set({ roles: ["ROLE_USER", "ROLE_ADMIN"] })
  .where(eq(users.id, admin.id));

/** Sends a request of the admin, whose session may have expired. */
const asAdmin = async (method: "GET" | "POST", path: string) => {
  const { token } = await comeBack(portal, admin);
  const headers = { "idempotency-key": randomUUID() };
  return call(portal, method, path, { token, headers });
};

let member: Buyer;
beforeEach(async () => {
  member = await portal.newBuyer();
});
afterEach(() => {
  stripe.outage = null;
  stripe.faults.length = 0;
  stripe.formerCardFails = false;
});

/** Stores what Stripe has of a member, as an import does. */
async function attach(customer: string, userId = member.id): Promise<string> {
  const found = await readForeignCustomer(portal.portal, { customer, subscription: null });
  if (!found) throw new Error("The customer is not known.");
  return database.transaction((tx) => attachForeignCustomer(portal.portal, tx, userId, found));
}

/** Brings a member along who pays at the former site from now on. Returns the ids there. */
async function moveIn({ methods = [{ id: "pm_good" }] } = {}) {
  const { id: customer } = stripe.formerCustomer(methods);
  const [first] = methods;
  const { id } = stripe.formerSubscription(customer, { method: first?.id ?? null });
  await importMember(new Date(portal.portal.now().getTime() + 25 * dayMs));
  await attach(customer);
  return { customer, subscription: id };
}

const importMember = (paidUntil: Date) =>
  database.transaction((tx) =>
    insertSubscription(tx, {
      ...unplanned,
      id: randomUUID(),
      userId: member.id,
      source: "purchase",
      status: "active",
      sku: monthly.sku,
      period: "monthly",
      price: 900,
      currency: "EUR",
      startedAt: portal.portal.now(),
      importedAt: portal.portal.now(),
      anchorAt: paidUntil,
      endsAt: paidUntil,
    }),
  );

/** Lets days pass: Stripe charges what is alive there, and the portal does what is due every third day. */
async function live(days: number): Promise<void> {
  for (let left = days; left > 0; left -= 3) {
    portal.advance(Math.min(left, 3) * dayMs);
    stripe.chargeFormer();
    await runReminders(portal.portal);
    await portal.checkForeign();
    await portal.renew();
  }
}

const takeOver = async (id = member.id) => {
  const { status } = await asAdmin("POST", `/members/${id}/take-over`);
  await portal.runDueJobs();
  return status;
};

const cancel = async () => {
  const { token } = await comeBack(portal, member);
  const { status } = await call(portal, "POST", "/subscription/cancel", { token });
  await portal.runDueJobs();
  return status;
};

const foreignOf = async () =>
  (
    await database
      .select()
      .from(foreignSubscriptions)
      .where(eq(foreignSubscriptions.userId, member.id))
      .orderBy(asc(foreignSubscriptions.reference))
  ).map(({ status }) => status);

/** Returns the days on which the paid periods began: at the former site, and here. */
async function paidPeriods(customer: string) {
  const there = stripe
    .all("invoice")
    .filter((one) => one["customer"] === customer && one["status"] === "paid")
    .map((one) => Number(one["period_start"]) * 1000);
  const rows = await database.select().from(invoices).where(eq(invoices.userId, member.id));
  const here = rows
    .filter(({ status, periodStart }) => status === "paid" && periodStart !== null)
    .map(({ periodStart }) => Number(periodStart));
  return { there, here };
}

/** Expects that each month was paid once, by one of the two, without a gap. */
async function expectOncePaid(customer: string, months: number): Promise<void> {
  const { there, here } = await paidPeriods(customer);
  const all = [...there, ...here].toSorted((a, b) => a - b);
  expect(all).toHaveLength(months);
  expect(new Set(all).size).toBe(months);
  all.slice(1).forEach((start, index) => {
    const days = (start - (all[index] ?? 0)) / dayMs;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);
  });
}

describe("the card of a member of another site", () => {
  const card = async (known: { customer: string | null; subscription: string | null }) => {
    const found = await readForeignCustomer(portal.portal, known);
    return found?.card?.card.reference ?? null;
  };

  test("is that of the subscription, the customer's default, or the newest", async () => {
    const methods = [
      { id: "pm_new", created: 300 },
      { id: "pm_good", created: 100 },
    ];
    const { id: customer } = stripe.formerCustomer(methods);
    expect(await card({ customer, subscription: null })).toBe("pm_new");
    const { id: subscription } = stripe.formerSubscription(customer, { method: "pm_good" });
    expect(await card({ customer: null, subscription })).toBe("pm_good");
    const { id: other } = stripe.formerCustomer(methods, "pm_good");
    expect(await card({ customer: other, subscription: null })).toBe("pm_good");
  });

  test("is none when it has expired or the member pays in another way", async () => {
    const { id: expired } = stripe.formerCustomer([{ id: "pm_old", expYear: 2020 }], "pm_old");
    expect(await card({ customer: expired, subscription: null })).toBeNull();
    const sepa = [{ id: "pm_sepa", type: "sepa_debit" }, { id: "pm_good" }];
    const { id: debited } = stripe.formerCustomer(sepa, "pm_sepa");
    expect(await card({ customer: debited, subscription: null })).toBeNull();
    expect(await card({ customer: "cus_unknown", subscription: null })).toBeNull();
  });
});

describe("a member whom the former site still charges", () => {
  test("is not charged here, and stays a member as long as was paid there", async () => {
    const { customer } = await moveIn();
    await live(70);
    await expectOncePaid(customer, 3);
    expect((await paidPeriods(customer)).here).toEqual([]);
    expect(await portal.get(await comeBack(portal, member), "/membership")).toMatchObject({
      status: "active",
      chargedElsewhere: true,
    });
    const { body } = await asAdmin("GET", "/board");
    expect(body.chargedElsewhere).toBeGreaterThan(0);
    expect(portal.mailsTo(member.email)).toEqual([]);
  });

  test("cannot buy a second membership", async () => {
    await moveIn();
    const { id = "" } = (await portal.subscriptionOf(member)) ?? {};
    await updateSubscription(database, id, { status: "ended", endedAt: portal.portal.now() });
    const opened = await portal.open(await comeBack(portal, member), [monthly]);
    expect([opened.status, opened.body.code]).toEqual([409, "already-subscribed"]);
    // Whoever has no membership here can still cancel there.
    expect(await cancel()).toBe(200);
    expect(await foreignOf()).toEqual(["ending"]);
  });

  test("stays so when a file names another customer of the same member", async () => {
    const { customer } = await moveIn();
    const { id: other } = stripe.formerCustomer([{ id: "pm_good" }]);
    stripe.formerSubscription(other);
    expect(await attach(other)).toBe("has-other");
    expect(await foreignOf()).toEqual(["alive"]);
    await live(35);
    expect(await paidPeriods(customer)).toMatchObject({ there: [{}, {}], here: [] });
  });

  test("keeps the plan of the import where a price there cannot be charged here", async () => {
    const { id: customer } = stripe.formerCustomer([{ id: "pm_good" }]);
    stripe.formerSubscription(customer, { interval: "year", amount: 12.5 });
    await importMember(new Date(portal.portal.now().getTime() + 25 * dayMs));
    expect(await attach(customer)).toBe("stored");
    expect(await portal.subscriptionOf(member)).toMatchObject({ period: "monthly", price: 900 });
  });

  test("keeps the plan that the file names beside another subscription, until that plan ends there", async () => {
    const { id: customer } = stripe.formerCustomer([{ id: "pm_good" }]);
    stripe.formerSubscription(customer, { interval: "year", amount: 9000 });
    const named = stripe.formerSubscription(customer);
    await importMember(new Date(portal.portal.now().getTime() + 25 * dayMs));
    await attach(customer);
    expect(await portal.subscriptionOf(member)).toMatchObject({ period: "monthly", price: 900 });
    named["status"] = "canceled";
    portal.advance(dayMs);
    await portal.checkForeign();
    expect(await portal.subscriptionOf(member)).toMatchObject({ period: "yearly", price: 9000 });
  });

  test("goes when the customer was deleted there", async () => {
    const { customer } = await moveIn();
    stripe.get(customer)["deleted"] = true;
    portal.advance(dayMs);
    await portal.checkForeign();
    expect(await foreignOf()).toEqual(["ended"]);
    expect(await portal.subscriptionOf(member)).toMatchObject({ cancelAtPeriodEnd: true });
  });

  test("is charged nowhere after cancelling here, before the customer was known", async () => {
    await importMember(new Date(portal.portal.now().getTime() + 25 * dayMs));
    portal.advance(hourMs);
    expect(await cancel()).toBe(200);
    const { id: customer } = stripe.formerCustomer([{ id: "pm_good" }]);
    stripe.formerSubscription(customer);
    await attach(customer);
    await portal.runDueJobs();
    expect(await portal.subscriptionOf(member)).toMatchObject({ cancelAtPeriodEnd: true });
    expect(await foreignOf()).toEqual(["ending"]);
  });

  test("leaves here as well by leaving there, and comes back", async () => {
    const { customer, subscription } = await moveIn();
    stripe.get(subscription)["cancel_at_period_end"] = true;
    await portal.send("customer.subscription.updated", subscription);
    expect(await portal.subscriptionOf(member)).toMatchObject({ cancelAtPeriodEnd: true });
    stripe.get(subscription)["cancel_at_period_end"] = false;
    await portal.send("customer.subscription.updated", subscription);
    expect(await portal.subscriptionOf(member)).toMatchObject({ cancelAtPeriodEnd: false });
    stripe.get(subscription)["cancel_at_period_end"] = true;
    await live(35);
    expect(await portal.subscriptionOf(member)).toMatchObject({ status: "ended" });
    expect((await paidPeriods(customer)).here).toEqual([]);
  });

  test("is charged nowhere any more after cancelling here", async () => {
    const { customer } = await moveIn();
    expect(await cancel()).toBe(200);
    expect(await foreignOf()).toEqual(["ending"]);
    await live(40);
    await expectOncePaid(customer, 1);
    expect(await portal.subscriptionOf(member)).toMatchObject({ status: "ended" });
  });

  test("is charged nowhere any more after the account was deleted", async () => {
    const { customer, subscription } = await moveIn();
    const by = { actor: memberActor(member.id), log: console };
    await database.transaction((tx) => deletePersonalData(portal.portal, tx, member.id, by));
    await portal.runDueJobs();
    expect(stripe.get(subscription)["status"]).toBe("canceled");
    expect(stripe.objects.has(customer)).toBe(false);
  });
});

describe("taking over", () => {
  test("one: what was paid there is used up, then charged here, after an announcement", async () => {
    const { customer, subscription } = await moveIn();
    expect(await takeOver()).toBe(200);
    expect(await foreignOf()).toEqual(["ending"]);
    const update = stripe.calls.find(
      ({ method, path }) => method === "POST" && path.endsWith(subscription),
    );
    expect(update?.form).toMatchObject({ proration_behavior: "none" });
    await live(65);
    await expectOncePaid(customer, 3);
    expect((await paidPeriods(customer)).there).toHaveLength(1);
    expect(portal.mailsTo(member.email)[0]).toMatch(/renew/i);
    // Repeating it changes nothing.
    expect(await takeOver()).toBe(200);
    expect(await foreignOf()).toEqual(["ended"]);
  });

  test("is repeated when a process was killed before or after Stripe has ended it", async () => {
    for (const isDone of [false, true]) {
      member = await portal.newBuyer();
      const { customer, subscription } = await moveIn();
      const { current } = portal.portal.payments;
      const restore = replaceProvider(portal, {
        endForeign: async (reference) => {
          if (isDone) await current.endForeign(reference);
          throw new Error("killed");
        },
      });
      await takeOver();
      restore();
      expect(stripe.get(subscription)["cancel_at_period_end"]).toBe(isDone);
      expect(await foreignOf()).toEqual(["alive"]);
      await live(65);
      expect(stripe.get(subscription)["status"]).toBe("canceled");
      await expectOncePaid(customer, 3);
    }
  });

  test("by two processes at once takes each member over once", async () => {
    const { current } = portal.portal.payments;
    const members: { buyer: Buyer; customer: string; subscription: string }[] = [];
    for (let count = 0; count < 3; count += 1) {
      member = await portal.newBuyer();
      members.push({ buyer: member, ...(await moveIn()) });
    }
    // A process was killed before it has ended any of them, so that two others find them all.
    const restoreKilled = replaceProvider(portal, {
      endForeign: () => Promise.reject(new Error("killed")),
    });
    for (const { buyer } of members) await takeOver(buyer.id);
    restoreKilled();
    portal.advance(hourMs);
    // Both have read each subscription as alive before either ends it.
    const waiting = new Map<string, PromiseWithResolvers<void>>();
    const ended: string[] = [];
    const restore = replaceProvider(portal, {
      endForeign: async (reference) => {
        ended.push(reference);
        const first = waiting.get(reference);
        if (first) first.resolve();
        else {
          waiting.set(reference, Promise.withResolvers());
          await waiting.get(reference)?.promise;
        }
        return current.endForeign(reference);
      },
    });
    await Promise.all([checkForeign(portal.portal), checkForeign(portal.portal)]);
    restore();
    await portal.runDueJobs();
    for (const { buyer, customer, subscription } of members) {
      expect(ended.filter((reference) => reference === subscription)).toHaveLength(2);
      member = buyer;
      expect(await foreignOf()).toEqual(["ending"]);
      expect(stripe.all("subscription").filter((one) => one["customer"] === customer)).toHaveLength(
        1,
      );
    }
    await live(65);
    for (const { buyer, customer } of members) {
      member = buyer;
      await expectOncePaid(customer, 3);
      expect((await paidPeriods(customer)).there).toHaveLength(1);
    }
  });

  test("follows a renewal at Stripe that comes in between", async () => {
    const { customer } = await moveIn();
    const { endsAt } = (await portal.subscriptionOf(member)) ?? {};
    portal.advance(31 * dayMs);
    await portal.renew(); // blocked
    expect(await takeOver()).toBe(200);
    expect(Number((await portal.subscriptionOf(member))?.endsAt)).toBeGreaterThan(Number(endsAt));
    await live(35);
    await expectOncePaid(customer, 3);
  });

  test("ends at once what is not paid there, and charges it here", async () => {
    const { customer, subscription } = await moveIn();
    stripe.formerCardFails = true;
    await live(32);
    expect(stripe.get(subscription)["status"]).toBe("past_due");
    expect(await takeOver()).toBe(200);
    expect(stripe.get(subscription)["status"]).toBe("canceled");
    portal.advance(3 * dayMs);
    await portal.renew(); // waits for the announcement
    expect((await paidPeriods(customer)).here).toEqual([]);
    await live(2);
    expect(portal.mailsTo(member.email)[0]).toMatch(/renew/i);
    await expectOncePaid(customer, 2);
  });

  test("all: a second run finds who has joined and left since", async () => {
    const first = await moveIn();
    const left = await portal.newBuyer();
    member = left;
    const second = await moveIn();
    const start = async () => {
      const { status } = await asAdmin("POST", "/take-over");
      expect(status).toBe(200);
      await portal.runDueJobs();
      return (await asAdmin("GET", "/take-over")).body;
    };
    stripe.get(second.subscription)["cancel_at_period_end"] = true; // nobody told
    const run = await start();
    expect(run).toMatchObject({ alive: 0, run: { failed: 0, done: run.customers } });
    expect(await portal.subscriptionOf(left)).toMatchObject({ cancelAtPeriodEnd: true });
    expect(stripe.get(first.subscription)["cancel_at_period_end"]).toBe(true);
    portal.advance(hourMs);
    const joined = stripe.formerSubscription(first.customer);
    expect(await start()).toMatchObject({ alive: 0 });
    expect(joined["cancel_at_period_end"]).toBe(true);
  });

  test("asks once more before the first charge here", async () => {
    const { customer } = await moveIn();
    await takeOver();
    await live(20);
    stripe.formerSubscription(customer); // the member came back there, and nobody told
    portal.advance(12 * dayMs);
    stripe.outage = "error";
    await portal.renew();
    stripe.outage = null;
    await portal.renew();
    expect((await paidPeriods(customer)).here).toEqual([]);
    expect(await foreignOf()).toContain("alive");
  });
});

describe("a first renewal here that failed", () => {
  /** Has the first charge here declined. */
  async function fail() {
    const methods = [{ id: "pm_refused" }];
    const moved = await moveIn({ methods });
    await takeOver();
    await live(32);
    expect(await portal.renewalOf(member)).toMatchObject({ status: "declined" });
    return moved;
  }

  test("is not tried again once the member is charged there again", async () => {
    const { customer } = await fail();
    stripe.formerSubscription(customer); // nobody told
    portal.advance(3 * dayMs);
    await portal.renew();
    expect(await portal.renewalOf(member)).toMatchObject({ status: "void" });
    expect(await portal.subscriptionOf(member)).toMatchObject({ status: "active" });
  });

  test("is void when an admin ends the membership", async () => {
    await fail();
    const refund = { amount: 0, note: "", actor: memberActor(admin.id) };
    await database.transaction((tx) => endNow(portal.portal, tx, member.id, refund));
    expect(await portal.renewalOf(member)).toMatchObject({ status: "void", nextTryAt: null });
  });
});

describe("before the day", () => {
  test("a member without a card gives one and switches the plan, and pays once", async () => {
    await moveIn({ methods: [] });
    await takeOver();
    expect(await findCard(database, member.id)).toBeUndefined();
    const visitor = await comeBack(portal, member);
    const { page } = await portal.openCardPage(visitor);
    stripe.pay(page, "pm_other");
    await portal.send("checkout.session.completed", page);
    const body = { to: "yearly", dueNow: 0 };
    const { token } = visitor;
    const switched = await call(portal, "POST", "/subscription/switch", { token, body });
    expect(switched.status).toBe(200);
    const { endsAt } = (await portal.subscriptionOf(member)) ?? {};
    await live(33);
    const paid = await portal.renewalOf(member);
    expect(paid).toMatchObject({ status: "paid", period: "yearly", periodStart: endsAt });
  });

  test("what a granted member buys begins when the grant ends", async () => {
    const until = new Date(portal.portal.now().getTime() + 10 * dayMs);
    await database.transaction((tx) => grantMembership(portal.portal, tx, member.id, until));
    const granted = await comeBack(portal, member);
    const body = { items: [monthly] };
    const quote = await call(portal, "POST", "/quote", { token: granted.token, body });
    expect(quote.body.beginsAt).toBe(until.toISOString());
    const { id } = await portal.buy(granted, [monthly]);
    expect(await portal.invoice(id)).toMatchObject({ status: "paid", periodStart: until });
    expect(await portal.subscriptionOf(member)).toMatchObject({
      source: "purchase",
      status: "active",
      price: 900,
    });
    const again = await portal.open(await comeBack(portal, member), [monthly]);
    expect(again.status).toBe(409);
  });

  test("a granted member who pays and withdraws keeps the granted days", async () => {
    const until = new Date(portal.portal.now().getTime() + 10 * dayMs);
    await database.transaction((tx) => grantMembership(portal.portal, tx, member.id, until));
    const { id, page } = await portal.buy(await comeBack(portal, member), [monthly]);
    const refund = stripe.refundPage(page);
    await portal.send("refund.created", refund);
    expect(await portal.invoice(id)).toMatchObject({ status: "paid" });
    expect(await portal.get(await comeBack(portal, member), "/membership")).toMatchObject({
      status: "active",
      source: "grant",
      endsAt: until.toISOString(),
    });
  });
});
