import { Stripe } from "stripe";
import type { PaymentCheck } from "#shared/api/services.ts";
import type { Language } from "#shared/languages.ts";
import { formatMoney, type Money } from "#shared/money.ts";
import { hasDemoSeller } from "#api/brand.ts";
import type { Config } from "#api/config.ts";
import type { StripeSettings } from "#api/infra/payment-settings.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import type { Portal } from "#api/portal.ts";
import { findOnSale } from "./catalogue.ts";
import { countChargedElsewhere } from "./foreign-customers.ts";
import { minCharge } from "./prices.ts";
import {
  connectStripe,
  isTestKey,
  stripeAmount,
  stripeApiVersion,
} from "./stripe/stripe-objects.ts";
import { stripeEvents } from "./stripe/stripe-events.ts";

/** What was found: whether it is as it has to be, the sentence about it (`locales/…/payment-check.json`), and its values. */
type Finding = { isGood: boolean; name: string; values: Record<string, string | Money> };

const good = (name: string, values: Finding["values"] = {}): Finding => ({
  isGood: true,
  name,
  values,
});
const bad = (name: string, values: Finding["values"] = {}): Finding => ({
  isGood: false,
  name,
  values,
});

const webhookPath = "/api/payments/stripe/webhook";

/** Returns the message of an error without the end of a wrong key, which Stripe names. */
const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll(
    /\b(sk|rk)_(test|live)_[\w*]+/g,
    "$1_$2_…",
  );

async function checkAccount(stripe: Stripe, { secretKey }: StripeSettings): Promise<Finding[]> {
  const mode = good(isTestKey(secretKey) ? "testKey" : "liveKey");
  try {
    const { id, charges_enabled: isEnabled } = await stripe.accounts.retrieveCurrent();
    return [mode, isEnabled ? good("account", { id }) : bad("accountClosed", { id })];
  } catch (error) {
    return [mode, bad("keyRefused", { message: messageOf(error) })];
  }
}

/** Checks what a webhook sends, and in which version. */
function checkEvents({
  url,
  status,
  enabled_events: enabled,
  api_version: version,
}: Stripe.WebhookEndpoint): Finding[] {
  const missing = enabled.includes("*") ? [] : stripeEvents.filter((one) => !enabled.includes(one));
  const own = stripeApiVersion;
  return [
    status === "enabled" ? good("webhookEnabled", { url }) : bad("webhookOff", { url, status }),
    missing.length === 0 ? good("allEvents") : bad("missingEvents", { events: missing.join(", ") }),
    // Events only name what has changed; the portal reads it in its own version.
    version ? good("version", { own, version }) : good("versionOfAccount", { own }),
  ];
}

async function checkWebhook(stripe: Stripe, publicUrl: string | null): Promise<Finding[]> {
  if (!publicUrl?.startsWith("https:")) return [bad("publicUrl")];
  const url = publicUrl + webhookPath;
  try {
    for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
      if (endpoint.url === url) return checkEvents(endpoint);
    }
    return [bad("noWebhook", { url })];
  } catch (error) {
    return [bad("webhooksUnread", { message: messageOf(error) })];
  }
}

/** Returns whether Stripe refuses a request because the key lacks a right. */
async function isForbidden(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return false;
  } catch (error) {
    // An object that does not exist proves the right; anything else is what `checkAccount` names.
    return error instanceof Stripe.errors.StripePermissionError;
  }
}

/**
 * Checks what a restricted key needs beyond payments to take over subscriptions of a former site. It asks to change objects that do not
 * exist, which changes nothing. What is missing has to be added once members have come whom a former site charges.
 */
async function checkTakeOver(
  stripe: Stripe,
  { secretKey }: StripeSettings,
  database: Database,
): Promise<Finding[]> {
  if (!secretKey.startsWith("rk_")) return [];
  const needed: [string, () => Promise<unknown>][] = [
    ["Subscriptions", () => stripe.subscriptions.update("sub_none", { metadata: {} })],
    ["Subscription Schedules", () => stripe.subscriptionSchedules.release("sub_sched_none")],
    ["Invoices", () => stripe.invoices.voidInvoice("in_none")],
  ];
  const missing: string[] = [];
  for (const [right, ask] of needed) if (await isForbidden(ask())) missing.push(right);
  if (missing.length === 0) return [good("takeOver")];
  const rights = { rights: missing.join(", ") };
  const isNeeded = (await countChargedElsewhere(database)) > 0;
  return [isNeeded ? bad("noTakeOver", rights) : good("noTakeOverYet", rights)];
}

async function checkPrices(database: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { sku, price: amount, currency } of await findOnSale(database)) {
    const price = { amount, currency };
    const min = minCharge(currency);
    try {
      stripeAmount(price);
    } catch {
      findings.push(bad("lastDecimal", { sku, price, currency }));
      continue;
    }
    if (min === null) {
      findings.push(bad("unknownCurrency", { sku, price, currency }));
    } else if (amount < min) {
      findings.push(bad("tooLittle", { sku, price, min: { amount: min, currency } }));
    }
  }
  return findings.length > 0 ? findings : [good("prices")];
}

async function checkAll(
  { stripe: settings, payments, publicUrl }: Config,
  { database, brand }: Pick<Portal, "database" | "brand">,
): Promise<Finding[]> {
  if (!settings) return [bad(payments === "sandbox" ? "sandbox" : "none")];
  const stripe = connectStripe(settings);
  const isBlocked = !isTestKey(settings.secretKey) && hasDemoSeller(brand);
  return [
    ...(isBlocked ? [bad("demoSeller")] : []),
    ...(await checkAccount(stripe, settings)),
    ...(await checkTakeOver(stripe, settings, database)),
    ...(await checkWebhook(stripe, publicUrl)),
    ...(await checkPrices(database)),
  ];
}

/** Returns who takes payments, and what has to be done for that, in sentences of a language. */
export async function checkPayments(
  config: Config,
  portal: Pick<Portal, "database" | "brand">,
  language: Language,
): Promise<PaymentCheck> {
  const t = textsIn(language);
  const shown = (value: string | Money) =>
    typeof value === "string" ? value : formatMoney(value, language);
  const findings = (await checkAll(config, portal)).map(({ isGood, name, values }) => {
    const texts = Object.entries(values).map(([key, value]) => [key, shown(value)] as const);
    return { isGood, text: t(`payment-check:${name}`, Object.fromEntries(texts)) };
  });
  const testMode = config.stripe ? isTestKey(config.stripe.secretKey) : config.payments !== null;
  return { provider: config.payments ?? "none", testMode, findings };
}
