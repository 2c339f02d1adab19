import * as z from "zod/mini";

/** The variables of the environment that choose who takes payments. */
export const paymentEnvironment = {
  PAYMENTS: z.optional(z.enum(["sandbox"], { error: "has to be sandbox" })),
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(
      z.regex(/^(sk|rk)_(test|live)_\w+$/, {
        error: "has to be a secret key of Stripe, which begins with sk_ or rk_",
      }),
    ),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z.string().check(
      z.regex(/^whsec_\S+$/, {
        error: "has to be the signing secret of a webhook of Stripe, which begins with whsec_",
      }),
    ),
  ),
};

/** The account at Stripe that takes payments. */
export type StripeSettings = {
  secretKey: string;
  /** Signs the events that Stripe sends. */
  webhookSecret: string;
  /** Where its API is, when that is not Stripe's own server; `timeout` in ms. */
  api?: { host: string; port: number; protocol: "http" | "https"; timeout: number };
};

export type PaymentSettings = {
  /** Who takes payments; null: nobody, so that checkout is blocked. */
  payments: "sandbox" | "stripe" | null;
  stripe: StripeSettings | null;
};

type Given = {
  PAYMENTS?: "sandbox" | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
};

/**
 * Returns who takes payments: the sandbox by default in demo mode, else nobody.
 *
 * @param refuse throws; called with a sentence where settings are missing or contradict each other
 */
export function readPaymentSettings(
  { PAYMENTS, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret }: Given,
  isDemo: boolean,
  refuse: (sentence: string) => never,
): PaymentSettings {
  if (!secretKey && !webhookSecret) {
    return { payments: PAYMENTS ?? (isDemo ? "sandbox" : null), stripe: null };
  }
  if (!secretKey || !webhookSecret) {
    const [set, missing] = secretKey
      ? ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"]
      : ["STRIPE_WEBHOOK_SECRET", "STRIPE_SECRET_KEY"];
    return refuse(
      `The environment variable ${set} needs ${missing} beside it: Stripe takes payments with the one, and reports them with the other.`,
    );
  }
  if (PAYMENTS) {
    return refuse(
      "The environment variable PAYMENTS cannot be sandbox beside STRIPE_SECRET_KEY: anybody with a test card would become a member. To try Stripe without money, use its own test keys.",
    );
  }
  return { payments: "stripe", stripe: { secretKey, webhookSecret } };
}
