import {
  type FakeAccount,
  type FakeCard,
  fakeCards,
  isFakeCard,
  methodOf,
  type StripeObject,
} from "./fake-account.ts";

/** A request that has arrived: its parameters by their names in the form, such as `metadata[invoice]`. */
export type StripeCall = {
  method: string;
  path: string;
  form: Record<string, string>;
  key: string | undefined;
  version: string | undefined;
};

export type Answer = { status: number; body: unknown };

const invalid = (code: string, message: string, param?: string): Answer => ({
  status: code === "resource_missing" ? 404 : 400,
  body: { error: { type: "invalid_request_error", code, message, ...(param && { param }) } },
});

const missing = (id: string) => invalid("resource_missing", `No such object: ${id}`, "id");

const metadataOf = (form: Record<string, string>, prefix = "metadata"): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form)
      .filter(([name]) => name.startsWith(`${prefix}[`))
      .map(([name, value]) => [name.slice(prefix.length + 1, -1), value]),
  );

const list = (data: StripeObject[]) => ({ object: "list", data, has_more: false, url: "/v1" });

/** Answers a request as Stripe's documentation describes the parts that the portal uses. */
export function answerCall(account: FakeAccount, { method, path, form }: StripeCall): Answer {
  const [, , resource = "", ...rest] = path.split("/");
  const name = `${method} ${resource}${resource === "checkout" ? `/${rest.shift()}` : ""}`;
  const [id, action, part] = rest;
  account.chargeFormer();
  if (resource === "customers" && id && action === "payment_methods") {
    const own = account.objects.get(id)?.["methods"] as StripeObject[] | undefined;
    if (!part) return { status: 200, body: list(own ?? []) };
    const found = own?.find((one) => one.id === part);
    return found ? { status: 200, body: found } : missing(part);
  }
  if (resource === "subscriptions") return answerSubscription(account, method, form, id);
  if (resource === "invoices" && id && action === "void") {
    if (!account.objects.has(id)) return missing(id);
    return { status: 200, body: Object.assign(account.get(id), { status: "void" }) };
  }
  if (name === "GET account") return read(account, "account", form);
  if (method === "GET" && !id) return { status: 200, body: list(find(account, name, form)) };
  if (method === "GET" && id) return read(account, id, form);
  if (name === "DELETE customers" && id) return deleteCustomer(account, id);
  if (id && action) return account.objects.has(id) ? act(account, id, action) : missing(id);
  if (name === "POST checkout/sessions") return openPage(account, form);
  if (name === "POST payment_intents") return chargeCard(account, form);
  if (name === "POST refunds") return makeRefund(account, form);
  return invalid("unknown", `Unrecognized request URL (${method}: ${path})`);
}

/** Reads, changes or cancels subscriptions of former sites; their invoice is always expanded. */
function answerSubscription(
  account: FakeAccount,
  method: string,
  form: Record<string, string>,
  id: string | undefined,
): Answer {
  const whole = (one: StripeObject) => ({
    ...one,
    latest_invoice: account.objects.get(String(one["latest_invoice"])),
  });
  if (!id) {
    const own = account.all("subscription").filter((one) => one["customer"] === form["customer"]);
    return { status: 200, body: list(own.map(whole)) };
  }
  const found = account.objects.get(id);
  if (!found) return missing(id);
  const isOver = found["status"] === "canceled";
  if (method !== "GET" && isOver) return invalid("resource_missing", "No such subscription", "id");
  if (method === "POST" && form["cancel_at_period_end"]) {
    found["cancel_at_period_end"] = form["cancel_at_period_end"] === "true";
  }
  if (method === "POST") Object.assign(found["metadata"] as object, metadataOf(form));
  if (method === "DELETE") found["status"] = "canceled";
  return { status: 200, body: whole(structuredClone(found)) };
}

function find(account: FakeAccount, name: string, form: Record<string, string>): StripeObject[] {
  if (name === "GET webhook_endpoints") return account.all("webhook_endpoint");
  const since = Number(form["created[gte]"] ?? 0);
  if (name === "GET disputes") {
    return account.all("dispute").filter(({ created }) => Number(created) >= since);
  }
  const kind = name === "GET refunds" ? "refund" : "payment_intent";
  return account.all(kind).filter((one) => {
    const isAskedFor = ["payment_intent", "charge", "customer"].every(
      (by) => form[by] === undefined || one[by] === form[by],
    );
    return isAskedFor && Number(one["created"]) >= since;
  });
}

function read(account: FakeAccount, id: string, form: Record<string, string>): Answer {
  const found = account.objects.get(id);
  if (!found) return missing(id);
  const body = structuredClone(found);
  const isExpanded = Object.keys(form).some((name) => name.startsWith("expand["));
  const intent = account.objects.get(String(body["payment_intent"]));
  if (isExpanded && intent) {
    body["payment_intent"] = {
      ...intent,
      payment_method: methodOf(intent["payment_method"] as FakeCard, account.clock()), // set by `pay`
      latest_charge: account.objects.get(String(intent["latest_charge"])),
    };
  }
  return { status: 200, body };
}

function act(account: FakeAccount, id: string, action: string): Answer {
  const found = account.objects.get(id);
  if (!found) return missing(id);
  const [from, to] =
    action === "expire"
      ? [["open"], "expired"]
      : [["requires_payment_method", "requires_action", "processing"], "canceled"];
  if (!from.includes(String(found["status"])))
    return invalid("unexpected_state", "Not possible now");
  return { status: 200, body: Object.assign(found, { status: to, url: null }) };
}

function deleteCustomer(account: FakeAccount, id: string): Answer {
  if (!account.objects.delete(id)) return missing(id);
  for (const one of account.all("subscription")) {
    if (one["customer"] === id) one["status"] = "canceled";
  }
  return { status: 200, body: { id, object: "customer", deleted: true } };
}

/** The least amounts of some currencies, in their minor units at Stripe. */
const minAmounts: Readonly<Record<string, number>> = { eur: 50, huf: 17_500, jpy: 50 };

const isTooSmall = (amount: number, currency: string | null) =>
  amount < (minAmounts[currency ?? ""] ?? 1);

function openPage(account: FakeAccount, form: Record<string, string>): Answer {
  const { customer = null, mode, currency, customer_creation } = form;
  const given = form["line_items[0][price_data][currency]"] ?? currency ?? null;
  if (customer !== null && !account.objects.has(customer)) {
    return invalid("resource_missing", `No such customer: '${customer}'`, "customer");
  }
  if (customer !== null && customer_creation) {
    return invalid("parameter_invalid", "You may only specify one of these", "customer");
  }
  const amount = Number(form["line_items[0][price_data][unit_amount]"] ?? 0);
  if (mode === "payment" && isTooSmall(amount, given)) {
    return invalid("amount_too_small", "The total amount due must be at least 50 cents");
  }
  const page = account.add("cs_test", "checkout.session", {
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

function chargeCard(account: FakeAccount, form: Record<string, string>): Answer {
  const { customer, payment_method: method = "" } = form;
  if (!customer || !account.objects.has(customer)) {
    return invalid("resource_missing", `No such customer: '${customer}'`, "customer");
  }
  if (!isFakeCard(method))
    return invalid("resource_missing", "No such PaymentMethod", "payment_method");
  if (isTooSmall(Number(form["amount"]), form["currency"] ?? null)) {
    return invalid("amount_too_small", "Amount must be at least 50 cents", "amount");
  }
  const { outcome } = fakeCards[method];
  const fields = {
    amount: Number(form["amount"]),
    currency: form["currency"],
    customer,
    payment_method: method,
    metadata: metadataOf(form),
  };
  if (outcome === "succeeded" || outcome === "processing") {
    return { status: 200, body: account.intent(fields, outcome) };
  }
  const intent = account.intent(fields, "requires_payment_method");
  const code =
    outcome === "authentication_required" || outcome === "expired_card" ? outcome : "card_declined";
  const error = {
    type: "card_error",
    code,
    decline_code: outcome,
    message: "Your card was declined.",
  };
  intent["last_payment_error"] = error;
  return { status: 402, body: { error: { ...error, payment_intent: intent } } };
}

export function makeRefund(account: FakeAccount, form: Record<string, string>): Answer {
  const intent = account.objects.get(String(form["payment_intent"]));
  if (!intent) return invalid("resource_missing", "No such payment_intent", "payment_intent");
  if (account.isDisputed(intent.id)) return invalid("charge_disputed", "The charge is disputed");
  const made = account
    .all("refund")
    .filter((one) => one["payment_intent"] === intent.id && one["status"] !== "failed");
  const refundable = made.reduce(
    (sum, one) => sum - Number(one["amount"]),
    Number(intent["amount_received"]),
  );
  const amount = Number(form["amount"] ?? refundable);
  if (amount > refundable) return invalid("charge_already_refunded", "More than is left");
  const charge = account.get(String(intent["latest_charge"]));
  charge["refunded"] = amount === refundable;
  const { id: paid } = intent;
  return {
    status: 200,
    body: account.add("re", "refund", {
      amount,
      currency: intent["currency"],
      payment_intent: paid,
      charge: charge.id,
      status: account.refundStatus,
      metadata: metadataOf(form),
    }),
  };
}
