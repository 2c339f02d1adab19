/** An object of Stripe as JSON. */
export type StripeObject = { id: string; object: string; [field: string]: unknown };

/** Payment methods by id: what becomes of charges, and the card. */
export const fakeCards = {
  pm_good: { last4: "4242", outcome: "succeeded" },
  pm_other: { last4: "4444", outcome: "succeeded" },
  pm_poor: { last4: "9995", outcome: "insufficient_funds" },
  pm_refused: { last4: "0002", outcome: "do_not_honor" },
  pm_lost: { last4: "9987", outcome: "lost_card" },
  pm_expired: { last4: "0069", outcome: "expired_card" },
  pm_confirm: { last4: "3155", outcome: "authentication_required" },
  pm_slow: { last4: "0077", outcome: "processing" },
  pm_debit: { last4: "3000", outcome: "processing", type: "sepa_debit" },
  pm_paypal: { last4: "", outcome: "succeeded", type: "paypal" },
} as const;
export type FakeCard = keyof typeof fakeCards;
export const isFakeCard = (id: string): id is FakeCard => id in fakeCards;

/** Returns the type of a payment method, as Stripe names it. */
const typeOf = (id: FakeCard): string => {
  const method = fakeCards[id];
  return "type" in method ? method.type : "card";
};

export const methodOf = (id: FakeCard, created: number): StripeObject => {
  const type = typeOf(id);
  const { last4 } = fakeCards[id];
  const fingerprint = `fp_${id}`;
  const facts =
    type === "card"
      ? { brand: "visa", last4, exp_month: 4, exp_year: 2030, fingerprint }
      : { last4 };
  return { id, object: "payment_method", created, type, customer: null, [type]: facts };
};

type FormerPlan = { interval?: "month" | "year"; method?: string | null; amount?: number };

/** The objects of an account at Stripe, and what buyers do on its pages. */
export class FakeAccount {
  readonly objects = new Map<string, StripeObject>();
  /** Returns the time of what is made, in seconds since 1970. */
  clock = () => 1_772_366_400;
  /** What refunds are answered with. */
  refundStatus = "succeeded";
  /** Whether former sites' charges are declined. */
  formerCardFails = false;
  #next = 1;

  get(id: string): StripeObject {
    const found = this.objects.get(id);
    if (!found) throw new Error(`There is no ${id}.`);
    return found;
  }

  /** Returns all objects of a kind, oldest first. */
  all(object: string): StripeObject[] {
    return [...this.objects.values()].filter((one) => one.object === object);
  }

  add(prefix: string, object: string, fields: Record<string, unknown>): StripeObject {
    const id = `${prefix}_${this.#next++}`;
    const made = { id, object, created: this.clock(), ...fields };
    this.objects.set(id, made);
    return made;
  }

  /** Pays a page, or gives a card on it, as a buyer does in a browser. Returns the page. */
  pay(pageId: string, card: FakeCard = "pm_good"): StripeObject {
    const page = this.get(pageId);
    if (page["status"] !== "open") throw new Error("The page is not open.");
    const customer =
      page["customer"] ??
      (page["customer_creation"] === "always" ? this.add("cus", "customer", {}).id : null);
    const method = methodOf(card, this.clock());
    const changes =
      page["mode"] === "setup"
        ? { setup_intent: { id: `seti_${pageId}`, object: "setup_intent", payment_method: method } }
        : {
            payment_status: typeOf(card) === "sepa_debit" ? "unpaid" : "paid",
            payment_intent: this.#intentOfPage(page, card, customer).id,
          };
    return Object.assign(page, { status: "complete", url: null, customer, ...changes });
  }

  /** Makes a customer of a former site with payment methods. `defaultMethod` is the id of the default one. */
  formerCustomer(
    methods: { id: string; created?: number; expYear?: number; type?: string }[],
    defaultMethod: string | null = null,
  ): StripeObject {
    const invoiceSettings = { default_payment_method: defaultMethod };
    const given = methods.map(({ id, created = this.clock(), expYear = 2040, type = "card" }) => ({
      ...methodOf("pm_good", created),
      id,
      type,
      card:
        type === "card"
          ? { brand: "visa", last4: id.slice(-4), exp_month: 4, exp_year: expYear }
          : undefined,
    }));
    const fields = { invoice_settings: invoiceSettings, default_source: null, methods: given };
    return this.add("cus", "customer", fields);
  }

  /** Has a former site subscribe a customer: paid from now on, and charged again at each period's end. */
  formerSubscription(
    customer: string,
    { interval = "month", method = null, amount = 900 }: FormerPlan = {},
  ): StripeObject {
    const start = this.clock();
    const price = {
      unit_amount: amount,
      currency: "eur",
      recurring: { interval, interval_count: 1 },
    };
    const made = this.add("sub", "subscription", {
      customer,
      status: "active",
      default_payment_method: method,
      default_source: null,
      cancel_at_period_end: false,
      cancel_at: null,
      billing_cycle_anchor: start,
      schedule: null,
      metadata: {},
      items: { data: [{ price, quantity: 1 }] },
    });
    this.#bill(made, start);
    return made;
  }

  /** Opens and pays the invoice of a subscription's period. */
  #bill(subscription: StripeObject, start: number): void {
    const { data } = subscription["items"] as { data: Record<string, unknown>[] };
    const [item] = data;
    const price = item?.["price"] as {
      unit_amount: number;
      recurring: { interval: "month" | "year" };
    };
    const from = Temporal.Instant.fromEpochMilliseconds(start * 1000).toZonedDateTimeISO("UTC");
    const to = from.add(price.recurring.interval === "year" ? { years: 1 } : { months: 1 });
    const end = to.epochMilliseconds / 1000;
    Object.assign(item ?? {}, { current_period_start: start, current_period_end: end });
    const invoice = this.add("in", "invoice", {
      customer: subscription["customer"],
      status: this.formerCardFails ? "open" : "paid",
      total: price.unit_amount,
      period_start: start,
    });
    subscription["latest_invoice"] = invoice.id;
    subscription["status"] = this.formerCardFails ? "past_due" : "active";
  }

  /** Charges the subscriptions of former sites whose periods are over, and ends those that were to end. */
  chargeFormer(): void {
    for (const one of this.all("subscription")) {
      const { data } = one["items"] as { data: { current_period_end: number }[] };
      for (;;) {
        const end = data[0]?.current_period_end ?? 0;
        if (one["status"] !== "active" || end > this.clock()) break;
        if (one["cancel_at_period_end"]) one["status"] = "canceled";
        else this.#bill(one, end);
      }
    }
  }

  /** Has the buyer of a page dispute the payment at the bank. Returns the dispute. */
  dispute(pageId: string, amount: number, status = "needs_response"): StripeObject {
    const { payment_intent: intent, currency } = this.get(pageId);
    const fields = { payment_intent: intent, amount, currency, reason: "fraudulent", status };
    return this.add("du", "dispute", fields);
  }

  /** Returns whether a payment cannot be refunded because it is disputed. */
  isDisputed(intentId: string): boolean {
    const own = this.all("dispute").filter((one) => one["payment_intent"] === intentId);
    return own.some(({ status }) => status === "needs_response" || status === "lost");
  }

  #intentOfPage(page: StripeObject, card: FakeCard, customer: unknown): StripeObject {
    const { amount_total: amount, currency, metadata } = page;
    const status = typeOf(card) === "sepa_debit" ? "processing" : "succeeded";
    return this.intent({ amount, currency, metadata, customer, payment_method: card }, status);
  }

  /** Has the bank decide a debit that is under way. Returns its intent. */
  decide(intentId: string, isPaid: boolean): StripeObject {
    const intent = this.get(intentId);
    const page = this.all("checkout.session").find((one) => one["payment_intent"] === intentId);
    if (page && isPaid) page["payment_status"] = "paid";
    const failure = { code: "debit_not_authorized", decline_code: "insufficient_funds" };
    return Object.assign(
      intent,
      isPaid
        ? { status: "succeeded", amount_received: intent["amount"] }
        : { status: "requires_payment_method", last_payment_error: failure },
    );
  }

  /** Makes a charge in a state. */
  intent(fields: Record<string, unknown>, status: string): StripeObject {
    const charge = this.add("ch", "charge", { refunded: false });
    const received = status === "succeeded" ? fields["amount"] : 0;
    return this.add("pi", "payment_intent", {
      ...fields,
      status,
      amount_received: received,
      latest_charge: charge.id,
      last_payment_error: null,
    });
  }
}
