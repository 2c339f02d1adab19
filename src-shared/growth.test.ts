import { expect, it } from "vitest";
import { ageInMonths } from "./growth.ts";

it.each([
  ["2025-01-15", "2026-01-14", 11],
  ["2025-01-15", "2026-01-15", 12],
  ["2025-12-31", "2026-02-28", 1],
  ["2026-03-01", "2026-03-01", 0],
  ["2026-03-02", "2026-03-01", 0],
])("counts the completed months from %s to %s", (bornOn, on, months) => {
  expect(ageInMonths(bornOn, on)).toBe(months);
});
