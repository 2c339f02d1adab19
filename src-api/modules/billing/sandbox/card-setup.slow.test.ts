import { beforeEach, describe, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import {
  buy,
  comeBack,
  createBuyer,
  declinedCard,
  goodCard,
  monthly,
  pay,
  secondStepCard,
  type Buyer,
} from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { sandboxCalls } from "#api/modules/billing/schema.ts";
import { claimCardSetup } from "#api/modules/billing/cards.ts";

const failsAtRenewal = "4000 0000 0000 9979";
const saved = "http://portal.test/subscription?card=saved";

let buyer: Buyer;
const portal = await forFile(createBillingPortal({ demo: true }));
beforeEach(async () => {
  buyer = await createBuyer(portal);
  await buy(portal, buyer, [monthly], failsAtRenewal);
});

const open = async (): Promise<string> =>
  (await call(portal, "POST", "/subscription/card", buyer)).body.url;
const show = (url: string) => portal.app.inject({ method: "GET", url });
const membership = async () => (await call(portal, "GET", "/membership", buyer)).body;

/** Lets the first renewal fail; the buyer logs in again, since a month is over. */
async function failRenewal(): Promise<void> {
  portal.advance(31 * dayMs);
  buyer = await comeBack(portal, buyer);
  await portal.portal.jobs.runScheduled();
  await portal.runDueJobs();
}

describe("the page for another card", () => {
  test("says that nothing is charged now, and shows nothing about the member", async () => {
    const page = await show(await open());
    expect(page.statusCode).toBe(200);
    for (const text of [
      "Test mode",
      "Another card",
      "Nothing is charged now",
      "Save card",
      goodCard,
    ])
      expect(page.body).toContain(text);
    expect(page.body).toContain('href="http://portal.test/subscription"');
    expect(page.body).not.toContain("Ada Buyer");
    expect(page.body).not.toContain(buyer.email);
    expect(page.body).not.toMatch(/<script|style="|<style|\son\w+=/);
    expect(page.headers["cache-control"]).toBe("no-store");
  });

  test("is in the language that the member used the portal in", async () => {
    const page = await show((await open()).replace("lang=en", "lang=pl"));
    expect(page.body).toContain('<html lang="pl">');
    expect(page.body).toContain("Inna karta do członkostwa");
  });

  test("saves the card, charges nothing, and leads back", async () => {
    const charges = await portal.portal.database.$count(sandboxCalls);
    const answer = await pay(portal, await open(), goodCard);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, saved]);
    expect((await membership()).card).toMatchObject({ last4: "4242", expMonth: 4, expYear: 2030 });
    expect(await portal.portal.database.$count(sandboxCalls)).toBe(charges);
  });

  test.each([
    [declinedCard, "The bank declined this card. It was not saved"],
    ["4000 0000 0000 9995", "not enough money on this card. It was not saved"],
    ["4000 0000 0000 0069", "this card has expired. It was not saved"],
  ])("refuses the card %s with the reason, and takes another one", async (number, reason) => {
    const url = await open();
    const refused = await pay(portal, url, number);
    expect([refused.statusCode, refused.body]).toEqual([402, expect.stringContaining(reason)]);
    expect((await membership()).card.last4).toBe("9979");
    expect((await pay(portal, url, goodCard)).headers.location).toBe(saved);
  });

  test("shows wrong fields again with their errors, and saves nothing", async () => {
    const page = await pay(portal, await open(), "4242 4242", { expiry: "13/30" });
    expect(page.statusCode).toBe(422);
    expect(page.body).toContain("16 digits");
    expect(page.body).toContain('value="13/30"');
    expect((await membership()).card.last4).toBe("9979");
  });

  test("saves a card that needs the bank's second step only when that is confirmed", async () => {
    const url = await open();
    const bank = await pay(portal, url, secondStepCard);
    expect(bank.body).toContain("May Ringside Media s.c. charge renewals");
    expect(bank.body).toContain(`action="${url}"`);
    const refused = await pay(portal, url, secondStepCard, { confirmed: "no" });
    expect([refused.statusCode, refused.body]).toEqual([
      402,
      expect.stringContaining("The card was not saved"),
    ]);
    expect((await membership()).card.last4).toBe("9979");
    await pay(portal, url, secondStepCard, { confirmed: "yes" });
    expect((await membership()).card.last4).toBe("3184");
  });
});

describe("an address for another card", () => {
  test("works once, however many send it at the same time", async () => {
    const url = await open();
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(portal, url, goodCard)));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404)).toHaveLength(9);
    const again = await show(url);
    expect([again.statusCode, again.body]).toEqual([
      404,
      expect.stringContaining("This page can no longer be used"),
    ]);
  });

  test("is used up by the first of two requests that both found it", async () => {
    const id = /cards\/([\w-]+)/.exec(await open())?.[1] ?? "";
    const complete = () =>
      portal.portal.database.transaction((tx) => claimCardSetup(tx, { provider: "sandbox", id }));
    const completed = await Promise.all([complete(), complete()]);
    expect(completed.filter((setup) => setup?.userId === buyer.id)).toHaveLength(1);
  });

  test("works for 24 hours, and is then deleted", async () => {
    const url = await open();
    portal.advance(dayMs - 1);
    expect((await show(url)).statusCode).toBe(200);
    portal.advance(1);
    expect((await show(url)).statusCode).toBe(404);
    expect((await pay(portal, url, goodCard)).statusCode).toBe(404);
    expect((await membership()).card.last4).toBe("9979");
  });

  test.each(["nothing", "00000000-0000-4000-8000-000000000000"])(
    "that was made up is a page that says so: %s",
    async (id) => {
      const page = await show(`/api/payments/sandbox/cards/${id}`);
      expect([page.statusCode, page.body]).toEqual([
        404,
        expect.stringContaining('href="http://portal.test/subscription"'),
      ]);
    },
  );

  test("ends when another provider takes the payments", async () => {
    const url = await open();
    const { payments } = portal.portal;
    portal.portal.payments = { ...payments, current: { ...payments.current, id: "stripe" } };
    const [shown, sent] = [await show(url), await pay(portal, url, goodCard)];
    portal.portal.payments = payments;
    expect([shown.statusCode, sent.statusCode]).toEqual([404, 404]);
    expect((await membership()).card.last4).toBe("9979");
  });

  test("ends with the account", async () => {
    const url = await open();
    await portal.portal.database.delete(users).where(eq(users.id, buyer.id));
    expect((await pay(portal, url, goodCard)).statusCode).toBe(404);
  });
});

describe("while a renewal is not paid", () => {
  beforeEach(failRenewal);

  test("saving the card says what it costs, and pays the renewal at once", async () => {
    expect((await membership()).status).toBe("past-due");
    const url = await open();
    const page = await show(url);
    expect(page.body).toContain("€9 is charged to this card as soon as you save it");
    expect(page.body).toContain("Save card and pay €9");
    const bank = await pay(portal, url, secondStepCard);
    expect(bank.body).toContain("May Ringside Media s.c. charge €9 now");
    await pay(portal, url, goodCard);
    expect(await membership()).toMatchObject({ status: "active", card: { last4: "4242" } });
  });

  test("a card that the bank refuses is not charged", async () => {
    await pay(portal, await open(), declinedCard);
    expect((await membership()).status).toBe("past-due");
  });
});
