import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { comeBack, monthly, type Buyer } from "../../../../testing/billing-requests.ts";
import { memberActor } from "../../../../infra/audit/record-act.ts";
import { deletePersonalData } from "../../../accounts/personal-data/personal-data.ts";
import { modules } from "../../../../modules.ts";
import { reconcile } from "../reconcile.ts";
import { createStripePortal, type StripePortal } from "./testing/stripe-portal.ts";
import type { FakeCard } from "./testing/fake-account.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const completed = "checkout.session.completed";

let it: StripePortal;
let buyer: Buyer;
beforeAll(async () => void (it = await createStripePortal()));
beforeEach(async () => {
  buyer = await it.newBuyer();
});
afterEach(() => {
  it.stripe.outage = null;
});
afterAll(() => it.close());

const lastDigits = async (member: Buyer) => (await it.get(member, "/membership")).card?.last4;

describe("another card", () => {
  test("is kept once, by the way back or by the event", async () => {
    await it.buy(buyer, [monthly]);
    for (const notice of ["return", "event"]) {
      it.advance(minute);
      const { page, path, form } = await it.openCardPage(buyer);
      expect(form).toMatchObject({
        mode: "setup",
        customer: expect.stringMatching(/^cus_/),
        "allowed_payment_method_types[0]": "card",
      });
      expect(await it.comeBack(path)).toEqual([303, "http://portal.test/subscription"]);
      it.stripe.pay(page, notice === "return" ? "pm_other" : "pm_good");
      if (notice === "return") await it.comeBack(path);
      await it.send(completed, page);
      expect(await lastDigits(buyer)).toBe(notice === "return" ? "4444" : "4242");
      const { length } = it.stripe.calls;
      await it.comeBack(path);
      expect(it.stripe.calls).toHaveLength(length);
    }
  });

  test("pays a renewal that was declined, at once", async () => {
    await it.buy(buyer, [monthly], { card: "pm_poor" });
    it.advance(31 * day);
    await it.renew();
    const { id } = await it.renewalOf(buyer);
    expect(await it.subscriptionOf(buyer)).toMatchObject({ status: "past_due" });
    const { page } = await it.openCardPage(await comeBack(it, buyer));
    it.stripe.pay(page, "pm_other");
    await it.send(completed, page);
    expect(await it.subscriptionOf(buyer)).toMatchObject({ status: "active" });
    expect((await it.paymentsOf(id)).map(({ card, status }) => [card, status])).toEqual([
      ["Visa 9995", "failed"],
      ["Visa 4444", "succeeded"],
    ]);
  });

  test("whose return and event were lost is found by the reconciliation", async () => {
    await it.buy(buyer, [monthly]);
    it.advance(minute);
    const { page } = await it.openCardPage(buyer);
    const abandoned = await it.openCardPage(buyer);
    it.stripe.pay(page, "pm_other");
    await reconcile(it.portal);
    expect(await lastDigits(buyer)).toBe("4242"); // its event may still come
    it.advance(61 * minute);
    await reconcile(it.portal);
    expect(await lastDigits(buyer)).toBe("4444");
    expect(it.stripe.get(abandoned.page)["status"]).toBe("open");
  });

  test("that was not given is not asked for once its page has expired", async () => {
    await it.buy(buyer, [monthly]);
    const { page } = await it.openCardPage(buyer);
    it.advance(61 * minute);
    await reconcile(it.portal);
    const asked = () => it.stripe.calls.filter(({ path }) => path.endsWith(page)).length;
    expect(asked()).toBe(1);
    it.advance(25 * 60 * minute);
    await reconcile(it.portal);
    expect(asked()).toBe(1);
  });

  const give = async (card: FakeCard) => {
    it.advance(minute);
    const { page } = await it.openCardPage(buyer);
    it.stripe.pay(page, card);
    return page;
  };

  test("replaces one that was given before it and noticed only afterwards", async () => {
    const { page: order } = await it.open(buyer, [monthly]);
    it.stripe.pay(order);
    it.advance(minute);
    await it.send(completed, order);
    const pages = [await give("pm_other"), await give("pm_lost")];
    it.advance(minute);
    for (const page of pages) await it.send(completed, page);
    expect(await lastDigits(buyer)).toBe("9987");
  });

  test("does not replace one that was given after it", async () => {
    await it.buy(buyer, [monthly]);
    const lost = await give("pm_other");
    const latest = await give("pm_lost");
    await it.send(completed, latest);
    it.advance(61 * minute);
    await reconcile(it.portal);
    await it.send(completed, lost);
    expect(await lastDigits(buyer)).toBe("9987");
  });
});

describe("the customer at Stripe of a deleted account", () => {
  const deleteAccount = ({ id }: Buyer) =>
    it.portal.database.transaction((database) =>
      deletePersonalData({ ...it.portal, database }, modules, id, {
        actor: memberActor(id),
        log: it.app.log,
      }),
    );
  const customerOf = (page: string) => String(it.stripe.get(page)["customer"]);

  test("is deleted with the cards, however often that fails first", async () => {
    const { page } = await it.buy(buyer, [monthly]);
    const customer = customerOf(page);
    it.stripe.outage = "error";
    await deleteAccount(buyer);
    await it.runDueJobs();
    expect(await it.subscriptionOf(buyer)).toBeUndefined();
    expect(it.stripe.objects.has(customer)).toBe(true);
    it.stripe.outage = null;
    it.advance(20 * minute);
    await it.runDueJobs();
    expect(it.stripe.objects.has(customer)).toBe(false);
  });

  test("may be gone already", async () => {
    const { page } = await it.buy(buyer, [monthly]);
    it.stripe.objects.delete(customerOf(page));
    await deleteAccount(buyer);
    await it.runDueJobs();
    const { length } = it.stripe.calls;
    it.advance(20 * minute);
    await it.runDueJobs();
    expect(it.stripe.calls).toHaveLength(length);
  });

  test("is deleted when it is made by an order that is paid afterwards", async () => {
    const { page } = await it.open(buyer, [monthly]);
    await deleteAccount(buyer);
    it.stripe.pay(page);
    expect(await it.send(completed, page)).toBe(200);
    expect(it.stripe.all("refund").at(-1)).toMatchObject({ amount: 900 });
    expect(customerOf(page)).toMatch(/^cus_/);
    expect(it.stripe.objects.has(customerOf(page))).toBe(false);
  });

  test("is deleted at once when its payment was returned, unless the member is charged there", async () => {
    const first = await it.open(buyer, [monthly]);
    const second = await it.open(buyer, [monthly]);
    it.stripe.pay(second.page);
    it.stripe.pay(first.page);
    await it.send(completed, first.page);
    await it.send(completed, second.page);
    expect(it.stripe.all("refund").at(-1)).toMatchObject({ amount: 900 });
    expect(it.stripe.objects.has(customerOf(second.page))).toBe(false);
    expect(it.stripe.objects.has(customerOf(first.page))).toBe(true);
  });

  test("stays while the account does", async () => {
    const { page } = await it.buy(buyer, [monthly]);
    await expect(
      it.portal.database.transaction(async (database) => {
        await deletePersonalData({ ...it.portal, database }, modules, buyer.id, {
          actor: memberActor(buyer.id),
          log: it.app.log,
        });
        throw new Error("The deletion fails.");
      }),
    ).rejects.toThrow("The deletion fails.");
    await it.runDueJobs();
    expect(it.stripe.objects.has(customerOf(page))).toBe(true);
  });
});
