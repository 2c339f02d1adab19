import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { getTrends, type Trend } from "#shared/api/trends.ts";
import { addMonths } from "#shared/calendar-date.ts";
import "#renderer/testing/after-each.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { TrendsSection } from "./trends-section.tsx";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));
vi.mock("#renderer/components/bar-chart.tsx", () => ({ default: () => null }));

const monthOf = (month: string, changes: Partial<Trend> = {}): Trend => ({
  month,
  members: 0,
  bought: 0,
  revenue: [],
  churn: { from: 0, left: 0 },
  ...changes,
});

const show = async (months: Trend[]) => {
  answer(getTrends, { data: { months } });
  const user = renderPage(<TrendsSection />);
  await screen.findByText(/at the end of each month/);
  return user;
};

/** Returns the rows of a table, a text each; closed tables are hidden. */
const rowsOf = (name: string) =>
  within(screen.getByRole("table", { name, hidden: true }))
    .getAllByRole("row", { hidden: true })
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent).join(" | "));

it("says in tables what the drawings show, the latest month first and each currency by itself", async () => {
  await show([
    monthOf("2026-10", { members: 4, bought: 3, revenue: [{ amount: 2700, currency: "EUR" }] }),
    monthOf("2026-11", {
      members: 1204,
      bought: 2,
      revenue: [
        { amount: 166_550, currency: "EUR" },
        { amount: 4000, currency: "PLN" },
      ],
      churn: { from: 3, left: 1 },
    }),
  ]);
  expect(rowsOf("Members")).toEqual(["November 2026 (so far) | 1204 | 2", "October 2026 | 4 | 3"]);
  expect(rowsOf("Monthly recurring revenue in EUR")).toEqual([
    "November 2026 (so far) | €1,665.50",
    "October 2026 | €27",
  ]);
  expect(rowsOf("Monthly recurring revenue in PLN")[1]).toMatch(/^October 2026 \| PLN\s0$/);
  expect(rowsOf("Churn")).toEqual([
    "November 2026 (so far) | 3 | 1 | 33.33\u00A0%",
    "October 2026 | 0 | 0 | –",
  ]);
  screen.getByText("The figures begin in October 2026, with the first membership.");
});

it("says what is missing in the first month", async () => {
  await show([monthOf("2026-11", { members: 1 })]);
  screen.getByText("Nobody has paid for a membership yet.");
  screen.getByText(/no figures before the first month/);
  expect(screen.getAllByRole("table", { hidden: true })).toHaveLength(1);
});

it("says nothing of a beginning once there are twelve months", async () => {
  await show(Array.from({ length: 12 }, (_, index) => monthOf(addMonths("2025-12", index))));
  expect(screen.queryByText(/The figures begin in/)).toBeNull();
});
