import { randomBytes, randomUUID } from "node:crypto";
import type { Period } from "#shared/api/cart.ts";
import { dayMs } from "#shared/durations.ts";
import { hashPassword } from "#api/infra/passwords/passwords.ts";
import { addUser, findProven, type ProvenUser } from "#api/modules/accounts/users.ts";
import {
  endedFields,
  findSubscription,
  updateSubscription,
} from "#api/modules/membership/module.ts";
import { placeOrder } from "#api/modules/billing/checkout.ts";
import { collectPayment } from "#api/modules/billing/payment-pages.ts";
import { sandboxPayments } from "#api/modules/billing/sandbox/sandbox.ts";
import type { Portal } from "#api/portal.ts";

const demoCard = {
  kind: "card" as const,
  reference: "sandbox_card_succeeds",
  customer: null,
  brand: "Visa",
  last4: "4242",
  expMonth: 12,
  expYear: 2034,
};
/** Buys a membership for a user of the demo, at a time in the past and without sending mails. */
export async function buyMembership(
  portal: Portal,
  user: ProvenUser,
  { plan, at }: { plan: Period; at: Date },
): Promise<void> {
  const { payments } = portal;
  const sandbox = sandboxPayments(portal);
  const past: Portal = {
    ...portal,
    payments: { ...payments, current: sandbox },
    now: () => at,
  };
  const buyer = {
    userId: user.id,
    email: user.email,
    name: user.name,
    subscriptionOwned: false,
    subscriptionPending: false,
  };
  const purchase = await placeOrder(past, buyer, {
    body: {
      items: [{ sku: `membership-${plan}`, quantity: 1 }],
      termsVersion: portal.brand.legalVersions.terms,
      origin: "checkout",
    },
    key: randomUUID(),
    language: user.language,
  });
  const card = { card: demoCard, givenAt: at };
  const charge = {
    way: "card",
    reference: `sandbox_${randomUUID()}`,
    settlesAt: null,
    card,
  } as const;
  const quiet = { ...past, jobs: { enqueue: async () => {} } };
  await collectPayment(quiet, purchase.id, charge);
}

/** Members of the last year, the earliest first: yearly ones are members still, monthly ones left after a month. */
const pastMembers: { name: string; months: number; plan: Period }[] = [
  { name: "Paulina Kurek", months: 11, plan: "yearly" },
  { name: "Piotr Zawada", months: 10, plan: "yearly" },
  { name: "Rafael Stone", months: 10, plan: "monthly" },
  { name: "Renata Lipska", months: 9, plan: "yearly" },
  { name: "Sara Holm", months: 8, plan: "yearly" },
  { name: "Stefan Pawlak", months: 7, plan: "monthly" },
  { name: "Tess Walker", months: 6, plan: "yearly" },
  { name: "Tomasz Wrona", months: 5, plan: "yearly" },
  { name: "Vera Lindt", months: 4, plan: "monthly" },
  { name: "Wanda Sroka", months: 3, plan: "yearly" },
  { name: "Zofia Mazur", months: 1, plan: "yearly" },
];

/** Ends a membership with the period that was paid for. */
async function endWithItsPeriod({ database }: Portal, { id: userId }: ProvenUser): Promise<void> {
  const bought = await findSubscription(database, userId);
  if (!bought?.endsAt) return;
  const changes = { ...endedFields(bought.endsAt), cancelAtPeriodEnd: true };
  await updateSubscription(database, bought.id, changes);
}

/** Seeds what trends are drawn from: people who became members in the last year, and whose password nobody knows. */
export async function seedHistory(portal: Portal): Promise<void> {
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
  const { terms: termsVersion } = portal.brand.legalVersions;
  for (const { name, months, plan } of pastMembers) {
    const at = new Date(portal.now().getTime() - (months * 30 + 3) * dayMs);
    const email = `${name.toLowerCase().replace(" ", ".")}@example.com`;
    const accounts = { database: portal.database, now: () => at };
    const profile = { email, name, passwordHash, termsVersion, isDemo: true };
    const user = (await addUser(accounts, profile)) && (await findProven(portal.database, email));
    if (!user) continue; // somebody registered this address
    await buyMembership(portal, user, { plan, at });
    if (plan === "monthly") await endWithItsPeriod(portal, user);
  }
}
