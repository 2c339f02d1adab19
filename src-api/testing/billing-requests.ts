import { randomBytes, randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import type { checkoutSchema } from "#shared/api/billing.ts";
import type { Language } from "#shared/languages.ts";
import type { PaymentProvider } from "#api/infra/payment-provider.ts";
import { termsVersion } from "./terms-version.ts";
import { sessions, users } from "#api/modules/accounts/schema.ts";
import { sessionLifeMs } from "#api/modules/accounts/sessions.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { products } from "#api/modules/billing/schema.ts";
import { hashToken } from "#api/infra/tokens.ts";
import { call } from "./account-requests.ts";
import type { TestPortal } from "./test-portal.ts";

export const monthly = { sku: "membership-monthly", quantity: 1 };
export const yearly = { sku: "membership-yearly", quantity: 1 };
export const workbook = { sku: "course-walking-workbook", quantity: 1 };

/** Gives the monthly plan a trial of so many days; null: none. */
export const offerTrial = ({ portal }: TestPortal, trialDays: number | null) =>
  portal.database.update(products).set({ trialDays }).where(eq(products.sku, monthly.sku));

export type Buyer = { id: string; token: string; email: string };

/** Creates a new session for a buyer, after the first one has expired. */
export async function comeBack({ portal }: TestPortal, buyer: Buyer): Promise<Buyer> {
  const now = portal.now();
  const token = randomBytes(32).toString("base64url");
  await portal.database.insert(sessions).values({
    id: randomUUID(),
    userId: buyer.id,
    tokenHash: hashToken(token),
    userAgent: "",
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + sessionLifeMs),
  });
  return { ...buyer, token };
}

/** Inserts a user with an active session into the database. */
export async function createBuyer(
  test: TestPortal,
  { language = "en" }: { language?: Language } = {},
): Promise<Buyer> {
  const { portal } = test;
  const id = randomUUID();
  const email = `${id}@example.com`;
  await portal.database.insert(users).values({
    id,
    email,
    name: "Ada Buyer",
    passwordHash: "none",
    roles: ["ROLE_USER"],
    language,
    createdAt: portal.now(),
  });
  return comeBack(test, { id, email, token: "" });
}

/** Replaces parts of the payment provider. Returns a function that puts the provider back. */
export function replaceProvider(
  { portal }: TestPortal,
  changes: Partial<PaymentProvider>,
): () => void {
  const { payments } = portal;
  const current = { ...payments.current, ...changes };
  portal.payments = { current, byId: new Map(payments.byId).set(current.id, current) };
  return () => void (portal.payments = payments);
}

type CheckoutBody = z.infer<typeof checkoutSchema>;

/** Sends a checkout of these items, with a new idempotency key unless one is given. */
export async function checkOut(
  test: TestPortal,
  { token }: Buyer,
  items: CheckoutBody["items"],
  { key = randomUUID(), ...changes }: Partial<CheckoutBody> & { key?: string } = {},
) {
  const body = { items, termsVersion: await termsVersion(), origin: "checkout", ...changes };
  return call(test, "POST", "/checkout", { token, body, headers: { "idempotency-key": key } });
}

export const goodCard = "4242 4242 4242 4242";
export const declinedCard = "4000 0000 0000 0002";
export const lateCard = "4000 0000 0000 0341";
export const secondStepCard = "4000 0027 6000 3184";

/** Buttons of the payment page for debits that succeed and fail after five days. */
export const goodDebit = "debitSucceeds";
export const failingDebit = "debitFails";

/** Presses the button of a payment page for one of its accounts. */
export async function payBy({ app, runDueJobs }: TestPortal, paymentUrl: string, account: string) {
  const response = await app.inject({
    method: "POST",
    url: paymentUrl,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ account }).toString(),
  });
  await runDueJobs();
  return response;
}

/** Submits the form of a payment page without a session, as a browser does. */
export async function pay(
  { app, runDueJobs }: TestPortal,
  paymentUrl: string,
  number: string,
  changes: Record<string, string> = {},
) {
  const response = await app.inject({
    method: "POST",
    url: paymentUrl,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ number, expiry: "04/30", cvc: "123", ...changes }).toString(),
  });
  await runDueJobs();
  return response;
}

/** Checks these items out and pays for them. Returns the invoice as it was opened. */
export async function buy(
  test: TestPortal,
  buyer: Buyer,
  items: CheckoutBody["items"],
  number = goodCard,
) {
  const { body } = await checkOut(test, buyer, items);
  await pay(test, body.paymentUrl, number);
  return body;
}
