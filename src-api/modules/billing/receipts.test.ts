import { expect, test } from "vitest";
import { receiptNumber } from "./invoices.ts";

const seller = { receiptPrefix: "RS", timeZone: "Europe/Warsaw" };

test("a receipt's number holds the seller's year and may have more than six digits", () => {
  expect(receiptNumber(seller, 123, new Date("2026-12-31T22:59:00Z"))).toBe("RS-2026-000123");
  expect(receiptNumber(seller, 1_234_567, new Date("2026-12-31T23:00:00Z"))).toBe(
    "RS-2027-1234567",
  );
});
