import { expect, test } from "vitest";
import { formatWait } from "./format-wait.ts";

test.each([
  [0.2, "in 1 second", "za 1 sekundę"],
  [45, "in 45 seconds", "za 45 sekund"],
  [60, "in 1 minute", "za 1 minutę"],
  [61, "in 2 minutes", "za 2 minuty"],
  [720, "in 12 minutes", "za 12 minut"],
  [59 * 60, "in 59 minutes", "za 59 minut"],
  [59 * 60 + 1, "in 1 hour", "za 1 godzinę"],
  [3 * 3600, "in 3 hours", "za 3 godziny"],
  [3 * 3600 + 1, "in 4 hours", "za 4 godziny"],
  [24 * 3600, "in 24 hours", "za 24 godziny"],
])("a wait of %d seconds is said as %s, in Polish %s", (seconds, english, polish) => {
  expect([formatWait(seconds, "en"), formatWait(seconds, "pl")]).toEqual([english, polish]);
});
