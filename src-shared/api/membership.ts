import * as z from "zod/mini";
import { addDays } from "../calendar-date.ts";
import { dateIn } from "../formats.ts";
import { date, discountSchema } from "./billing.ts";
import { moneySchema } from "./catalogue.ts";
import { periodSchema } from "./cart.ts";
import { endpoint } from "./endpoint.ts";
import { emailField, requiredText } from "./fields.ts";
import { storableWays } from "../ways-to-pay.ts";
import { leavingAnswerSchema } from "./leaving.ts";

/** Origin of a membership: bought, or granted by an admin (free, not renewed). */
export const membershipSources = ["purchase", "grant"] as const;

const charge = z.object({ price: moneySchema, on: date, period: periodSchema });

/** What renewals are charged to. Only cards have a brand and an end, only cards and bank accounts last digits. */
const cardSchema = z.object({
  kind: z._default(z.enum(storableWays), "card"),
  brand: z.nullable(z.string()),
  last4: z.nullable(z.string()),
  expMonth: z.nullable(z.int()),
  expYear: z.nullable(z.int()),
});

/** A renewal that was not paid. Access is kept until `endsOn`. */
const pastDueSchema = z.object({
  purchaseId: z.string(),
  price: moneySchema,
  endsOn: date,
  /** When the card is charged again by itself; null: not any more. */
  nextTryOn: z.nullable(date),
  /** What helps: another card, or the buyer's confirmation at the bank. */
  needs: z.enum(["card", "confirmation"]),
});

export const membershipSchema = z.object({
  /**
   * ending: cancelled, valid until `endsAt`; pending: paid, not activated yet; past-due: a renewal was not
   * paid, access is kept for some days.
   */
  status: z.enum(["none", "pending", "active", "ending", "past-due", "ended"]),
  source: z.nullable(z.enum(membershipSources)),
  period: z.nullable(periodSchema),
  startedAt: z.nullable(date),
  /** End of the paid period; null for a grant without end. */
  endsAt: z.nullable(date),
  /** What will be charged, discount and credit included; its period is the one that begins then. */
  nextCharge: z.nullable(charge),
  /** The period that the user has chosen from the end of the present one on. */
  nextPeriod: z.nullable(periodSchema),
  /** Also null while a late payment is being settled. */
  pastDue: z.nullable(pastDueSchema),
  card: z.nullable(cardSchema),
  /** True while a bank has not decided the debit that began the present period: that is taken back if the debit fails. */
  unsettled: z.optional(z.boolean()),
  /** True for a year that was paid once: it ends without having been cancelled. */
  paidOnce: z.optional(z.boolean()),
  /** What was not paid, for a membership that has ended because its first debit failed. */
  failedDebit: z.optional(moneySchema),
  /** Credit of the account, which the next invoices use up. */
  credit: z.nullable(moneySchema),
  /** Credit in currencies that this membership is not charged in: it stays on the account, and is not used. Absent: none. */
  otherCredit: z.optional(z.array(moneySchema)),
  /** True while the member's former site still charges: nothing is charged here until that has ended. */
  chargedElsewhere: z.optional(z.boolean()),
  /** True in a trial, which `endsAt` ends: nothing was paid yet. */
  onTrial: z.optional(z.boolean()),
  /** Until when one can withdraw from the contract that pays the present period. Absent: not any more. */
  withdrawUntil: z.optional(date),
  /** What a year costs, and how much less that is than twelve months of this membership. Absent: a year is not cheaper. */
  yearly: z.optional(z.object({ price: moneySchema, saving: moneySchema })),
});
export type Membership = z.infer<typeof membershipSchema>;
export const getMembership = endpoint({
  method: "GET",
  path: "/membership",
  summary: "Get the user's membership",
  access: "user",
  answer: membershipSchema,
});

/** Cancels at the end of the paid period, with the reason if the member gives one. A failure changes nothing. */
export const cancelSubscription = endpoint({
  method: "POST",
  path: "/subscription/cancel",
  summary: "Cancel the membership at the end of the paid period",
  access: "user",
  errors: ["no-subscription", "conflict", "cancel-failed"],
  body: leavingAnswerSchema,
  answer: membershipSchema,
});
export const resumeSubscription = endpoint({
  method: "POST",
  path: "/subscription/resume",
  summary: "Resume a cancelled membership before it ends",
  access: "user",
  errors: ["no-subscription"],
  answer: membershipSchema,
});

/** What a change of the period costs, and when it takes effect. */
export const switchPreviewSchema = z.object({
  to: periodSchema,
  /** Now for a longer period; the end of the paid one for a shorter period. */
  on: date,
  /** The new period's price. */
  price: moneySchema,
  discount: z.nullable(discountSchema),
  /** Credit used: for the unused rest of what was paid, and of the account. */
  credit: moneySchema,
  /** Credit left over, which the next invoices use up. */
  creditLeft: moneySchema,
  dueNow: moneySchema,
  /** The first charge after the change. */
  next: charge,
});
export type SwitchPreview = z.infer<typeof switchPreviewSchema>;
export const previewSwitch = endpoint({
  method: "GET",
  path: "/subscription/switch",
  summary: "Show what another period would cost",
  access: "user",
  errors: ["no-subscription", "switch-impossible"],
  query: z.object({ to: periodSchema }),
  answer: switchPreviewSchema,
});
/**
 * Changes the period: a longer one now, a shorter one at the end of the paid period. 409 `price-changed` when
 * `dueNow` is not what the change costs by now, `conflict` while another payment is under way; 402 `payment-declined` when the card was declined: nothing
 * is changed then. With `paymentUrl` the change waits until the buyer has paid there.
 */
export const switchSubscription = endpoint({
  method: "POST",
  path: "/subscription/switch",
  summary: "Change the membership's period",
  access: "user",
  errors: [
    "no-subscription",
    "switch-impossible",
    "conflict",
    "price-changed",
    "payment-declined",
    "payments-unavailable",
  ],
  body: z.object({
    to: periodSchema,
    /** Minor units, as shown by the preview. */
    dueNow: z.int32(),
  }),
  answer: z.object({ membership: membershipSchema, paymentUrl: z.nullable(z.string()) }),
});
export const undoSwitch = endpoint({
  method: "DELETE",
  path: "/subscription/switch",
  summary: "Take back a change of the period that has not begun",
  access: "user",
  errors: ["no-subscription"],
  answer: membershipSchema,
});

const paymentPage = z.object({ url: z.string() });

/** Opens the page where a renewal that was not paid can be paid with any card. */
export const payRenewal = endpoint({
  method: "POST",
  path: "/subscription/pay",
  summary: "Pay a renewal that failed",
  access: "user",
  errors: ["no-subscription", "payments-unavailable"],
  answer: paymentPage,
});
/** Opens the page where another card is given for renewals. */
export const changeCard = endpoint({
  method: "POST",
  path: "/subscription/card",
  summary: "Give another card for renewals",
  access: "user",
  errors: ["no-subscription", "payments-unavailable"],
  answer: paymentPage,
});

/** Days after that of the contract on which a consumer may withdraw from it, each of them to its end. */
export const withdrawalDays = 14;

/** Returns the last day (YYYY-MM-DD) on which one may withdraw from a contract of `paidAt`, in the seller's time zone. */
export const lastWithdrawalDay = (paidAt: Date, timeZone: string): string =>
  addDays(dateIn(paidAt, timeZone), withdrawalDays);

export const withdrawalSchema = z.object({
  name: requiredText(100),
  email: emailField,
  /** Withdrawal reference or number of the receipt, or how else the contract is known. */
  contract: requiredText(100),
});
/**
 * Declares the withdrawal from a contract, without login. It takes effect at once with the withdrawal reference of the
 * receipt, or for a purchase of the user who is logged in; else when the buyer opens the link of a mail and confirms it. The
 * answer is the same whether or not such a contract exists; what was declared is acknowledged by mail.
 */
export const withdraw = endpoint({
  method: "POST",
  path: "/withdrawals",
  summary: "Withdraw from a contract",
  errors: ["too-many-requests"],
  body: withdrawalSchema,
  answer: z.object({ receivedAt: date }),
  status: 201,
});

const withdrawableSchema = z.object({
  receiptNumber: z.string(),
  /** Names of what was bought, in the language of the purchase. */
  items: z.array(z.string()),
  /** What is paid back, and what goes back to the account's credit. */
  amount: moneySchema,
  credit: moneySchema,
  endsMembership: z.boolean(),
});
export type Withdrawable = z.infer<typeof withdrawableSchema>;
/**
 * Shows what a withdrawal would end and give back, without doing it: for who could withdraw without a confirmation by mail,
 * and with the token of such a mail. Null for anybody else, and for what cannot be withdrawn from (any more).
 */
export const previewWithdrawal = endpoint({
  method: "POST",
  path: "/withdrawals/preview",
  summary: "Show what a withdrawal would give back",
  errors: ["conflict", "too-many-requests"],
  body: z.union([
    z.object({ contract: requiredText(100) }),
    z.object({ token: z.string().check(z.maxLength(200)) }),
  ]),
  answer: z.object({ contract: z.nullable(withdrawableSchema) }),
});
/** Confirms a declared withdrawal with the token of the mail to the buyer; 404 `token-invalid` when it does not work any more. */
export const confirmWithdrawal = endpoint({
  method: "POST",
  path: "/withdrawals/confirm",
  summary: "Confirm a withdrawal by the link of a mail",
  errors: ["token-invalid", "too-many-requests"],
  body: z.object({ token: z.string().check(z.maxLength(200)) }),
  answer: z.object({ receivedAt: date }),
});
