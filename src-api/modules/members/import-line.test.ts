import { expect, test } from "vitest";
import { memberActLimits } from "#shared/api/member-acts.ts";
import { importFields } from "#shared/api/member-imports.ts";
import type { ImportContext } from "./import-line.ts";
import { readLine } from "./import-line.ts";

const context: ImportContext = {
  now: new Date("2026-03-01T12:00:00Z"),
  timeZone: "Europe/Warsaw",
  languages: ["en", "pl"],
  plans: [
    { sku: "m", period: "monthly", name: "M", price: { amount: 900, currency: "EUR" } },
    { sku: "y", period: "yearly", name: "Y", price: { amount: 9000, currency: "EUR" } },
  ],
  mapping: {
    columns: Object.fromEntries(importFields.map((field) => [field, field])),
    plans: { Gold: "yearly", Reader: "free" },
  },
};

const read = (cells: Record<string, string>) => readLine({ email: "a@b.cd", ...cells }, context);
const member = { period: "month", paid_until: "2026-03-31" };
const membershipOf = (cells: Record<string, string>) =>
  read({ ...member, ...cells }).member?.membership;

test("a membership has the price, period and day of the file", () => {
  expect(membershipOf({ price: "7,50", currency: "pln" })).toEqual({
    source: "purchase",
    endsAt: new Date("2026-03-31T10:00:00Z"),
    anchorAt: new Date("2026-03-31T10:00:00Z"),
    sku: "m",
    period: "monthly",
    price: { amount: 750, currency: "PLN" },
    isCancelled: false,
  });
  const bare = { email: "a@b.cd", plan: "Gold", paid_until: "2026-03-31 14:05" };
  expect(readLine(bare, context).member?.membership).toMatchObject({
    sku: "y",
    price: { amount: 9000, currency: "EUR" },
    endsAt: new Date("2026-03-31T12:05:00Z"),
  });
});

test("who cancelled, by any of the columns, stays until the end of the day", () => {
  const end = new Date("2026-03-31T21:59:59Z");
  for (const [field, cell] of [
    ["cancelled", "true"],
    ["renews", "No"],
    ["status", "not renewing"],
  ] as const) {
    expect(membershipOf({ [field]: cell })).toMatchObject({ isCancelled: true, endsAt: end });
  }
});

test("days are read as people and Stripe write them", () => {
  const end = (paid_until: string) => membershipOf({ paid_until })?.endsAt?.toISOString();
  expect(end("31.03.2026")).toBe("2026-03-31T10:00:00.000Z");
  expect(end("2026-03-31T08:00:00.000Z")).toBe("2026-03-31T08:00:00.000Z");
  const columns = { ...context.mapping.columns, paid_until: "Current Period End (UTC)" };
  const cells = {
    email: "a@b.cd",
    period: "month",
    "Current Period End (UTC)": "2026-03-31 08:00",
  };
  const stripe = readLine(cells, { ...context, mapping: { ...context.mapping, columns } });
  expect(stripe.member?.membership?.endsAt).toEqual(new Date("2026-03-31T08:00:00Z"));
});

test("prices are read with signs, thousands and minor units", () => {
  const amount = (cells: Record<string, string>) => {
    const found = membershipOf(cells);
    return found?.source === "purchase" ? found.price.amount : null;
  };
  expect(amount({ price: "€1,299.50" })).toBe(129950);
  expect(amount({ price: "1.299" })).toBe(129900);
  expect(amount({ price: "12 zł", currency: "PLN" })).toBe(1200);
  expect(amount({ price: "900", currency: "JPY" })).toBe(900);
  expect(amount({ price_minor: "750" })).toBe(750);
});

test("free members have a grant or none, and those that are over an account", () => {
  expect(membershipOf({ complimentary: "true", paid_until: "" })).toEqual({
    source: "grant",
    endsAt: null,
  });
  expect(membershipOf({ price: "0" })).toMatchObject({ source: "grant" });
  for (const [cells, code] of [
    [{ status: "canceled" }, "ended-there"],
    [{ paid_until: "2026-02-27" }, "day-over"],
    [{ paid_until: "" }, "day-missing"],
    [{ period: "", plan: "Reader" }, "no-membership"],
    [{ period: "", paid_until: "" }, "no-membership"],
  ] as const) {
    const { member: found, notices } = read({ ...member, ...cells });
    expect([found?.membership, notices.map((notice) => notice.code)]).toEqual([null, [code]]);
  }
});

test("what cannot be read is named with its field, all of it at once", () => {
  const wrong: [Record<string, string>, string, string][] = [
    [{ email: "" }, "address-missing", "email"],
    [{ email: "ada(at)b.cd" }, "address-invalid", "email"],
    [{ name: "x".repeat(101) }, "text-too-long", "name"],
    [{ labels: "y".repeat(51) }, "text-too-long", "labels"],
    [{ period: "quarter" }, "period-unknown", "period"],
    [{ period: "", plan: "Silver" }, "plan-unknown", "plan"],
    [{ period: "" }, "period-missing", "period"],
    [{ price: "nine" }, "price-invalid", "price"],
    [{ price: "-9" }, "price-invalid", "price"],
    [{ price_minor: "9.5" }, "price-invalid", "price_minor"],
    [{ price: "0.10" }, "price-too-small", "price"],
    [{ currency: "XX" }, "currency-unknown", "currency"],
    [{ paid_until: "03/04/2026" }, "day-invalid", "paid_until"],
    [{ paid_until: "31.02.2026" }, "day-invalid", "paid_until"],
    [{ consent: "maybe" }, "answer-unclear", "consent"],
    [{ status: "odd" }, "status-unknown", "status"],
    [{ stripe_customer_id: "12" }, "stripe-invalid", "stripe_customer_id"],
    [{ deleted: "2026-01-01" }, "deleted-there", "deleted"],
  ];
  for (const [cells, code, field] of wrong) {
    const { member: found, notices } = read({ ...member, ...cells });
    expect(found).toBeNull();
    expect(notices).toEqual([expect.objectContaining({ code, field })]);
  }
  const { notices } = read({ ...member, name: "x".repeat(101), price: "nine", consent: "maybe" });
  expect(new Set(notices.map(({ field }) => field))).toEqual(new Set(["consent", "name", "price"]));
});

test("a note that is too long is cut, and the line comes in", () => {
  const { member: found, notices } = read({ note: `${"n".repeat(memberActLimits.note - 1)}😀` });
  expect(found?.note).toBe("n".repeat(memberActLimits.note - 1));
  expect(notices.map(({ code }) => code)).toContain("note-cut");
});

test("a language that the portal lacks is no reason to refuse a member", () => {
  const { member: found, notices } = read({ language: "fr-FR" });
  expect([found?.language, notices[0]?.code]).toEqual(["en", "language-unknown"]);
  expect(read({ language: "pl-PL" }).member?.language).toBe("pl");
});
