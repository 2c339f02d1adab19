import { emailField } from "#shared/api/fields.ts";
import { memberActLimits } from "#shared/api/member-acts.ts";
import type {
  ImportField,
  ImportMapping,
  ImportNoticeCode,
  PlanChoice,
} from "#shared/api/member-imports.ts";
import type { Period } from "#shared/api/cart.ts";
import type { Plan } from "#shared/api/catalogue.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { defaultLanguage, type Language, type PortalLanguages } from "#shared/languages.ts";
import { amountPattern, maxAmount, type Money, moneyOf } from "#shared/money.ts";
import { readWrittenTime } from "#api/infra/written-time.ts";
import { findPlans, isTooSmall } from "#api/modules/billing/module.ts";
import type { Portal } from "#api/portal.ts";
import type { memberImportLines, MemberImportRow, Notice } from "./schema.ts";

/** A membership that a line names: paid until a day, or free. */
export type ImportedMembership = {
  /** When its paid or granted time ends; null: never. */
  endsAt: Date | null;
} & (
  | { source: "grant" }
  | {
      source: "purchase";
      endsAt: Date;
      /** Later periods are counted from here. */
      anchorAt: Date;
      sku: string;
      period: Period;
      price: Money;
      isCancelled: boolean;
    }
);

/** What a line says. */
export type ImportedMember = {
  email: string;
  name: string;
  language: Language;
  membership: ImportedMembership | null;
  /** The price that the line itself names, also where it says no day: what is charged there may be less than the price at Stripe. */
  agreed: { period: Period; price: Money } | null;
  joined: Date | null;
  began: Date | null;
  note: string | null;
  labels: string[];
  /** Null: the line does not say. */
  consent: { isGiven: boolean; at: Date | null } | null;
  customer: string | null;
  subscription: string | null;
};

/** What lines are read with. */
export type ImportContext = {
  now: Date;
  timeZone: string;
  languages: PortalLanguages;
  plans: readonly Plan[];
  mapping: ImportMapping;
};

const limits = { name: 100, label: 50, labels: 30, note: memberActLimits.note } as const;

const yes = /^(true|yes|y|1|x|on|tak|t|ja)$/i;
const no = /^(false|no|n|0|off|nie|nein)$/i;

const monthly = /^(1 )?(month|monthly|months?|miesięcznie|miesięczny|miesiąc|monatlich)$/i;
const yearly = /^(1 )?(year|yearly|annual|annually|12 months|rocznie|roczny|rok|jährlich)$/i;

/** What the state of a subscription says: it goes on, ends with its period, was not paid, or is over. */
const states: Record<string, "on" | "ending" | "overdue" | "over"> = {
  active: "on",
  trialing: "on",
  in_trial: "on",
  not_renewing: "ending",
  past_due: "overdue",
  canceled: "over",
  cancelled: "over",
  ended: "over",
  expired: "over",
  inactive: "over",
  incomplete: "over",
  incomplete_expired: "over",
  paused: "over",
  unpaid: "over",
};

/** Returns why a price cannot be charged; null where it can. */
export const priceProblem = (price: Money): "price-invalid" | "price-too-small" | null => {
  const isValid = Number.isInteger(price.amount) && price.amount >= 0 && price.amount <= maxAmount;
  if (!isValid) return "price-invalid";
  return isTooSmall(price) ? "price-too-small" : null;
};

/** Returns the amount that a text names, with a point or a comma, with or without a currency's sign; null for none. */
function readPrice(text: string, currency: string): Money | null {
  const number = text.replaceAll(/[\s\p{Sc}\p{L}’']/gu, "");
  if (!/^\d[\d.,]*$/.test(number)) return null;
  const at = Math.max(number.lastIndexOf("."), number.lastIndexOf(","));
  // Three digits after it are thousands where the currency has no third decimal.
  const isDecimal = at >= 0 && moneyOf(`0.${number.slice(at + 1)}`, currency) !== null;
  const whole = (isDecimal ? number.slice(0, at) : number).replaceAll(/[.,]/g, "");
  const plain = isDecimal ? `${whole}.${number.slice(at + 1)}` : whole;
  return amountPattern.test(plain) ? moneyOf(plain, currency) : null;
}

/**
 * Reads a line of a file. Returns what it says, with what is to be known about it, or null with what is wrong with it: every field that
 * cannot be read is named.
 */
export function readLine(
  cells: Readonly<Record<string, string>>,
  context: ImportContext,
): { member: ImportedMember | null; notices: Notice[] } {
  const { columns, plans: choices } = context.mapping;
  const notices: Notice[] = [];
  let isRefused = false;
  const text = (field: ImportField): string => cells[columns[field] ?? ""] ?? "";
  const say = (code: ImportNoticeCode, field?: ImportField): null => {
    const value = field && text(field).slice(0, 100);
    notices.push({ code, ...(field && { field }), ...(value && { value }) });
    return null;
  };
  const refuse = (code: ImportNoticeCode, field?: ImportField): null => {
    isRefused = true;
    return say(code, field);
  };
  const answer = (field: ImportField): boolean | null => {
    const written = text(field);
    if (written === "") return null;
    return yes.test(written) || (no.test(written) ? false : refuse("answer-unclear", field));
  };
  const time = (field: ImportField): { time: Date; isDay: boolean } | null => {
    const written = text(field).replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})/, "$3-$2-$1");
    if (written === "") return null;
    const zone = columns[field]?.includes("(UTC)") ? "UTC" : context.timeZone;
    const read = readWrittenTime(written, zone);
    return "time" in read ? read : refuse("day-invalid", field);
  };
  /** A day that has been, such as that of a registration. */
  const past = (field: ImportField): Date | null => {
    const read = time(field);
    return read && new Date(Math.min(read.time.getTime(), context.now.getTime()));
  };
  /** The beginning of a note that is too long. */
  const note = (): string | null => {
    const written = text("note");
    if (written.length <= limits.note) return written || null;
    say("note-cut", "note");
    return written
      .slice(0, limits.note)
      .replace(/[\uD800-\uDBFF]$/, "")
      .trimEnd();
  };
  const short = (field: ImportField, most: number): string =>
    text(field).length > most ? (refuse("text-too-long", field) ?? "") : text(field);
  const id = (field: ImportField, pattern: RegExp): string | null => {
    if (text(field) === "") return null;
    return pattern.test(text(field)) ? text(field) : refuse("stripe-invalid", field);
  };

  const address = (): string => {
    if (text("email") === "") return refuse("address-missing", "email") ?? "";
    const parsed = emailField.safeParse(text("email"));
    return parsed.success ? parsed.data : (refuse("address-invalid", "email") ?? "");
  };

  const language = (): Language => {
    const [asked] = text("language").toLowerCase().split(/[-_]/);
    const found = context.languages.find((own) => own === asked);
    if (!found && asked) say("language-unknown", "language");
    return found ?? context.languages[0];
  };

  const labels = (): string[] => {
    const written = [
      ...new Set(
        text("labels")
          .split(/[,;|]/)
          .map((one) => one.trim()),
      ),
    ].filter((label) => label !== "");
    const isTooMuch =
      written.length > limits.labels || written.some((l) => l.length > limits.label);
    if (isTooMuch) refuse("text-too-long", "labels");
    return written;
  };

  /** What the plan of the line is here; null where it cannot be told. */
  const knownChoice = (): PlanChoice | null => {
    const written = text("period");
    if (monthly.test(written)) return "monthly";
    if (yearly.test(written)) return "yearly";
    const name = text("plan");
    return written === "" && Object.hasOwn(choices, name) ? (choices[name] ?? null) : null;
  };
  const choice = (): PlanChoice | null => {
    const known = knownChoice();
    if (known) return known;
    if (text("period") !== "") return refuse("period-unknown", "period");
    return text("plan") ? refuse("plan-unknown", "plan") : refuse("period-missing", "period");
  };

  const priceField = text("price_minor") === "" ? "price" : "price_minor";
  const currency = (plan: Plan) => text("currency").toUpperCase() || plan.price.currency;
  const isCurrency = (code: string) => Intl.supportedValuesOf("currency").includes(code);
  /** The price in the line, which may be too small or too large; null for what is none. */
  const writtenPrice = (code: string): Money | null => {
    const written = text(priceField);
    if (priceField === "price") return readPrice(written, code);
    return /^\d+$/.test(written) ? { amount: Number(written), currency: code } : null;
  };
  const price = (plan: Plan): Money | null => {
    const code = currency(plan);
    if (!isCurrency(code)) return refuse("currency-unknown", "currency");
    if (text(priceField) === "") {
      return code === plan.price.currency ? plan.price : refuse("price-invalid", priceField);
    }
    const found = writtenPrice(code);
    const problem = found ? priceProblem(found) : "price-invalid";
    return problem ? refuse(problem, priceField) : found;
  };
  const agreed = (): ImportedMember["agreed"] => {
    const period = knownChoice();
    const plan = context.plans.find((one) => one.period === period);
    if (!plan || !isCurrency(currency(plan))) return null;
    const found = writtenPrice(currency(plan));
    if (!found || found.amount === 0 || priceProblem(found)) return null;
    return { period: plan.period, price: found };
  };

  /** Until the end of a day that ends a membership; renewals are charged at noon, so that the day is the same in every zone. */
  const endOf = ({ time: at, isDay }: { time: Date; isDay: boolean }, isCancelled: boolean) => {
    if (!isDay) return at;
    return new Date(at.getTime() + (isCancelled ? dayMs - 1000 : 12 * hourMs));
  };

  const membership = (): ImportedMembership | null => {
    const [cancelled, renews] = [answer("cancelled"), answer("renews")];
    const written = text("status").toLowerCase().replaceAll(" ", "_");
    const isAnswer = yes.test(written) || no.test(written);
    const state = isAnswer ? (yes.test(written) ? "on" : "over") : states[written];
    if (written !== "" && !state) return refuse("status-unknown", "status");
    const isCancelled = cancelled === true || renews === false || state === "ending";
    const paid = time("paid_until");
    const isFree = answer("complimentary") === true;
    const hasPlan = text("plan") !== "" || text("period") !== "";
    if (isFree) {
      const endsAt = paid && endOf(paid, true);
      if (endsAt && endsAt <= context.now) return say("day-over", "paid_until");
      return { source: "grant", endsAt };
    }
    if (state === "over") return say("ended-there", "status");
    if (!paid)
      return isRefused ? null : hasPlan ? say("day-missing", "paid_until") : say("no-membership");
    const endsAt = endOf(paid, isCancelled);
    if (endsAt <= context.now) return say("day-over", "paid_until");
    const period = choice();
    if (period === "free") return say("no-membership");
    if (period === null) return null;
    const plan = context.plans.find((one) => one.period === period);
    if (!plan) return refuse("plan-unknown", text("period") === "" ? "plan" : "period");
    const cost = price(plan);
    if (!cost) return null;
    if (state === "overdue") say("overdue-there", "status");
    if (cost.amount === 0) return { source: "grant", endsAt: endOf(paid, true) };
    const paidFor = { endsAt, anchorAt: endsAt, sku: plan.sku, period, price: cost };
    return { source: "purchase", ...paidFor, isCancelled };
  };

  const deleted = text("deleted");
  if (deleted !== "" && !no.test(deleted)) {
    refuse("deleted-there", "deleted");
    return { member: null, notices };
  }
  const email = address();
  const consented = answer("consent");
  const member: ImportedMember = {
    email,
    name: short("name", limits.name) || (email.split("@")[0] ?? ""),
    language: language(),
    membership: membership(),
    agreed: agreed(),
    joined: past("joined"),
    began: past("began"),
    note: note(),
    labels: labels(),
    consent: consented === null ? null : { isGiven: consented, at: past("consent_date") },
    customer: id("stripe_customer_id", /^cus_\w{1,100}$/),
    subscription: id("stripe_subscription_id", /^sub_\w{1,100}$/),
  };
  return { member: isRefused ? null : member, notices };
}

export type ReadLines = ReturnType<typeof readLines>;

/** Returns what lines of an import are read with. */
export const contextOf = async (
  { database, brand, now }: Pick<Portal, "database" | "brand" | "now">,
  { mapping }: Pick<MemberImportRow, "mapping">,
): Promise<ImportContext> => ({
  now: now(),
  timeZone: brand.timeZone,
  languages: brand.languages,
  plans: await findPlans(database, defaultLanguage),
  mapping,
});

type Line = Pick<typeof memberImportLines.$inferSelect, "line" | "cells" | "notices">;

/** Reads lines; those that could not be parsed as CSV say so already. */
export const readLines = (lines: readonly Line[], context: ImportContext) =>
  lines.map(({ line, cells, notices }) => ({
    line,
    ...(notices === null ? readLine(cells, context) : { member: null, notices }),
  }));
