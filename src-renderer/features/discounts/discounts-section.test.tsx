import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { getCatalogue } from "#shared/api/catalogue.ts";
import { createDiscount, listDiscounts, type DiscountCode } from "#shared/api/discounts.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { DiscountsSection } from "./discounts-section.tsx";

const spring: DiscountCode = {
  code: "SPRING",
  kind: "percent",
  value: 20,
  currency: null,
  description: "Spring sale",
  skus: [],
  periods: null,
  startsAt: null,
  endsAt: null,
  uses: 3,
  maxUses: 10,
  maxUsesPerUser: 1,
  state: "active",
};
const autumn: DiscountCode = {
  ...spring,
  code: "AUTUMN",
  kind: "amount",
  value: 950,
  currency: "EUR",
  uses: 7,
  state: "ended",
  endsAt: "2026-10-31T23:00:00.000Z",
};
const at = "/dashboard?section=discounts";
const rows = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[0]?.textContent);

beforeEach(() => {
  answer(listDiscounts, { data: { items: [autumn, spring] } });
  answer(getCatalogue, { error: { kind: "offline", message: "" } });
});

it("lists the codes with their uses, sorted by the headings", async () => {
  const user = renderPage(<DiscountsSection />, at);
  const row = await screen.findByRole("row", { name: /SPRING.*3 of 10.*Active/ });
  within(row).getByText("20 %");
  within(screen.getByRole("row", { name: /AUTUMN.*Ended/ })).getByText("€9.50");
  expect(screen.queryByRole("button", { name: "End AUTUMN" })).toBeNull();
  expect(rows()).toEqual(["AUTUMN", "SPRING"]);
  await user.click(screen.getByRole("button", { name: "Uses" }));
  expect(rows()).toEqual(["SPRING", "AUTUMN"]);
  await user.click(screen.getByRole("button", { name: "Uses" }));
  expect(rows()).toEqual(["AUTUMN", "SPRING"]);
  await expectAddress(`${at}&sort=-uses`);
});

it("adds a code by the rules of the command line, and keeps what was typed until it is added", async () => {
  const user = renderPage(<DiscountsSection />, at);
  await user.click(await screen.findByRole("button", { name: "Add discount code" }));
  const form = within(screen.getByRole("form", { name: "Add discount code" }));
  await user.click(form.getByRole("button", { name: "Add code" }));
  form.getByText("3 to 40 letters from A to Z, digits and hyphens, please");
  form.getByText("A whole number from 1 to 100, please");
  expect(form.getAllByText("Field is required")).toHaveLength(2);
  await user.type(form.getByLabelText("Code"), " winter ");
  await user.selectOptions(form.getByLabelText("Kind of discount"), "An amount");
  await user.type(form.getByLabelText("How much"), "1234567,50");
  await user.type(form.getByLabelText("Description for buyers, in English"), "Winter sale");
  await user.type(form.getByLabelText("Description for buyers, in Polish"), "Zima");
  const fields = { code: "There is already a code with this name." };
  answer(createDiscount, {
    error: { kind: "rejected", message: "", status: 400, code: "validation", fields },
  });
  await user.click(form.getByRole("button", { name: "Add code" }));
  await form.findByText(fields.code);
  answer(createDiscount, { data: "" });
  await user.click(form.getByRole("button", { name: "Add code" }));
  await screen.findByText("WINTER was added.");
  expect(screen.queryByRole("form")).toBeNull();
  expect(sentTo(createDiscount).at(-1)?.input.body).toEqual({
    code: "WINTER",
    off: { amount: "1234567.50" },
    description: { en: "Winter sale", pl: "Zima" },
    items: [],
    from: null,
    until: null,
    periods: 1,
    uses: null,
    usesPerUser: null,
  });
});
