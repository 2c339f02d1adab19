import { expect, test } from "vitest";
import { receiptNumber } from "./receipt.ts";

test("a receipt's number holds the year in UTC and may have more than six digits", () => {
  expect(receiptNumber("RS", 123, new Date("2026-12-31T23:59:00Z"))).toBe("RS-2026-000123");
  expect(receiptNumber("RS", 1_234_567, new Date("2027-01-01T00:00:00Z"))).toBe("RS-2027-1234567");
});
