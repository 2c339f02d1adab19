import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** An object of Stripe as JSON. */
export type StripeObject = { id: string; object: string; [field: string]: unknown };

/** A request that has arrived: its parameters by their names in the form, such as `metadata[invoice]`. */
export type StripeCall = {
  method: string;
  path: string;
  form: Record<string, string>;
  key: string | undefined;
  version: string | undefined;
};

/** What the server does with a request: nothing special, no answer at all, an error, or doing it and losing the answer. */
type Fault = "hang" | "error" | "lost" | "refused";

type Answer = { status: number; body: unknown };

const invalid = (code: string, message: string, param?: string): Answer => ({
  status: code === "resource_missing" ? 404 : 400,
  body: { error: { type: "invalid_request_error", code, message, ...(param && { param }) } },
});

const metadataOf = (form: Record<string, string>, prefix = "metadata"): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form)
      .filter(([name]) => name.startsWith(`${prefix}[`))
      .map(([name, value]) => [name.slice(prefix.length + 1, -1), value]),
  );

const list = (data: StripeObject[]) => ({ object: "list", data, has_more: false, url: "/v1" });

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
} as const;
export type FakeCard = keyof typeof fakeCards;
const isFakeCard = (id: string): id is FakeCard => id in fakeCards;

const methodOf = (id: FakeCard): StripeObject => ({
  id,
  object: "payment_method",
  type: "card",
  customer: null,
  card: { brand: "visa", last4: fakeCards[id].last4, exp_month: 4, exp_year: 2030 },
});

/** Stripe's API as its documentation describes the parts that the portal uses. */
export class FakeStripe {
  readonly objects = new Map<string, StripeObject>();
  readonly calls: StripeCall[] = [];
  /** Faults of the next requests, in order. */
  readonly faults: Fault[] = [];
  /** Every request fails like this until it is unset. */
  outage: Fault | null = null;
  readonly #kept = new Map<string, { request: string; answer: Answer }>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #next = 1;

  /** Listens. Returns the options by which Stripe's client finds it. */
  async start() {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const { port } = this.#server.address() as AddressInfo; // not a pipe
    return { host: "127.0.0.1", port, protocol: "http", timeout: 500 } as const;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Forgets idempotency keys, as Stripe does after a day. */
  forgetKeys(): void {
    this.#kept.clear();
  }

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
    const made = { id, object, created: 1_772_366_400, ...fields };
    this.objects.set(id, made);
    return made;
  }

  /** Returns the number of requests to a path. */
  count(method: string, path: string): number {
    return this.calls.filter((call) => call.method === method && call.path === path).length;
  }

  /** Pays a page, or gives a card on it, as a buyer does in a browser. Returns the page. */
  pay(pageId: string, card: FakeCard = "pm_good"): StripeObject {
    const page = this.get(pageId);
    if (page["status"] !== "open") throw new Error("The page is not open.");
    const customer =
      page["customer"] ??
      (page["customer_creation"] === "always" ? this.add("cus", "customer", {}).id : null);
    const method = methodOf(card);
    const changes =
      page["mode"] === "setup"
        ? { setup_intent: { id: `seti_${pageId}`, object: "setup_intent", payment_method: method } }
        : { payment_status: "paid", payment_intent: this.#intentOfPage(page, card, customer).id };
    return Object.assign(page, { status: "complete", url: null, customer, ...changes });
  }

  #intentOfPage(page: StripeObject, card: FakeCard, customer: unknown): StripeObject {
    const { amount_total: amount, currency, metadata } = page;
    return this.#intent(
      { amount, currency, metadata, customer, payment_method: card },
      "succeeded",
    );
  }

  #intent(fields: Record<string, unknown>, status: string): StripeObject {
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

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    const { pathname: path, searchParams } = new URL(url, "http://stripe.test");
    const form = Object.fromEntries([...searchParams, ...new URLSearchParams(await text(request))]);
    const key = headers["idempotency-key"];
    const version = headers["stripe-version"];
    const call = { method, path, form, key: String(key), version: String(version) };
    this.calls.push(call);
    const fault = this.faults.shift() ?? this.outage;
    if (fault === "hang") return;
    if (fault === "refused") return void request.socket.destroy();
    if (fault === "error")
      return send(response, { status: 500, body: { error: { type: "api_error" } } });
    const answer = this.#answerOnce(call);
    if (fault === "lost") return void request.socket.destroy();
    send(response, answer);
  }

  /** Answers a repeated POST like the first one; refuses the key for another request. */
  #answerOnce(call: StripeCall): Answer {
    if (call.method !== "POST" || !call.key) return this.#answer(call);
    const request = JSON.stringify([call.path, call.form]);
    const kept = this.#kept.get(call.key);
    if (kept && kept.request !== request) {
      return {
        status: 400,
        body: { error: { type: "idempotency_error", message: "Other parameters" } },
      };
    }
    const answer = kept?.answer ?? this.#answer(call);
    // What fails validation is not kept.
    if (answer.status !== 404)
      this.#kept.set(call.key, { request, answer: structuredClone(answer) });
    return answer;
  }

  #answer({ method, path, form }: StripeCall): Answer {
    const [, , resource = "", ...rest] = path.split("/");
    const name = `${method} ${resource}${resource === "checkout" ? `/${rest.shift()}` : ""}`;
    const [id, action] = rest;
    if (method === "GET" && !id) return { status: 200, body: list(this.#find(name, form)) };
    if (method === "GET" && id) return this.#read(id, form);
    if (id && action) return this.#act(id, action);
    if (name === "POST checkout/sessions") return this.#openPage(form);
    if (name === "POST payment_intents") return this.#charge(form);
    if (name === "POST refunds") return this.#refund(form);
    return invalid("unknown", `Unrecognized request URL (${method}: ${path})`);
  }

  #find(name: string, form: Record<string, string>): StripeObject[] {
    if (name === "GET webhook_endpoints") return this.all("webhook_endpoint");
    const kind = name === "GET refunds" ? "refund" : "payment_intent";
    const by = kind === "refund" ? "payment_intent" : "customer";
    return this.all(kind).filter((one) => one[by] === form[by]);
  }

  #read(id: string, form: Record<string, string>): Answer {
    const found = this.objects.get(id);
    if (!found) return invalid("resource_missing", `No such object: ${id}`, "id");
    const body = structuredClone(found);
    const isExpanded = Object.keys(form).some((name) => name.startsWith("expand["));
    const intent = this.objects.get(String(body["payment_intent"]));
    if (isExpanded && intent) {
      body["payment_intent"] = {
        ...intent,
        payment_method: methodOf(intent["payment_method"] as FakeCard), // set by `pay`
        latest_charge: this.objects.get(String(intent["latest_charge"])),
      };
    }
    return { status: 200, body };
  }

  #act(id: string, action: string): Answer {
    const found = this.objects.get(id);
    if (!found) return invalid("resource_missing", `No such object: ${id}`, "id");
    const [from, to] =
      action === "expire"
        ? [["open"], "expired"]
        : [["requires_payment_method", "requires_action", "processing"], "canceled"];
    if (!from.includes(String(found["status"])))
      return invalid("unexpected_state", "Not possible now");
    return { status: 200, body: Object.assign(found, { status: to, url: null }) };
  }

  #openPage(form: Record<string, string>): Answer {
    const { customer = null, mode, currency, customer_creation } = form;
    const given = form["line_items[0][price_data][currency]"] ?? currency ?? null;
    if (customer !== null && !this.objects.has(customer)) {
      return invalid("resource_missing", `No such customer: '${customer}'`, "customer");
    }
    if (customer !== null && customer_creation) {
      return invalid("parameter_invalid", "You may only specify one of these", "customer");
    }
    const amount = Number(form["line_items[0][price_data][unit_amount]"] ?? 0);
    if (mode === "payment" && amount < 50) {
      return invalid("amount_too_small", "The total amount due must be at least 50 cents");
    }
    const page = this.add("cs_test", "checkout.session", {
      mode,
      customer,
      customer_creation,
      status: "open",
      payment_status: mode === "setup" ? "no_payment_required" : "unpaid",
      payment_intent: null,
      setup_intent: null,
      amount_total: amount,
      currency: given,
      client_reference_id: form["client_reference_id"] ?? null,
      metadata: metadataOf(form),
    });
    page["url"] = `https://checkout.stripe.test/c/pay/${page.id}`;
    return { status: 200, body: page };
  }

  #charge(form: Record<string, string>): Answer {
    const { customer, payment_method: method = "" } = form;
    if (!customer || !this.objects.has(customer)) {
      return invalid("resource_missing", `No such customer: '${customer}'`, "customer");
    }
    if (!isFakeCard(method))
      return invalid("resource_missing", "No such PaymentMethod", "payment_method");
    const { outcome } = fakeCards[method];
    const fields = {
      amount: Number(form["amount"]),
      currency: form["currency"],
      customer,
      payment_method: method,
      metadata: metadataOf(form),
    };
    if (outcome === "succeeded" || outcome === "processing") {
      return { status: 200, body: this.#intent(fields, outcome) };
    }
    const intent = this.#intent(fields, "requires_payment_method");
    const code =
      outcome === "authentication_required" || outcome === "expired_card"
        ? outcome
        : "card_declined";
    const error = {
      type: "card_error",
      code,
      decline_code: outcome,
      message: "Your card was declined.",
    };
    intent["last_payment_error"] = error;
    return { status: 402, body: { error: { ...error, payment_intent: intent } } };
  }

  #refund(form: Record<string, string>): Answer {
    const intent = this.objects.get(String(form["payment_intent"]));
    if (!intent) return invalid("resource_missing", "No such payment_intent", "payment_intent");
    const made = this.all("refund").filter((one) => one["payment_intent"] === intent.id);
    const left = made.reduce(
      (sum, one) => sum - Number(one["amount"]),
      Number(intent["amount_received"]),
    );
    const amount = Number(form["amount"] ?? left);
    if (amount > left) return invalid("charge_already_refunded", "More than is left");
    const charge = this.get(String(intent["latest_charge"]));
    charge["refunded"] = amount === left;
    const { id: paid } = intent;
    return {
      status: 200,
      body: this.add("re", "refund", {
        amount,
        currency: intent["currency"],
        payment_intent: paid,
        status: "succeeded",
        metadata: metadataOf(form),
      }),
    };
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_1" });
  response.end(JSON.stringify(body));
}
