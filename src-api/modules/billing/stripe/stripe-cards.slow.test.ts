import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "#shared/durations.ts";
import { forFile } from "#api/testing/for-file.ts";
import { comeBack, monthly, type Buyer } from "#api/testing/billing-requests.ts";
import { memberActor } from "#api/infra/audit/record-act.ts";
import { deletePersonalData } from "#api/account-deletion.ts";
import { reconcile } from "#api/modules/billing/reconcile.ts";
import { createStripePortal } from "#api/modules/billing/stripe/testing/stripe-portal.ts";
import type { FakeCard } from "#api/modules/billing/stripe/testing/fake-account.ts";

const completed = "checkout.session.completed";

let buyer: Buyer;
const portal = await forFile(createStripePortal());
beforeEach(async () => {
  buyer = await portal.newBuyer();
});
afterEach(() => {
  portal.stripe.outage = null;
});

const lastDigits = async (member: Buyer) => (await portal.get(member, "/membership")).card?.last4;

describe("another card", () => {
  test("is kept once, by the way back or by the event", async () => {
    await portal.buy(buyer, [monthly]);
    for (const notice of ["return", "event"]) {
      portal.advance(minuteMs);
      const { page, path, form } = await portal.openCardPage(buyer);
      expect(form).toMatchObject({
        mode: "setup",
        customer: expect.stringMatching(/^cus_/),
        "allowed_payment_method_types[0]": "card",
      });
      expect(await portal.comeBack(path)).toEqual([303, "http://portal.test/subscription"]);
      portal.stripe.pay(page, notice === "return" ? "pm_other" : "pm_good");
      if (notice === "return") await portal.comeBack(path);
      await portal.send(completed, page);
      expect(await lastDigits(buyer)).toBe(notice === "return" ? "4444" : "4242");
      const { length } = portal.stripe.calls;
      await portal.comeBack(path);
      expect(portal.stripe.calls).toHaveLength(length);
    }
  });

  test("pays a renewal that was declined, at once", async () => {
    await portal.buy(buyer, [monthly], { card: "pm_poor" });
    portal.advance(31 * dayMs);
    await portal.renew();
    const { id } = await portal.renewalOf(buyer);
    expect(await portal.subscriptionOf(buyer)).toMatchObject({ status: "past_due" });
    const { page } = await portal.openCardPage(await comeBack(portal, buyer));
    portal.stripe.pay(page, "pm_other");
    await portal.send(completed, page);
    expect(await portal.subscriptionOf(buyer)).toMatchObject({ status: "active" });
    expect((await portal.paymentsOf(id)).map(({ card, status }) => [card, status])).toEqual([
      ["Visa 9995", "failed"],
      ["Visa 4444", "succeeded"],
    ]);
  });

  test("whose return and event were lost is found by the reconciliation", async () => {
    await portal.buy(buyer, [monthly]);
    portal.advance(minuteMs);
    const { page } = await portal.openCardPage(buyer);
    const abandoned = await portal.openCardPage(buyer);
    portal.stripe.pay(page, "pm_other");
    await reconcile(portal.portal);
    expect(await lastDigits(buyer)).toBe("4242"); // its event may still come
    portal.advance(61 * minuteMs);
    await reconcile(portal.portal);
    expect(await lastDigits(buyer)).toBe("4444");
    expect(portal.stripe.get(abandoned.page)["status"]).toBe("open");
  });

  test("that was not given is not asked for once its page has expired", async () => {
    await portal.buy(buyer, [monthly]);
    const { page } = await portal.openCardPage(buyer);
    portal.advance(61 * minuteMs);
    await reconcile(portal.portal);
    const requestCount = () => portal.stripe.calls.filter(({ path }) => path.endsWith(page)).length;
    expect(requestCount()).toBe(1);
    portal.advance(25 * hourMs);
    await reconcile(portal.portal);
    expect(requestCount()).toBe(1);
  });

  const give = async (card: FakeCard) => {
    portal.advance(minuteMs);
    const { page } = await portal.openCardPage(buyer);
    portal.stripe.pay(page, card);
    return page;
  };

  test("replaces one that was given before it and noticed only afterwards", async () => {
    const { page: order } = await portal.open(buyer, [monthly]);
    portal.stripe.pay(order);
    portal.advance(minuteMs);
    await portal.send(completed, order);
    const pages = [await give("pm_other"), await give("pm_lost")];
    portal.advance(minuteMs);
    for (const page of pages) await portal.send(completed, page);
    expect(await lastDigits(buyer)).toBe("9987");
  });

  test("does not replace one that was given after it", async () => {
    await portal.buy(buyer, [monthly]);
    const lost = await give("pm_other");
    const latest = await give("pm_lost");
    await portal.send(completed, latest);
    portal.advance(61 * minuteMs);
    await reconcile(portal.portal);
    await portal.send(completed, lost);
    expect(await lastDigits(buyer)).toBe("9987");
  });
});

describe("the customer at Stripe of a deleted account", () => {
  const deleteAccount = ({ id }: Buyer) =>
    portal.portal.database.transaction((tx) =>
      deletePersonalData(portal.portal, tx, id, {
        actor: memberActor(id),
        log: portal.app.log,
      }),
    );
  const customerOf = (page: string) => String(portal.stripe.get(page)["customer"]);

  test("is deleted with the cards, however often that fails first", async () => {
    const { page } = await portal.buy(buyer, [monthly]);
    const customer = customerOf(page);
    portal.stripe.outage = "error";
    await deleteAccount(buyer);
    await portal.runDueJobs();
    expect(await portal.subscriptionOf(buyer)).toBeUndefined();
    expect(portal.stripe.objects.has(customer)).toBe(true);
    portal.stripe.outage = null;
    portal.advance(20 * minuteMs);
    await portal.runDueJobs();
    expect(portal.stripe.objects.has(customer)).toBe(false);
  });

  test("may be gone already", async () => {
    const { page } = await portal.buy(buyer, [monthly]);
    portal.stripe.objects.delete(customerOf(page));
    await deleteAccount(buyer);
    await portal.runDueJobs();
    const { length } = portal.stripe.calls;
    portal.advance(20 * minuteMs);
    await portal.runDueJobs();
    expect(portal.stripe.calls).toHaveLength(length);
  });

  test("is deleted when it is made by an order that is paid afterwards", async () => {
    const { page } = await portal.open(buyer, [monthly]);
    await deleteAccount(buyer);
    portal.stripe.pay(page);
    expect(await portal.send(completed, page)).toBe(200);
    expect(portal.stripe.all("refund").at(-1)).toMatchObject({ amount: 900 });
    expect(customerOf(page)).toMatch(/^cus_/);
    expect(portal.stripe.objects.has(customerOf(page))).toBe(false);
  });

  test("is deleted at once when its payment was returned, unless the member is charged there", async () => {
    const first = await portal.open(buyer, [monthly]);
    const second = await portal.open(buyer, [monthly]);
    portal.stripe.pay(second.page);
    portal.stripe.pay(first.page);
    await portal.send(completed, first.page);
    await portal.send(completed, second.page);
    expect(portal.stripe.all("refund").at(-1)).toMatchObject({ amount: 900 });
    expect(portal.stripe.objects.has(customerOf(second.page))).toBe(false);
    expect(portal.stripe.objects.has(customerOf(first.page))).toBe(true);
  });

  test("stays while the account does", async () => {
    const { page } = await portal.buy(buyer, [monthly]);
    await expect(
      portal.portal.database.transaction(async (tx) => {
        await deletePersonalData(portal.portal, tx, buyer.id, {
          actor: memberActor(buyer.id),
          log: portal.app.log,
        });
        throw new Error("The deletion fails.");
      }),
    ).rejects.toThrow("The deletion fails.");
    await portal.runDueJobs();
    expect(portal.stripe.objects.has(customerOf(page))).toBe(true);
  });
});
