import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { languages, type Language } from "#shared/languages.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  buy,
  type Buyer,
  checkOut,
  comeBack,
  createBuyer,
  goodCard,
  monthly,
  workbook,
  yearly,
  offerTrial,
} from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import type { TestPortal } from "#api/testing/test-portal.ts";
import { discountCodes, paymentMethods, usedTrials } from "./schema.ts";
import { refundInvoice } from "./refund.ts";
import { runReminders } from "./remind.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { runRenewals } from "./renew.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";
import type { membershipMails } from "#api/modules/membership/membership.ts";

const failsAtRenewal = "4000 0000 0000 9979";
const secondStepAtRenewal = "4000 0025 0000 3155";

let portal: TestPortal;
let buyer: Buyer;
// Each test has a portal of its own, since they move its clock.
beforeEach(async () => {
  portal = await createBillingPortal({ demo: true });
});
afterEach(() => portal.close());

async function member(language: Language, items = [monthly], card = goodCard): Promise<string> {
  buyer = await createBuyer(portal, { language });
  const { id } = await buy(portal, buyer, items, card);
  portal.mails.length = 0;
  return id;
}

/** Moves the clock to some days before (or after) the end of the paid period. */
async function moveTo(daysBefore: number): Promise<void> {
  const [subscription] = await portal.portal.database
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, buyer.id));
  const end = subscription?.endsAt?.getTime() ?? 0;
  portal.advance(end - daysBefore * dayMs - portal.portal.now().getTime());
  buyer = await comeBack(portal, buyer);
  portal.mails.length = 0;
}

const renew = async () => {
  await runRenewals(portal.portal);
  await portal.runDueJobs();
};
const remind = async () => {
  await runReminders(portal.portal);
  await portal.runDueJobs();
};
const post = (path: string, body?: unknown) =>
  call(portal, "POST", path, { token: buyer.token, ...(body !== undefined && { body }) });

/** Returns the texts of the mails that something causes. */
async function mailsOf(cause: () => Promise<unknown>): Promise<string[]> {
  portal.mails.length = 0;
  await cause();
  await portal.runDueJobs();
  return portal.mails.map(textOf);
}

/** What happens to a membership, and how often its subject is in the mails that it causes. */
type Event = { run: (language: Language) => Promise<void>; mails: Record<Language, RegExp> };

const events: Record<
  (typeof membershipMails)[number] | "receipt" | "switched" | "refunded",
  Event
> = {
  receipt: {
    run: async (language) => {
      buyer = await createBuyer(portal, { language });
      await buy(portal, buyer, [workbook]);
    },
    mails: { en: /^Your receipt RS-/, pl: /^Twój rachunek RS-/ },
  },
  welcome: {
    run: async (language) => {
      buyer = await createBuyer(portal, { language });
      await buy(portal, buyer, [monthly]);
      const receipt = portal.mails.findIndex(({ attachments }) => attachments);
      portal.mails.splice(receipt, 1);
    },
    mails: { en: /^Welcome to Ringside$/, pl: /^Witamy w Ringside$/ },
  },
  "renewal-reminder": {
    run: async (language) => {
      await member(language, [yearly]);
      await moveTo(14);
      await remind();
    },
    mails: { en: /membership renews on/, pl: /członkostwo odnowi się/ },
  },
  "renewal-failed": {
    run: async (language) => {
      await member(language, [monthly], failsAtRenewal);
      await moveTo(0);
      await renew();
    },
    mails: { en: /could not be renewed/, pl: /Nie udało się odnowić/ },
  },
  "confirm-renewal": {
    run: async (language) => {
      await member(language, [monthly], secondStepAtRenewal);
      await moveTo(0);
      await renew();
    },
    mails: { en: /asks you to confirm/, pl: /Potwierdź płatność/ },
  },
  "membership-ended": {
    run: async (language) => {
      await member(language);
      await post("/subscription/cancel");
      await moveTo(0);
      await renew();
    },
    mails: { en: /has ended/, pl: /się skończyło/ },
  },
  "membership-cancelled": {
    run: async (language) => {
      await member(language);
      await post("/subscription/cancel");
    },
    mails: { en: /is cancelled/, pl: /rezygnację/ },
  },
  "membership-resumed": {
    run: async (language) => {
      await member(language);
      await post("/subscription/cancel");
      portal.mails.length = 0;
      await post("/subscription/resume");
    },
    mails: { en: /membership continues/, pl: /trwa dalej/ },
  },
  "switch-planned": {
    run: async (language) => {
      await member(language, [yearly]);
      await post("/subscription/switch", { to: "monthly", dueNow: 0 });
    },
    mails: { en: /plan changes on/, pl: /plan zmieni się/ },
  },
  switched: {
    // The receipt says what was changed, and what was paid for it.
    run: async (language) => {
      await member(language);
      portal.advance(dayMs);
      const { token } = buyer;
      const preview = await call(portal, "GET", "/subscription/switch?to=yearly", { token });
      await post("/subscription/switch", {
        to: "yearly",
        dueNow: preview.body.dueNow.amount,
      });
    },
    mails: { en: /^Your receipt RS-/, pl: /^Twój rachunek RS-/ },
  },
  "card-expiring": {
    run: async (language) => {
      await member(language);
      await portal.portal.database
        .update(paymentMethods)
        .set({ expMonth: 2, expYear: 2026 })
        .where(eq(paymentMethods.userId, buyer.id));
      await moveTo(14);
      await remind();
    },
    mails: { en: /needs a new card/, pl: /potrzebuje nowej karty/ },
  },
  "grant-ending": {
    run: async (language) => {
      buyer = await createBuyer(portal, { language });
      const until = new Date(portal.portal.now().getTime() + 20 * dayMs);
      await grantMembership(portal.portal, portal.portal.database, buyer.id, until);
      await moveTo(14);
      await remind();
    },
    mails: { en: /free membership ends on/, pl: /bezpłatne członkostwo kończy się/ },
  },
  "trial-ending": {
    run: async (language) => {
      await portal.portal.database.delete(usedTrials);
      await offerTrial(portal, 14);
      await member(language);
      await offerTrial(portal, null);
      await moveTo(3);
      await remind();
    },
    mails: { en: /trial ends on/, pl: /okres próbny kończy się/ },
  },
  refunded: {
    run: async (language) => {
      const invoiceId = await member(language);
      const request = { amount: 300, reason: "refund", note: "Sorry" } as const;
      await refundInvoice(portal.portal, { invoiceId, ...request });
      await portal.runDueJobs();
    },
    mails: { en: /We have refunded/, pl: /Zwracamy/ },
  },
};

/** Finds placeholders, empty values, and the marks that they leave in a sentence. */
const gaps = /\{\{|\}\}|undefined|null|NaN|Invalid| {2,}| [.,;:)]|\( |^ | $|:$/m;

const textOf = ({ subject, paragraphs, entries = [], action }: Mail) => {
  const listed = entries.flatMap(({ title, text, url }) => [title, text, url]);
  return [subject, ...paragraphs, ...listed, action?.label ?? "", action?.url ?? ""]
    .join("\n")
    .trim();
};

describe.each(languages)("in the language %s", (language) => {
  test.each(Object.entries(events))(
    "%s: one mail, in the member's language, without a gap",
    async (_, { run, mails }) => {
      await run(language);
      await portal.runDueJobs();
      await runReminders(portal.portal);
      await portal.runDueJobs();
      const got = portal.mails.filter(({ to }) => to === buyer.email);
      expect(got.map(({ subject }) => subject)).toEqual([expect.stringMatching(mails[language])]);
      const [mail] = got;
      expect(mail?.language).toBe(language);
      expect(textOf(mail!)).not.toMatch(gaps);
    },
  );
});

test("A receipt’s mail says what it is for, and claims no payment where nothing was charged", async () => {
  await member("en");
  await moveTo(0);
  const [renewed] = await mailsOf(renew);
  expect(renewed).toContain("Your membership has been renewed. Your payment has arrived.");

  buyer = await createBuyer(portal);
  const [bought] = await mailsOf(() => buy(portal, buyer, [workbook]));
  expect(bought).toContain("Thank you for your purchase. Your payment has arrived.");
  expect(bought).toContain("how you get what you bought");

  await portal.portal.database.insert(discountCodes).values({
    code: "GIFT",
    description: { en: "A gift", pl: "Prezent" },
    kind: "percent",
    value: 100,
    skus: [],
  });
  const given = await mailsOf(() => checkOut(portal, buyer, [monthly], { discountCode: "GIFT" }));
  const gift = given.find((text) => text.startsWith("Your receipt"));
  expect(gift).toContain("Thank you for your purchase. Nothing was charged.");
  expect(gift).not.toMatch(/payment has arrived|how you get/);
});

test("A refund in test mode is marked as such, not as a receipt", async () => {
  const invoiceId = await member("en");
  const request = { amount: 300, reason: "refund", note: "" } as const;
  const [refunded] = await mailsOf(() => refundInvoice(portal.portal, { invoiceId, ...request }));
  expect(refunded).toContain("Test mode: no money was refunded");
  expect(refunded).not.toContain("no money was charged");
});

test("A renewal that fails on every day is mailed each time, and its end once", async () => {
  await member("en", [monthly], failsAtRenewal);
  await moveTo(0);
  for (let at = 0; at < 16; at += 1) {
    await renew();
    portal.advance(dayMs);
  }
  expect(portal.mails.map(({ subject }) => subject)).toEqual([
    ...Array.from({ length: 5 }, () => "Your membership could not be renewed"),
    "Your membership has ended",
  ]);
  const texts = portal.mails.map(textOf);
  expect(texts.filter((text) => gaps.test(text))).toEqual([]);
  expect(texts[0]).toContain("We will try again on 2 April 2026.");
  expect(texts[0]).toContain("You keep your access until 15 April 2026.");
  expect(texts[4]).toContain("We will not try again ourselves.");
  expect(texts[5]).toContain("because its renewal was not paid");
});

test("Cancelling while a renewal is unpaid is mailed as the end that it is", async () => {
  await member("en", [monthly], failsAtRenewal);
  await moveTo(0);
  await renew();
  portal.mails.length = 0;
  await post("/subscription/cancel");
  await renew();
  expect(portal.mails.map(({ subject }) => subject)).toEqual(["Your membership has ended"]);
});

test("A mail about a membership whose card is of a provider that was removed says nothing of test mode", async () => {
  await member("en");
  const [cancelled] = await mailsOf(() => post("/subscription/cancel"));
  expect(cancelled).toContain("Test mode");
  await portal.portal.database
    .update(paymentMethods)
    .set({ provider: "removed" })
    .where(eq(paymentMethods.userId, buyer.id));
  const [real] = await mailsOf(() => post("/subscription/resume"));
  expect(real).toContain("membership continues");
  expect(real).not.toContain("Test mode");
});

test("A mail for which a fact is missing is not sent at all", async () => {
  await member("en");
  await portal.portal.database
    .update(subscriptions)
    .set({ sku: null, price: null })
    .where(eq(subscriptions.userId, buyer.id));
  await post("/subscription/cancel");
  portal.mails.length = 0;
  await post("/subscription/resume");
  expect(portal.mails).toEqual([]);
});

describe("a mail that waits until it is not true any more", () => {
  /** Sends a request and runs no jobs: the mails wait. */
  const send = (method: "POST" | "DELETE", path: string, payload?: object) =>
    portal.app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${buyer.token}` },
      ...(payload && { payload }),
    });
  const sent = async () => {
    await portal.runDueJobs();
    return portal.mails.map(({ subject }) => subject);
  };

  test.each([failsAtRenewal, secondStepAtRenewal])(
    "about a renewal that was not paid is dropped once it is paid (card %s)",
    async (card) => {
      await member("en", [monthly], card);
      await moveTo(0);
      await runRenewals(portal.portal);
      const page = await send("POST", "/subscription/pay");
      await portal.app.inject({
        method: "POST",
        url: page.json().url,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams({ number: goodCard, expiry: "04/30", cvc: "123" }).toString(),
      });
      expect(await sent()).toEqual([expect.stringMatching(/^Your receipt /)]);
    },
  );

  test("about a cancellation is dropped once it is taken back, and the other way round", async () => {
    await member("en");
    await send("POST", "/subscription/cancel");
    await send("POST", "/subscription/resume");
    await send("POST", "/subscription/cancel");
    expect(await sent()).not.toContain("Your membership continues");
    portal.mails.length = 0;
    await send("POST", "/subscription/resume");
    await send("POST", "/subscription/cancel");
    await send("POST", "/subscription/resume");
    expect(new Set(await sent())).toEqual(new Set(["Your membership continues"]));
  });

  test("about a change of the plan is dropped once that is taken back", async () => {
    await member("en", [yearly]);
    await send("POST", "/subscription/switch", { to: "monthly", dueNow: 0 });
    await send("DELETE", "/subscription/switch");
    expect(await sent()).toEqual([]);
  });
});

test.each([
  [1, true],
  [16, false],
])(
  "The mail about a cancellation after %i days mentions the right of withdrawal: %s",
  async (days, mentions) => {
    await member("en", [yearly]);
    portal.advance(days * dayMs);
    buyer = await comeBack(portal, buyer);
    await call(portal, "POST", "/subscription/cancel", { token: buyer.token });
    await portal.runDueJobs();
    const text = portal.mails.at(-1)?.paragraphs.join() ?? "";
    expect(text.includes("withdraw from the contract")).toBe(mentions);
    const { body } = await call(portal, "GET", "/membership", { token: buyer.token });
    expect("withdrawUntil" in body).toBe(mentions);
  },
);
