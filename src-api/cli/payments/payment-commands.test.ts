import { expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { invoices, products } from "#api/modules/billing/schema.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { buy, createBuyer, monthly, workbook } from "#api/testing/billing-requests.ts";
import { call } from "#api/testing/account-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { readCommand } from "#api/cli/channel/testing/read-command.ts";
import { definePaymentCommands } from "./define-payment-commands.ts";
import type { PaymentCommand } from "./payment-command.ts";
import { runPaymentCommand } from "./run-payment-command.ts";

const portal = await forFile(createBillingPortal({ demo: true }));
const { database } = portal.portal;
await database.update(products).set({ taxRate: 500 }).where(eq(products.sku, workbook.sku));
const buyer = await createBuyer(portal);

const read = (...args: string[]) =>
  readCommand<PaymentCommand>({ name: "payments", define: definePaymentCommands }, args);

/** Runs a command as it is typed. */
async function type(...args: string[]): Promise<string[]> {
  const command = await read(...args);
  if (!command) throw new Error("The command did nothing.");
  return runPaymentCommand(portal.portal, command);
}

/** Buys the workbook for €12, or other items. Returns the number of the receipt. */
async function bought(by = buyer, items = [workbook]): Promise<string> {
  const { id } = await buy(portal, by, items);
  return (await call(portal, "GET", `/purchases/${id}`, { token: by.token })).body.receiptNumber;
}
const why = ["--reason", "Damaged in the post"];

test.each([
  [["refund", ...why], "missing required argument 'receipt'"],
  [["refund", "12", ...why], "Name the number of a receipt"],
  [["refund", "RS-2026-000001", "-5", ...why], "Write the amount as 9 or 9.50."],
  [["refund", "RS-2026-000001", "5,00", ...why], "Write the amount as 9 or 9.50."],
  [["refund", "RS-2026-000001"], "'--reason <text>' not specified"],
  [["export", "2026-13"], "Write the month as YYYY-MM."],
])("refuses %j and names the mistake", async (args, message) => {
  await expect(read(...args)).rejects.toThrow(message);
});

test("a receipt is paid back in parts, and not more than was paid", async () => {
  const receipt = await bought();
  const [first] = await type("refund", receipt.toLowerCase(), "4.50", ...why);
  expect(first).toMatch(
    new RegExp(`^Paid back 4\\.50 EUR of ${receipt}: credit note RS-C-2026-\\d{6}\\.$`),
  );
  await expect(type("refund", receipt, "9", ...why)).rejects.toThrow(
    `At most 7.50 EUR of ${receipt} can be paid back.`,
  );
  expect(await type("refund", receipt, ...why)).toEqual([
    expect.stringContaining(`Paid back 7.50 EUR of ${receipt}`),
  ]);
  await expect(type("refund", receipt, ...why)).rejects.toThrow("is left to be paid back");
  await expect(type("refund", "RS-2026-999999", ...why)).rejects.toThrow("There is no receipt");
  await expect(type("refund", receipt, "1.005", ...why)).rejects.toThrow("is not an amount of EUR");
});

test("a refund needs a running portal, which mails the credit note", async () => {
  const { config, brand, now } = portal.portal;
  const command = { command: "refund", receipt: "RS-2026-1", amount: null, reason: "x" } as const;
  await expect(runPaymentCommand({ config, brand, database, now }, command)).rejects.toThrow(
    "Start the portal first",
  );
});

const booksHead =
  "\u{FEFF}number,date,kind,item,plan,buyer,country,tax number,net,tax rate,tax,gross,currency,payment reference,corrects";

/** Returns the lines of the books, as the command prints them. */
const exported = async (month: string) =>
  `${(await type("export", month)).join("\n")}\n`.split("\r\n").slice(0, -1);

test("the books of a month have each number once, with its taxes, quoted as CSV wants it", async () => {
  portal.advance(31 * dayMs); // April
  const forger = await createBuyer(portal);
  await database.update(users).set({ name: '=1+1,"Eve"' }).where(eq(users.id, forger.id));
  const receipt = await bought(forger);
  await type("refund", receipt, "2", ...why);
  await database.delete(users).where(eq(users.id, forger.id));
  const [head, sold, refunded, ...more] = await exported("2026-04");
  expect(more).toEqual([]);
  expect(head).toBe(booksHead);
  const what = `course-walking-workbook,,"'=1+1,""Eve""",,`;
  expect(sold).toMatch(`${receipt},2026-04-01,receipt,${what},11.43,5%,0.57,12.00,EUR,sandbox_`);
  expect(refunded).toMatch(/^RS-C-2026-\d{6},2026-04-01,credit-note,/);
  expect(refunded).toContain(`${what},-1.90,5%,-0.10,-2.00,EUR,sandbox_`);
  expect(sold).toMatch(/,$/);
  expect(refunded).toMatch(new RegExp(`,${receipt}$`));
});

test("the books have the same columns in every month, and a line for each tax rate of an item", async () => {
  expect(await exported("2020-01")).toEqual([booksHead]);
  portal.advance(31 * dayMs); // May
  const receipt = await bought(await createBuyer(portal));
  const share = (rate: number, gross: number) => ({
    rate,
    net: { amount: gross - 10, currency: "EUR" },
    tax: { amount: 10, currency: "EUR" },
    gross: { amount: gross, currency: "EUR" },
  });
  await database
    .update(invoices)
    .set({ taxes: [share(2300, 700), share(500, 300)] }) // of 12.00; the rest has no tax
    .where(eq(invoices.receiptNumber, receipt));
  const [head, ...lines] = await exported("2026-05");
  expect(head).toBe(booksHead);
  expect(lines.map((line) => line.split(",").slice(8, 12))).toEqual([
    ["2.90", "5%", "0.10", "3.00"],
    ["6.90", "23%", "0.10", "7.00"],
    ["2.00", "", "", "2.00"],
  ]);
});

test("the books name what was sold at each rate, and what of it was paid back", async () => {
  portal.advance(31 * dayMs);
  const month = portal.portal.now().toISOString().slice(0, 7);
  await database.update(products).set({ taxRate: 2300 }).where(eq(products.sku, monthly.sku));
  const receipt = await bought(await createBuyer(portal), [monthly, workbook]);
  await type("refund", receipt, "9", "--line", monthly.sku, ...why);
  const lines = (await exported(month)).filter((line) => line.includes(receipt));
  expect(lines.map((line) => [line.split(",")[9], line.split(",")[3]])).toEqual([
    ["23%", monthly.sku],
    ["5%", workbook.sku],
    ["23%", monthly.sku],
  ]);
});
