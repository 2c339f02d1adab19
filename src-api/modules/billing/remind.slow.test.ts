import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { dayMs, hourMs } from "#shared/durations.ts";
import { eq, sql } from "#api/infra/database/drizzle.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  buy,
  checkOut,
  comeBack,
  createBuyer,
  goodCard,
  monthly,
  pay,
  yearly,
  type Buyer,
} from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import type { TestPortal } from "#api/testing/test-portal.ts";
import { creditEntries, discountCodes, paymentMethods } from "./schema.ts";
import { type Subscription, subscriptions } from "#api/modules/membership/schema.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { findUnreminded, runReminders } from "./remind.ts";
import { runRenewals } from "./renew.ts";

let portal: TestPortal;
let buyer: Buyer;
// Each test has a portal of its own, since most move its clock by a year.
beforeEach(async () => {
  portal = await createBillingPortal({ demo: true });
  buyer = await createBuyer(portal);
});
afterEach(() => portal.close());

async function subscription(): Promise<Subscription> {
  const { database } = portal.portal;
  const found = await database
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, buyer.id));
  if (!found[0]) throw new Error("The buyer has no subscription.");
  return found[0];
}

/** Moves the clock to some days before the end of the paid period; the buyer logs in again. */
async function moveTo(daysBefore: number): Promise<void> {
  const { endsAt } = await subscription();
  portal.advance((endsAt?.getTime() ?? 0) - daysBefore * dayMs - portal.portal.now().getTime());
  buyer = await comeBack(portal, buyer);
}

/** Runs the reminders; returns the subjects and first sentences of the mails that the buyer got by them. */
async function remind(): Promise<string[]> {
  portal.mails.length = 0;
  await runReminders(portal.portal);
  await portal.runDueJobs();
  return portal.mails
    .filter(({ to }) => to === buyer.email)
    .map(({ subject, paragraphs }) => [subject, ...paragraphs].join("\n"));
}

const post = (path: string, body?: unknown) =>
  call(portal, "POST", path, { token: buyer.token, ...(body !== undefined && { body }) });

describe("a membership whose renewal is not announced", () => {
  const considered = async () => {
    const { consideredOf, endsAt } = await subscription();
    return consideredOf?.getTime() === endsAt?.getTime();
  };
  const changes: [string, (invoiceId: string) => Promise<unknown>][] = [
    [
      "credit",
      async (invoiceId) => {
        const { database, now } = portal.portal;
        const entry = { id: crypto.randomUUID(), userId: buyer.id, invoiceId, currency: "EUR" };
        await database.insert(creditEntries).values({ ...entry, amount: 300, createdAt: now() });
      },
    ],
    ["another price", () => portal.portal.database.update(subscriptions).set({ price: 1000 })],
    [
      "another plan",
      () => {
        const yearlyPlan = {
          nextSku: "membership-yearly",
          nextPeriod: "yearly",
          nextPrice: 9000,
        } as const;
        return portal.portal.database.update(subscriptions).set(yearlyPlan);
      },
    ],
  ];

  test.each(changes)("is considered once, and again after a change: %s", async (_, change) => {
    const { id: invoiceId } = await buy(portal, buyer, [monthly]);
    await moveTo(10);
    expect([await remind(), await considered()]).toEqual([[], true]);
    const { database, now } = portal.portal;
    const window = { now: now(), until: new Date(now().getTime() + 14 * dayMs) };
    const page = { after: "00000000-0000-0000-0000-000000000000", limit: 10 };
    expect(await findUnreminded(database, window, page)).toEqual([]);
    await change(invoiceId);
    expect(await remind()).toHaveLength(1);
    expect(await remind()).toEqual([]);
  });

  test("is considered again for its next period", async () => {
    await buy(portal, buyer, [monthly]);
    await moveTo(10);
    expect(await remind()).toEqual([]);
    await moveTo(0);
    await runRenewals(portal.portal);
    await portal.runDueJobs();
    expect(await considered()).toBe(false);
    await moveTo(10);
    await portal.portal.database.update(subscriptions).set({ price: 1000 });
    expect(await remind()).toHaveLength(1);
  });
});

// Only PostgreSQL has two transactions at once.
test.skipIf(inject("databaseUrl") === null)(
  "credit that comes while a membership is considered makes it be considered again",
  async () => {
    const { database, now } = portal.portal;
    const { id: invoiceId } = await buy(portal, buyer, [monthly]);
    const entry = { id: crypto.randomUUID(), userId: buyer.id, invoiceId, currency: "EUR" };
    let isInserted = false;
    const inserted = await database.transaction(async (tx) => {
      await tx.update(subscriptions).set({ consideredOf: sql`ends_at` });
      const inserting = database
        .insert(creditEntries)
        .values({ ...entry, amount: 300, createdAt: now() })
        .then(() => void (isInserted = true));
      await vi.waitFor(async () => {
        const { rows } = (await database.execute(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )) as { rows: unknown[] }; // the driver's result
        expect(isInserted || rows.length === 1).toBe(true);
      });
      return { inserting };
    });
    await inserted.inserting;
    expect((await subscription()).consideredOf).toBeNull();
  },
);

describe("a yearly membership", () => {
  test("is announced 14 days before its renewal, once, with amount and date", async () => {
    await buy(portal, buyer, [yearly]);
    await moveTo(14.05);
    expect(await remind()).toEqual([]);
    await moveTo(14);
    const mails = await remind();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain("Your membership renews on");
    expect(mails[0]).toContain("as a yearly membership. €90 will be charged then.");
    portal.advance(hourMs);
    expect(await remind()).toEqual([]);
    await moveTo(1);
    expect(await remind()).toEqual([]);
  });

  test("is announced once by ten processes that run at the same time", async () => {
    await buy(portal, buyer, [yearly]);
    await moveTo(10);
    portal.mails.length = 0;
    await Promise.all(Array.from({ length: 10 }, () => runReminders(portal.portal)));
    await portal.runDueJobs();
    expect(portal.mails.filter(({ to }) => to === buyer.email)).toHaveLength(1);
  });

  test("is announced again before the renewal after", async () => {
    await buy(portal, buyer, [yearly]);
    await moveTo(3);
    expect(await remind()).toHaveLength(1);
    await moveTo(0);
    await runRenewals(portal.portal);
    await portal.runDueJobs();
    await moveTo(5);
    expect(await remind()).toHaveLength(1);
  });

  test("that is cancelled is not announced, nor when it is resumed after the reminder", async () => {
    await buy(portal, buyer, [yearly]);
    await moveTo(13);
    await post("/subscription/cancel");
    expect(await remind()).toEqual([]);
    await post("/subscription/resume");
    expect(await remind()).toHaveLength(1);
    await post("/subscription/cancel");
    await post("/subscription/resume");
    expect(await remind()).toEqual([]);
  });

  test("that was cancelled while the reminder waited is not announced any more", async () => {
    await buy(portal, buyer, [yearly]);
    await moveTo(13);
    portal.mails.length = 0;
    await runReminders(portal.portal);
    await portal.portal.database
      .update(subscriptions)
      .set({ cancelAtPeriodEnd: true })
      .where(eq(subscriptions.userId, buyer.id));
    await portal.runDueJobs();
    expect(portal.mails.filter(({ to }) => to === buyer.email)).toEqual([]);
  });
});

describe("a monthly membership", () => {
  test("that costs the same again is not announced", async () => {
    await buy(portal, buyer, [monthly]);
    await moveTo(7);
    expect(await remind()).toEqual([]);
  });

  test("is announced when its discount ends, with the charge before", async () => {
    await portal.portal.database
      .insert(discountCodes)
      .values({
        code: "HALF",
        description: { en: "Half", pl: "Połowa" },
        kind: "percent",
        value: 50,
        skus: [],
      })
      .onConflictDoNothing();
    const { body } = await checkOut(portal, buyer, [monthly], { discountCode: "HALF" });
    await pay(portal, body.paymentUrl, goodCard);
    await moveTo(7);
    const mails = await remind();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain("€9 will be charged then; last time it was €4.50.");
  });

  test("is announced when credit pays for it, and when the credit is used up", async () => {
    const { id: invoiceId } = await buy(portal, buyer, [monthly]);
    const { database, now } = portal.portal;
    await database.insert(creditEntries).values({
      id: crypto.randomUUID(),
      userId: buyer.id,
      invoiceId,
      amount: 900,
      currency: "EUR",
      createdAt: now(),
    });
    await moveTo(7);
    const [credited] = await remind();
    expect(credited).toContain("Nothing will be charged then");
    await moveTo(0);
    await runRenewals(portal.portal);
    await portal.runDueJobs();
    await moveTo(7);
    const [usedUp] = await remind();
    expect(usedUp).toContain("€9 will be charged then; last time it was €0.");
  });

  test("that becomes another one at the period's end is announced as that one", async () => {
    await buy(portal, buyer, [yearly]);
    await moveTo(100);
    await post("/subscription/switch", { to: "monthly", dueNow: 0 });
    expect(await remind()).toEqual([]);
    await moveTo(14);
    const mails = await remind();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain("as a monthly membership. €9 will be charged then.\n");
  });

  test("is not announced a second time when it was chosen within the last 14 days", async () => {
    await buy(portal, buyer, [yearly]);
    await moveTo(10);
    expect(await remind()).toHaveLength(1);
    await post("/subscription/switch", { to: "monthly", dueNow: 0 });
    expect(await remind()).toEqual([]);
  });

  test("that is taken back within the last 14 days is announced as what it is again", async () => {
    await buy(portal, buyer, [yearly]);
    await moveTo(20);
    await post("/subscription/switch", { to: "monthly", dueNow: 0 });
    await moveTo(12);
    expect(await remind()).toHaveLength(1);
    await call(portal, "DELETE", "/subscription/switch", { token: buyer.token });
    const mails = await remind();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain("as a yearly membership. €90 will be charged then.");
    expect(await remind()).toEqual([]);
  });
});

describe("a card", () => {
  const expires = (expMonth: number, expYear: number) =>
    portal.portal.database
      .update(paymentMethods)
      .set({ expMonth, expYear })
      .where(eq(paymentMethods.userId, buyer.id));
  const isAboutCard = (mail: string) => mail.includes("needs a new card");

  test("that expires before the renewal is announced 14 days before it, once", async () => {
    await buy(portal, buyer, [monthly]);
    const { endsAt } = await subscription();
    const before = new Date((endsAt?.getTime() ?? 0) - 31 * dayMs);
    await expires(before.getUTCMonth() + 1, before.getUTCFullYear());
    await moveTo(14.05);
    expect(await remind()).toEqual([]);
    await moveTo(14);
    const mails = (await remind()).filter(isAboutCard);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatch(/Visa 4242, is valid until \d\d\/\d{4}\. Your membership renews on/);
    portal.advance(hourMs);
    expect(await remind()).toEqual([]);
  });

  test("that is valid in the month of the renewal is not announced", async () => {
    await buy(portal, buyer, [monthly]);
    const { endsAt } = await subscription();
    await expires((endsAt?.getUTCMonth() ?? 0) + 1, endsAt?.getUTCFullYear() ?? 0);
    await moveTo(1);
    expect(await remind()).toEqual([]);
  });

  test.each([
    ["Europe/Warsaw", 1], // where the renewal is on 1 May at 0:30
    ["America/New_York", 0],
  ])("whose month ends before the renewal in %s is announced there", async (timeZone, count) => {
    await buy(portal, buyer, [monthly]);
    await portal.portal.database
      .update(subscriptions)
      .set({ endsAt: new Date("2026-04-30T22:30:00Z") });
    await expires(4, 2026);
    await moveTo(1);
    portal.mails.length = 0;
    await runReminders({ ...portal.portal, brand: { ...portal.portal.brand, timeZone } });
    await portal.runDueJobs();
    expect(portal.mails.filter(({ subject }) => isAboutCard(subject))).toHaveLength(count);
  });

  test("is not announced when nothing will be charged to it", async () => {
    const { id: invoiceId } = await buy(portal, buyer, [monthly]);
    const { database, now } = portal.portal;
    await database.insert(creditEntries).values({
      id: crypto.randomUUID(),
      userId: buyer.id,
      invoiceId,
      amount: 5000,
      currency: "EUR",
      createdAt: now(),
    });
    await expires(1, 2020);
    await moveTo(2);
    expect((await remind()).filter(isAboutCard)).toEqual([]);
  });
});

test("no buyer is left out after the first page", async () => {
  const buyers: Buyer[] = [];
  for (let i = 0; i < 3; i += 1) {
    buyer = await createBuyer(portal);
    await buy(portal, buyer, [yearly]);
    buyers.push(buyer);
  }
  await moveTo(9);
  await runReminders(portal.portal, 2);
  await portal.runDueJobs();
  const reminded = portal.mails.map(({ to }) => to);
  for (const { email } of buyers) expect(reminded).toContain(email);
});

describe("a membership without a card that could be charged", () => {
  const needsCard = async () =>
    (await call(portal, "GET", "/me", { token: buyer.token })).body.subscriptionNeedsCard ?? false;

  const beginFree = async () => {
    await portal.portal.database.insert(discountCodes).values({
      code: "GIFT",
      description: { en: "Gift", pl: "Prezent" },
      kind: "percent",
      value: 100,
      skus: [],
    });
    await checkOut(portal, buyer, [monthly], { discountCode: "GIFT" });
  };

  const ways: [string, () => Promise<unknown>][] = [
    ["that began with nothing to pay", beginFree],
    [
      "whose card was removed",
      async () => {
        await buy(portal, buyer, [monthly]);
        await portal.portal.database.delete(paymentMethods);
      },
    ],
    [
      "whose card's provider is not set up any more",
      async () => {
        await buy(portal, buyer, [monthly]);
        await portal.portal.database.update(paymentMethods).set({ provider: "gone" });
      },
    ],
  ];

  test.each(ways)("%s asks for one in time, and says what happens otherwise", async (_, begin) => {
    await begin();
    await moveTo(15);
    expect([await remind(), await needsCard()]).toEqual([[], false]);
    await moveTo(14);
    const [mail, ...others] = await remind();
    expect(others).toEqual([]);
    expect(mail).toContain("We have no card to charge");
    expect(mail).toContain("the membership ends and you owe nothing");
    expect(mail).not.toContain("nothing you need to do");
    expect(await needsCard()).toBe(true);
    expect(await remind()).toEqual([]);
  });

  test.each([
    ["of a change that is planned", "/subscription/switch"],
    ["of a renewal that was resumed", "/subscription/resume"],
  ])(
    "is asked for one in the mail %s, which may be the last one before the charge",
    async (_, path) => {
      await buy(portal, buyer, [yearly]);
      await portal.portal.database.delete(paymentMethods);
      await moveTo(10);
      if (path.endsWith("resume")) await post("/subscription/cancel");
      portal.mails.length = 0;
      const { status } = await post(
        path,
        path.endsWith("switch") ? { to: "monthly", dueNow: 0 } : undefined,
      );
      expect(status).toBe(200);
      const [mail, ...others] = portal.mails.filter(({ to }) => to === buyer.email);
      expect(others).toEqual([]);
      expect(mail?.paragraphs.join("\n")).toContain("We have no card to charge");
    },
  );

  test("asks for none when a card is there", async () => {
    await buy(portal, buyer, [monthly]);
    await moveTo(10);
    expect([await remind(), await needsCard()]).toEqual([[], false]);
  });
});

describe("a granted membership", () => {
  const grant = (days: number | null) =>
    grantMembership(
      portal.portal,
      portal.portal.database,
      buyer.id,
      days === null ? null : new Date(portal.portal.now().getTime() + days * dayMs),
    );

  test("is told of its end 14 and 2 days before, and at the end, once each", async () => {
    await grant(60);
    await moveTo(15);
    expect(await remind()).toEqual([]);
    for (const daysBefore of [14, 2]) {
      await moveTo(daysBefore);
      expect(await remind()).toEqual([expect.stringContaining("Your free membership ends on")]);
      expect(await remind()).toEqual([]);
    }
    await moveTo(0);
    portal.mails.length = 0;
    await runRenewals(portal.portal);
    await runRenewals(portal.portal);
    await portal.runDueJobs();
    expect(portal.mails.map(({ subject }) => subject)).toEqual(["Your membership has ended"]);
    expect(portal.mails[0]?.paragraphs[0]).toContain("Your free membership has ended");
  });

  test("for a week is told of its end two days before only", async () => {
    await grant(7);
    expect(await remind()).toEqual([]);
    await moveTo(2);
    expect(await remind()).toHaveLength(1);
  });

  test("that is prolonged while the mail waits is not told of an end", async () => {
    await grant(20);
    await moveTo(13);
    portal.mails.length = 0;
    await runReminders(portal.portal);
    await grant(null);
    await portal.runDueJobs();
    expect(portal.mails).toEqual([]);
  });
});
