import { expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { buy, createBuyer, workbook } from "#api/testing/billing-requests.ts";
import { exportMonth } from "#api/cli/payments/export-month.ts";
import { readFigures } from "#api/modules/board/board.ts";
import { findInvoice } from "./invoices.ts";

const portal = await forFile(createBillingPortal({ demo: true }));

/** Sales on both sides of the seller's midnight in Warsaw, in their order, with the day on which they belong in the books. */
const sales = [
  ["2026-03-28T22:59:00Z", "2026-03-28"],
  ["2026-03-28T23:01:00Z", "2026-03-29"], // the clocks go forward two hours later
  ["2026-03-31T21:59:00Z", "2026-03-31"],
  ["2026-03-31T22:01:00Z", "2026-04-01"],
  ["2026-10-31T22:59:00Z", "2026-10-31"], // the clocks went back six days before
  ["2026-10-31T23:01:00Z", "2026-11-01"],
  ["2026-12-31T22:59:00Z", "2026-12-31"],
  ["2026-12-31T23:47:00Z", "2027-01-01"],
] as const;

test("a sale belongs to the seller's day: on its receipt, in the export and on the board", async () => {
  const { database, brand, config, now } = portal.portal;
  expect(brand.timeZone).toBe("Europe/Warsaw");
  const earned = new Map<string, number>();
  for (const [at, day] of sales) {
    portal.advance(Date.parse(at) - now().getTime());
    const { id } = await buy(portal, await createBuyer(portal), [workbook]);
    const number = (await findInvoice(database, id))?.receiptNumber ?? "";
    expect(number).toMatch(new RegExp(`^RS-${day.slice(0, 4)}-`));
    const month = day.slice(0, 7);
    const lines = (await exportMonth({ database, brand, config, now }, month))
      .join("\n")
      .split("\n");
    expect(lines.filter((line) => line.includes(number))).toEqual([
      expect.stringContaining(`${number},${day},receipt,`),
    ]);
    earned.set(month, (earned.get(month) ?? 0) + 1200);
    const { revenue } = await readFigures(portal.portal);
    expect(revenue).toEqual([{ amount: earned.get(month), currency: "EUR" }]);
    const mail = portal.mails.at(-1);
    expect(mail?.attachments).toHaveLength(1);
  }
});
