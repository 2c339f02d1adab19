import { Stripe } from "stripe";
import { eq } from "#api/infra/database/drizzle.ts";
import { call } from "#api/testing/account-requests.ts";
import { checkOut, createBuyer, type Buyer } from "#api/testing/billing-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import type { TestPortal } from "#api/testing/test-portal.ts";
import { runRenewals } from "#api/modules/billing/renew.ts";
import { checkForeign } from "#api/modules/billing/take-over.ts";
import { invoices, payments } from "#api/modules/billing/schema.ts";
import type { FakeCard } from "./fake-account.ts";
import { FakeStripe } from "./fake-stripe.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";

const webhookSecret = "whsec_test";
const { webhooks } = new Stripe("sk_test_unused");

type EventOptions = {
  id?: string;
  /** Since it was signed. */
  ageSeconds?: number;
  secret?: string;
  /** The connected account that it is about. */
  account?: string;
};

let events = 0;

/** A portal whose payments Stripe takes, and the stand-in for Stripe. Close it afterwards. */
export async function createStripePortal() {
  const stripe = new FakeStripe();
  const api = await stripe.start();
  const testPortal: TestPortal = await createBillingPortal(
    { demo: true },
    {
      payments: "stripe",
      stripe: { secretKey: "sk_test_key", webhookSecret, api },
    },
  );
  const { portal, app } = testPortal;
  const { database } = portal;
  stripe.clock = () => Math.floor(portal.now().getTime() / 1000);

  /** Signs a body as Stripe does, and sends it. Returns the status of the answer. */
  const sendSigned = async (
    payload: string,
    { ageSeconds = 0, secret = webhookSecret }: Pick<EventOptions, "ageSeconds" | "secret"> = {},
  ) => {
    const timestamp = Math.floor(portal.now().getTime() / 1000) - ageSeconds;
    const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const headers = { "content-type": "application/json", "stripe-signature": signature };
    const url = "/api/payments/stripe/webhook";
    const { statusCode } = await app.inject({ method: "POST", url, headers, payload });
    await testPortal.runDueJobs();
    return statusCode;
  };

  /** Sends an event as Stripe does. Returns the status of the answer. */
  const send = async (type: string, objectId: string, options: EventOptions = {}) => {
    const { id = `evt_${(events += 1)}`, account } = options;
    const object = stripe.objects.get(objectId) ?? { id: objectId, object: "unknown" };
    const event = { id, object: "event", type, account, data: { object } };
    return sendSigned(JSON.stringify(event), options);
  };

  /** Checks out. Returns the purchase and its page at Stripe. */
  const open = async (
    buyer: Buyer,
    items: Parameters<typeof checkOut>[2],
    options: Parameters<typeof checkOut>[3] = {},
  ) => {
    const { body, status } = await checkOut(testPortal, buyer, items, options);
    const page = String(body.paymentUrl).split("/").at(-1) ?? "";
    return { id: String(body.id), status, page, body };
  };

  /** Buys and pays, with the card that renewals are charged to. */
  const buy = async (
    buyer: Buyer,
    items: Parameters<typeof checkOut>[2],
    { card = "pm_good", ...options }: { card?: FakeCard; discountCode?: string } = {},
  ) => {
    const opened = await open(buyer, items, options);
    stripe.pay(opened.page, card);
    await send("checkout.session.completed", opened.page);
    return opened;
  };

  return {
    ...testPortal,
    stripe,
    send,
    sendSigned,
    open,
    buy,
    /** Follows one of Stripe's links back to the portal. Returns where it leads. */
    comeBack: async (path: string) => {
      const { statusCode, headers } = await app.inject({ method: "GET", url: path });
      await testPortal.runDueJobs();
      return [statusCode, headers.location];
    },
    newBuyer: () => createBuyer(testPortal),
    /** Opens the page where a member gives another card. Returns its id, and the path that it leads back to. */
    openCardPage: async ({ token }: Buyer) => {
      const { body } = await call(testPortal, "POST", "/subscription/card", { token });
      const { form } = stripe.calls.at(-1) ?? {};
      const { pathname } = new URL(form?.["success_url"] ?? "");
      return { page: String(body.url).split("/").at(-1) ?? "", path: pathname, form };
    },
    get: async ({ token }: Buyer, path: string) =>
      (await call(testPortal, "GET", path, { token })).body,
    invoice: async (id: string) =>
      (await database.select().from(invoices).where(eq(invoices.id, id)))[0],
    paymentsOf: (id: string) =>
      database
        .select()
        .from(payments)
        .where(eq(payments.invoiceId, id))
        .orderBy(payments.createdAt),
    subscriptionOf: async ({ id }: Buyer) =>
      (await database.select().from(subscriptions).where(eq(subscriptions.userId, id)))[0],
    renewalOf: async ({ id }: Buyer) => {
      const rows = await database.select().from(invoices).where(eq(invoices.userId, id));
      const renewal = rows.find(({ reason }) => reason === "renewal");
      if (!renewal) throw new Error("There is no renewal.");
      return renewal;
    },
    /** Renews what is due; what goes wrong is left to a later run. */
    renew: async () => {
      await runRenewals(portal).catch(() => {});
      await testPortal.runDueJobs();
    },
    /** Runs the hourly check of what former sites charge. */
    checkForeign: async () => {
      await checkForeign(portal).catch(() => {});
      await testPortal.runDueJobs();
    },
    mailsTo: (address: string) =>
      testPortal.mails.filter(({ to }) => to === address).map(({ subject }) => subject),
    close: async () => {
      await testPortal.close();
      await stripe.close();
    },
  };
}
