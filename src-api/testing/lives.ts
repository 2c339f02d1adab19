import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { eq } from "#api/infra/database/drizzle.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Logger } from "#api/infra/services.ts";
import { placeOrder } from "#api/modules/billing/checkout.ts";
import { findLastPaid, findOpenRenewal } from "#api/modules/billing/invoices.ts";
import { storeCard } from "#api/modules/billing/cards.ts";
import { payWith } from "#api/modules/billing/sandbox/sandbox.ts";
import { collectPayment, isFree } from "#api/modules/billing/payment-pages.ts";
import { refundInvoice } from "#api/modules/billing/refund.ts";
import { type Invoice, products } from "#api/modules/billing/schema.ts";
import { extendMembership, undoExtension } from "#api/modules/billing/admin-acts.ts";
import { setRenewal } from "#api/modules/billing/cancel.ts";
import { planSwitch, switchPeriod, undoSwitchOf } from "#api/modules/billing/switch.ts";
import { receiveWithdrawal } from "#api/modules/billing/withdraw.ts";
import { termsVersion } from "./terms-version.ts";
import { memberActor } from "#api/infra/audit/record-act.ts";
import { deletePersonalData } from "#api/account-deletion.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { findBought, findMembershipState } from "#api/modules/membership/membership.ts";
import type { Portal } from "#api/portal.ts";
import { monthly, workbook } from "./billing-requests.ts";
import { end, grant, revoke, unusedOf } from "./lives-of-admins.ts";
import {
  type FormerSite,
  freeDaysMoved,
  moveIn,
  takeOver,
} from "./lives-of-members-from-elsewhere.ts";
import {
  cardOf,
  decideDispute,
  disputePayment,
  type OpenDispute,
  pickPaid,
  refundAtProvider,
} from "./lives-at-provider.ts";
import { pick } from "./random.ts";
import type { TestPortal } from "./test-portal.ts";

/** A user of a random life, what is bought in it, and ids of the subscriptions that ended early. */
export type Life = {
  /** Of the account; another one after it was deleted. */
  id: string;
  /** Stays, as the name of what was bought, when the account is deleted. */
  email: string;
  random: () => number;
  plans: readonly (typeof monthly)[];
  cancelled: Set<string>;
  /** Those whose renewal a dispute has stopped, and nobody has decided about since. */
  stopped: Set<string>;
  /** Those of which a dispute was lost. */
  lost: Set<string>;
  /** Oldest first. */
  disputes: OpenDispute[];
  /** Those whose present period had cost nothing when it was "paid back". */
  revoked: Set<string>;
  /** The latest extension by an admin; null before one, and once it was taken back. */
  extension: Parameters<typeof undoExtension>[3] | null;
  /** End of the free membership, in ms since 1970; 0: none. */
  grantedUntil: number;
  /** The site that the member came from; null for who did not come from one. */
  former: FormerSite | null;
};

export type Act = (portal: Portal, life: Life, log: Logger) => Promise<void>;

/** Pays an invoice on a page, by card or by a debit that is decided five days later. */
const payOnPage = (portal: Portal, invoiceId: string, random: () => number, settlesLate = 0.1) => {
  const account = random() < 0.3 && pick(random, ["debitSucceeds", "debitFails"] as const);
  if (account) return collectPayment(portal, invoiceId, payWith(account, portal.now()));
  return collectPayment(portal, invoiceId, {
    way: "card",
    reference: randomUUID(),
    settlesAt: random() < settlesLate ? new Date(portal.now().getTime() + 15_000) : null,
    card: cardOf(portal, random),
  });
};

/** Has a buyer order something. Returns the invoice. */
async function order(portal: Portal, { id: userId, email, random, plans }: Life): Promise<Invoice> {
  const standing = await findMembershipState(portal.database, userId, portal.now());
  const buyer = { userId, name: "Ada", email, ...standing };
  const plan = pick(random, plans);
  const items = pick(random, [[plan], [plan], [plan, workbook], [plan, workbook], [workbook]]);
  return placeOrder(portal, buyer, {
    body: {
      items,
      discountCode: pick(random, ["", "", "HALF", "FIRSTFREE", "ALWAYS"]),
      origin: "checkout",
      termsVersion: await termsVersion(),
    },
    key: randomUUID(),
    language: "en",
  });
}

const subscribe: Act = async (portal, life) => {
  const { id, total } = await order(portal, life);
  if (total === 0) await collectPayment(portal, id, null);
  else if (life.random() < 0.9) await payOnPage(portal, id, life.random);
};

/** Begins a trial of the monthly plan: with a card of one's own, or one that others have used as well. */
const tryOut: Act = async (portal, life) => {
  const { database } = portal;
  const offer = (trialDays: number | null) =>
    database.update(products).set({ trialDays }).where(eq(products.sku, monthly.sku));
  await offer(pick(life.random, [5, 14, 30]));
  const ordered = await order(portal, { ...life, plans: [monthly] }).finally(() => offer(null));
  const given = cardOf(portal, life.random);
  const fingerprint = pick(life.random, [life.email, life.email, life.email, "shared"]);
  const charge = { way: given.card.kind, reference: randomUUID(), settlesAt: null };
  const card = { ...given, card: { ...given.card, fingerprint } };
  await collectPayment(portal, ordered.id, isFree(ordered) ? null : { ...charge, card });
};

const changePeriod: Act = async (portal, { id, random }, log) => {
  const { database } = portal;
  const now = portal.now();
  const subscription = await findBought(database, id, now);
  if (!subscription) return;
  const to = subscription.period === "monthly" ? "yearly" : "monthly";
  const planned = await planSwitch(database, subscription, { to, now });
  const dueNow = planned.isNow ? planned.charge.total : 0;
  if (planned.isNow) expect(planned.unused).toBe(await unusedOf(portal, subscription.id));
  const waiting = await switchPeriod(portal, id, { to, dueNow }, log);
  if (waiting !== null && random() < 0.5) await payOnPage(portal, waiting, random);
};

const payRenewal: Act = async (portal, { id, random }) => {
  const subscription = await findBought(portal.database, id, portal.now());
  const invoice = subscription && (await findOpenRenewal(portal.database, subscription.id));
  if (invoice) await payOnPage(portal, invoice.id, random);
};

const giveCard: Act = (portal, { id, random }) =>
  portal.database.transaction((tx) => storeCard(portal, tx, id, "sandbox", cardOf(portal, random)));

const cancelOrResume =
  (cancelled: boolean): Act =>
  async (portal, life) => {
    const chosen = { renews: !cancelled, actor: null };
    const { id } = await portal.database.transaction((tx) =>
      setRenewal(portal, tx, life.id, chosen),
    );
    if (cancelled) life.cancelled.add(id);
    else life.cancelled.delete(id);
    life.stopped.delete(id);
  };

/** Has an admin pay back a part of an invoice, all that is left, or more than was paid. */
const refund: Act = async (portal, life) => {
  const invoice = await pickPaid(portal, life);
  if (!invoice) return;
  const { id: invoiceId, total, subscriptionId } = invoice;
  const part = 1 + Math.floor(life.random() * total);
  const amount = pick(life.random, [part, part, null, null, total + 1]);
  const last = subscriptionId && (await findLastPaid(portal.database, subscriptionId));
  const sku =
    pick(life.random, ["", ...invoice.lines.map((line) => line.sku), workbook.sku]) || undefined;
  const { outcome } = await refundInvoice(portal, {
    invoiceId,
    sku,
    amount,
    reason: "refund",
    note: "?",
  });
  if (amount !== null && amount > total && outcome !== "too-much") {
    throw new Error("More was paid back than had been paid.");
  }
  const isPresent = last && last.id === invoiceId;
  if (outcome === "nothing-charged" && isPresent) life.revoked.add(last.subscriptionId ?? "");
};

const withdraw: Act = async (portal, life) => {
  const contract = (await pickPaid(portal, life))?.receiptNumber;
  const declared = { language: "en", userId: life.id } as const;
  const { email } = life;
  if (contract) await receiveWithdrawal(portal, { name: "Ada", email, contract }, declared);
};

/** Has an admin give free days. */
const extend: Act = (portal, life) =>
  portal.database.transaction(async (tx) => {
    const days = 1 + Math.floor(life.random() * 20);
    life.extension = await extendMembership(portal, tx, life.id, days);
    if (life.grantedUntil > 0) life.grantedUntil = life.extension.endsAt.getTime();
    await freeDaysMoved(tx, life, life.extension.endsAt);
  });

/** Has an admin take the days back that were given last. */
const takeDaysBack: Act = async (portal, life) => {
  const { extension } = life;
  if (!extension) return;
  await portal.database.transaction(async (tx) => {
    await undoExtension(portal, tx, life.id, extension);
    await freeDaysMoved(tx, life, extension.before.endsAt);
  });
  if (life.grantedUntil > 0) life.grantedUntil = extension.before.endsAt.getTime();
  life.extension = null;
};

/** Deletes the account, in whatever state it is, and registers again with the same address. */
const leave: Act = async (portal, life, log) => {
  const { database } = portal;
  const [user] = await database.select().from(users).where(eq(users.id, life.id));
  if (!user) throw new Error("There is no account.");
  await database.transaction((tx) =>
    deletePersonalData(portal, tx, life.id, {
      actor: memberActor(life.id),
      log,
    }),
  );
  Object.assign(life, { id: randomUUID(), grantedUntil: 0, extension: null, former: null });
  await database.insert(users).values({ ...user, id: life.id });
};

/** Deletes the account while the payment of an order is not settled. */
const leaveWhilePaying: Act = async (portal, life, log) => {
  const { id, total } = await order(portal, life);
  if (total > 0) await payOnPage(portal, id, life.random, 1);
  await leave(portal, life, log);
};

const acts: readonly Act[] = [
  subscribe,
  subscribe,
  subscribe,
  subscribe,
  tryOut,
  tryOut,
  changePeriod,
  changePeriod,
  payRenewal,
  giveCard,
  cancelOrResume(true),
  cancelOrResume(false),
  (portal, { id }) => undoSwitchOf(portal, id),
  refund,
  refund,
  withdraw,
  extend,
  takeDaysBack,
  end,
  end,
  leave,
  leaveWhilePaying,
  refundAtProvider,
  disputePayment,
  decideDispute,
  decideDispute,
  grant,
  revoke,
  moveIn,
  moveIn,
  takeOver,
  takeOver,
];

/** Lets a user do something at random. What the portal refuses changes nothing. */
export async function act({ portal, app }: TestPortal, life: Life): Promise<void> {
  if (life.grantedUntil <= portal.now().getTime()) life.grantedUntil = 0;
  await pick(life.random, acts)(portal, life, app.log).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}
