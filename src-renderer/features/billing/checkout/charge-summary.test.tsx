import { expect, it } from "vitest";
import type { Quote } from "#shared/api/billing.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ChargeSummary } from "./charge-summary.tsx";
import { workbookQuote } from "./testing/samples.ts";

const euros = (amount: number) => ({ amount: Math.round(amount * 100), currency: "EUR" });

/** Returns the quote of a monthly membership, with a discount of half the price for so many payments. */
function quote(periods: number | null | undefined, next: number, dueNow = 4.5): Quote {
  const discount = { code: "HALF", description: "", amount: euros(9 - dueNow) };
  return {
    ...workbookQuote,
    discount: { ...discount, ...(periods !== undefined && { periods }) },
    dueNow: euros(dueNow),
    renewal: {
      price: euros(next),
      on: "2026-12-23T12:00:00Z",
      period: "monthly",
      regularPrice: euros(9),
    },
  };
}

it.each<[string, Quote, string]>([
  ["without a membership", workbookQuote, "Paid once. Nothing else will be charged."],
  [
    "without a discount",
    { ...quote(null, 9), discount: null },
    "Next: €9 on 23 December 2026, then every month until you cancel.",
  ],
  [
    "for the first payment only",
    quote(undefined, 9),
    "Next: €9 on 23 December 2026, then every month until you cancel. The discount applies to this payment only.",
  ],
  [
    "for three payments",
    quote(3, 4.5),
    "Next: €4.50 on 23 December 2026. It renews until you cancel. €4.50 for 3 payments, this one included, then €9 a month.",
  ],
  [
    "for every payment",
    quote(null, 4.5),
    "Next: €4.50 on 23 December 2026, then every month until you cancel. The discount applies to every payment.",
  ],
  [
    "for a free first month",
    quote(1, 9, 0),
    "Next: €9 on 23 December 2026, then every month until you cancel. The discount applies to this payment only. The next charge needs a card. You can add it under Membership.",
  ],
  [
    "for a trial",
    { ...quote(null, 9, 0), discount: null, trial: { days: 14 } },
    "14 days free, then €9 on 23 December 2026. Nothing is charged today. It renews every month until you cancel. We remind you by e-mail three days before. If you cancel by then, nothing is charged.",
  ],
  [
    "for a trial with a code for two charges",
    {
      ...quote(2, 4.5, 0),
      discount: { code: "HALF", description: "", amount: euros(0), periods: 2 },
      trial: { days: 14 },
    },
    "14 days free, then €4.50 on 23 December 2026. Nothing is charged today. It renews every month until you cancel. The discount applies to the first 2 charges. After that you pay €9.",
  ],
  [
    "for somebody who had a trial",
    { ...quote(null, 9, 9), discount: null, withoutTrial: "used" },
    "The free trial is given to each person once.",
  ],
])("says what is charged next, and how long a discount lasts: %s", (_, priced, text) => {
  renderPage(<ChargeSummary quote={priced} catalogue={undefined} stale={false} saysSaving />);
  expect(document.body.textContent).toContain(text);
});

it("says the price of a single item once", () => {
  renderPage(
    <ChargeSummary quote={workbookQuote} catalogue={undefined} stale={false} saysSaving />,
  );
  expect(document.body.textContent?.match(/€12/g)).toHaveLength(1);
});
