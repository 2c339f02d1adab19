import type { Stripe } from "stripe";
import { formatMoney } from "#shared/money.ts";
import type { Config } from "#api/config.ts";
import type { StripeSettings } from "#api/infra/payment-settings.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { findOnSale } from "#api/modules/billing/catalogue.ts";
import { minCharge } from "#api/modules/billing/prices.ts";
import {
  connectStripe,
  isTestKey,
  stripeAmount,
  stripeApiVersion,
} from "#api/modules/billing/stripe/stripe.ts";
import { stripeEvents } from "#api/modules/billing/stripe/stripe-events.ts";

/** What was checked: in order, or something that has to be done. */
type Finding = { isGood: boolean; text: string };

export type PaymentCheck = {
  /** One plain sentence a line; a line that needs an act of the owner begins with "To do: ". */
  lines: string[];
  /** Payments work as the installation is set up. */
  isReady: boolean;
};

const good = (text: string): Finding => ({ isGood: true, text });
const bad = (text: string): Finding => ({ isGood: false, text });

const webhookPath = "/api/payments/stripe/webhook";

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function checkAccount(stripe: Stripe, { secretKey }: StripeSettings): Promise<Finding[]> {
  const mode = isTestKey(secretKey)
    ? good("The key is a test key: no money is moved, and Stripe's test cards work.")
    : good("The key is a live key: cards are charged.");
  try {
    const { id, charges_enabled: isEnabled } = await stripe.accounts.retrieveCurrent();
    const account = isEnabled
      ? good(`The key works, and the account ${id} may take payments.`)
      : bad(`The account ${id} may not take payments yet: complete it in Stripe's dashboard.`);
    return [mode, account];
  } catch (error) {
    return [mode, bad(`Stripe did not accept the key, or cannot be reached: ${messageOf(error)}`)];
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
  return [
    status === "enabled"
      ? good(`The webhook ${url} is enabled.`)
      : bad(`The webhook ${url} is ${status}: enable it in Stripe's dashboard.`),
    missing.length === 0
      ? good("It sends all events that the portal needs.")
      : bad(`It does not send these events: ${missing.join(", ")}. Add them in the dashboard.`),
    // Events only name what has changed; the portal reads it in its own version.
    good(
      `The portal uses the API version ${stripeApiVersion}; the webhook ${version ?? "the account's"}.`,
    ),
  ];
}

async function checkWebhook(stripe: Stripe, publicUrl: string | null): Promise<Finding[]> {
  if (!publicUrl?.startsWith("https:")) {
    return [
      bad("PUBLIC_URL has to be the https address of the portal: Stripe sends events there."),
    ];
  }
  const url = publicUrl + webhookPath;
  try {
    for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
      if (endpoint.url === url) return checkEvents(endpoint);
    }
    return [bad(`No webhook for ${url} is registered in Stripe's dashboard.`)];
  } catch (error) {
    return [bad(`The webhooks could not be read: ${messageOf(error)}`)];
  }
}

async function checkPrices(database: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { sku, price: amount, currency } of await findOnSale(database)) {
    const price = { amount, currency };
    const min = minCharge(currency);
    const shown = `${sku} costs ${formatMoney(price, "en")}`;
    try {
      stripeAmount(price);
    } catch {
      findings.push(bad(`${shown}: Stripe needs 0 as the last decimal of ${currency}.`));
      continue;
    }
    if (min === null) {
      findings.push(
        bad(`${shown}: look up whether Stripe takes ${currency}, and from which amount on.`),
      );
    } else if (amount < min) {
      const shownMin = formatMoney({ amount: min, currency }, "en");
      findings.push(bad(`${shown}, less than the ${shownMin} that Stripe charges at least.`));
    }
  }
  if (findings.length > 0) return findings;
  return [good("Stripe can charge all prices of the catalogue.")];
}

async function checkAll({ stripe: settings, payments, publicUrl }: Config, database: Database) {
  if (!settings) {
    return payments === "sandbox"
      ? [
          bad(
            "The sandbox takes payments, and anybody with a test card becomes a member: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.",
          ),
        ]
      : [bad("Nobody takes payments: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.")];
  }
  const stripe = connectStripe(settings);
  return [
    ...(await checkAccount(stripe, settings)),
    ...(await checkWebhook(stripe, publicUrl)),
    ...(await checkPrices(database)),
  ];
}

/** Returns whether an installation is set up to take payments, and what has to be done. */
export async function checkPayments(
  config: Config,
  { database }: { database: Database },
): Promise<PaymentCheck> {
  const findings = await checkAll(config, database);
  return {
    lines: findings.map(({ isGood, text }) => (isGood ? text : `To do: ${text}`)),
    isReady: findings.every(({ isGood }) => isGood),
  };
}
