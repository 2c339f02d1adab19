import { parse } from "csv-parse";
import { parse as parseAll } from "csv-parse/sync";
import {
  importLimits,
  type ImportField,
  type ImportNoticeCode,
  type PlanChoice,
} from "#shared/api/member-imports.ts";
import { withoutFormulaGuards } from "#shared/formula-guards.ts";
import { ApiError } from "#api/infra/api-error.ts";

/** A line of a file: its cells by column, or why it cannot be read. */
export type FileLine = {
  /** Number in the file, where the header is line 1. */
  line: number;
  cells: Record<string, string>;
  broken: ImportNoticeCode | null;
};

type Message = "noTable" | "noLines" | "tooManyLines";
const refuse = (message: Message) =>
  new ApiError("validation", { fields: { file: `forms:${message}` } });

/** Returns the text of a file: UTF-16 by its byte order mark, else UTF-8, else Windows-1252. Throws `validation` for what is no text. */
function decode(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString("hex");
  let text: string;
  if (mark === "fffe") text = new TextDecoder("utf-16le").decode(bytes);
  else if (mark === "feff") text = new TextDecoder("utf-16be").decode(bytes);
  else {
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      text = new TextDecoder("windows-1252").decode(bytes);
    }
  }
  if (text.includes("\0")) throw refuse("noTable");
  return text.replaceAll(/\r\n?/g, "\n");
}

/** Returns what separates the cells of a file: whichever its first line has most of. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.indexOf("\n") + 1 || undefined).replaceAll(/"[^"]*"/g, "");
  const times = (sign: string) => header.split(sign).length;
  return [";", "\t"].reduce((most, sign) => (times(sign) > times(most) ? sign : most), ",");
}

const optionsFor = (delimiter: string) => ({
  delimiter,
  raw: true as const,
  info: true as const,
  // What is wrong with a line must not end the file.
  relax_quotes: true,
  relax_column_count: true,
  skip_records_with_error: true,
});

/** Returns the names of the columns, each of them once. Throws `validation` for a first line that names none. */
function columnsOf(names: readonly string[]): string[] {
  const columns: string[] = [];
  for (const [index, name] of names.entries()) {
    const own = cleanCell(name).slice(0, 200) || `Column ${index + 1}`;
    const count = columns.filter((other) => other === own).length;
    columns.push(count === 0 ? own : `${own} (${index + 1})`);
  }
  const isHeader = names.some((name) => name.trim() !== "") && !names.some((n) => n.includes("@"));
  if (!isHeader || columns.length > importLimits.columns) throw refuse("noTable");
  return columns;
}

const cleanCell = (text: string) => withoutFormulaGuards(text).trim().toWellFormed();

type Parsed = { record: string[]; raw: string };

/** Returns whether a quote was opened in a line that no other one closes: it has taken what follows with it. */
const hasOpenQuote = ({ record }: Parsed) => record.some((cell) => cell.startsWith('"'));

/**
 * Reads a CSV file with the names of its columns in its first line. A line with a quote that is not closed is returned as broken, and
 * those after it as if it were closed. Throws `validation` with the field `file`.
 */
export async function readMemberFile(
  bytes: Buffer,
): Promise<{ columns: string[]; lines: FileLine[] }> {
  const text = decode(bytes);
  const options = optionsFor(delimiterOf(text));
  let columns: string[] | null = null;
  const lines: FileLine[] = [];
  const add = (line: number, parsed: Parsed | null) => {
    if (parsed?.record.every((cell) => cell.trim() === "")) return;
    if (columns === null) {
      if (parsed === null) throw refuse("noTable");
      columns = columnsOf(parsed.record);
      return;
    }
    if (lines.length === importLimits.lines) throw refuse("tooManyLines");
    lines.push(lineOf(columns, line, parsed));
  };
  /** Lines of the file before the one that is read. */
  let before = 0;
  const addRaw = (raw: string, parsed: Parsed | null) => {
    const physical = raw.replace(/\n$/, "").split("\n");
    if (parsed && !(physical.length > 1 && hasOpenQuote(parsed))) add(before + 1, parsed);
    else {
      for (const [index, one] of physical.entries()) {
        const alone = parseAll(one, options) as unknown as Parsed[]; // with `raw`
        const isWhole = alone[0] !== undefined && !hasOpenQuote(alone[0]);
        if (one.trim() !== "") add(before + 1 + index, isWhole ? alone[0]! : null);
      }
    }
    before += physical.length;
  };
  const parser = parse(text, options);
  const skipped: string[] = [];
  parser.on("skip", (_: unknown, raw?: string) => skipped.push(raw ?? ""));
  for await (const parsed of parser as AsyncIterable<Parsed>) addRaw(parsed.raw, parsed);
  for (const raw of skipped) addRaw(raw, null);
  if (columns === null) throw refuse("noTable");
  if (lines.length === 0) throw refuse("noLines");
  return { columns, lines };
}

function lineOf(columns: readonly string[], line: number, parsed: Parsed | null): FileLine {
  if (!parsed) return { line, cells: {}, broken: "quotes-broken" };
  const cells = parsed.record.map(cleanCell);
  const isTooLong = cells.slice(columns.length).some((cell) => cell !== "");
  const named = columns.map((column, index) => [column, cells[index] ?? ""]);
  return { line, cells: Object.fromEntries(named), broken: isTooLong ? "cells-too-many" : null };
}

/**
 * Names of columns by what they have, in small letters and underscores: of our own export, Ghost's members, Memberful's members, and
 * Stripe's subscriptions and customers. The first one that a file has counts.
 */
const knownColumns: Record<ImportField, readonly string[]> = {
  email: ["email", "e_mail", "address", "email_address", "customer_email", "user_email", "mail"],
  name: ["name", "full_name", "customer_name", "display_name"],
  language: ["language", "locale", "lang"],
  plan: ["plan", "tiers", "tier", "products", "plan_name", "product", "membership_plan"],
  period: ["period", "interval", "billing_interval", "subscription_period", "billing_period"],
  price: ["price", "amount", "plan_amount", "plan_price"],
  price_minor: ["price_minor", "price_cents", "amount_cents", "unit_amount"],
  currency: ["currency", "plan_currency"],
  paid_until: [
    "paid_until",
    "current_period_end_utc",
    "current_period_end",
    "expiration_date",
    "expires_at",
    "expires",
    "renewal_date",
    "renews_at",
  ],
  cancelled: ["cancelled", "canceled", "cancel_at_period_end"],
  renews: ["renews", "auto_renew", "autorenew", "auto_renews", "auto_renewal"],
  status: ["status", "active", "subscription_status", "subscription_state"],
  complimentary: ["complimentary", "complimentary_plan", "gifted"],
  deleted: ["deleted", "deleted_at"],
  joined: ["joined", "registered", "created_at", "created_utc", "created", "signup_date"],
  began: ["began", "start_date_utc", "start_utc", "start_date", "subscribed_at"],
  note: ["note", "notes"],
  labels: ["labels", "label", "tags"],
  consent: ["consent", "subscribed_to_emails", "newsletter", "receives_newsletter"],
  consent_date: ["consent_date", "consented_at"],
  stripe_customer_id: ["stripe_customer_id", "customer_id", "stripe_customer"],
  stripe_subscription_id: ["stripe_subscription_id", "subscription_id", "stripe_subscription"],
};

const idFields = [
  ["stripe_customer_id", /^cus_/],
  ["stripe_subscription_id", /^sub_/],
] as const;

/** Returns which columns of a file have which field: by their names, and those of Stripe's ids by what is in them. */
export function recogniseColumns(
  columns: readonly string[],
  lines: readonly FileLine[],
): Partial<Record<ImportField, string>> {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "_")
      .replaceAll(/^_|_$/g, "");
  const byName = new Map(columns.map((column) => [plain(column), column] as const).toReversed());
  const found: Partial<Record<ImportField, string>> = {};
  for (const [field, names] of Object.entries(knownColumns)) {
    const name = names.find((each) => byName.has(each));
    if (name !== undefined) found[field as ImportField] = byName.get(name)!; // Object.entries loses the keys
  }
  for (const [field, pattern] of idFields) {
    found[field] ??= columns.find((column) =>
      lines.slice(0, 100).some(({ cells }) => pattern.test(cells[column] ?? "")),
    )!;
    if (found[field] === undefined) delete found[field];
  }
  return found;
}

/** Returns what a plan of another site probably is, by its name; undefined where the name does not say. */
export function guessPlan(name: string): PlanChoice | undefined {
  if (/\b(year|annual|roczn|rok\b|jahr|jährlich)/i.test(name)) return "yearly";
  if (/\b(month|miesi|monat)/i.test(name)) return "monthly";
  return /^(free|darmow|gratis)/i.test(name) ? "free" : undefined;
}
