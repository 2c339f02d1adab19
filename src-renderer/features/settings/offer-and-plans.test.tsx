import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { changePlans, getSettablePlans } from "#shared/api/plans.ts";
import { changeOffer, getSettings } from "#shared/api/settings.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { SettingsSection } from "./settings-section.tsx";
import { plans, settings } from "./testing/sample-settings.ts";

async function open(name: string) {
  const user = renderPage(<SettingsSection />);
  await user.click(await screen.findByRole("button", { name: `Change: ${name}` }));
  return { user, row: within(screen.getByRole("group", { name })) };
}

beforeEach(() => {
  signIn({ token: "mine", user: ada });
  answer(getSettings, { data: settings });
  answer(getSettablePlans, { data: plans });
});

it("turns off what needs a part together with it, hides and names kinds, and asks only for names in the portal's languages", async () => {
  const { user, row } = await open("Languages, kinds and parts");
  await user.selectOptions(row.getByLabelText("Languages"), "English");
  await user.click(row.getByRole("checkbox", { name: "Dogs" }));
  for (const name of ["Height classes", "Show day", "Portions of recipes by dog"])
    expect(row.getByRole("checkbox", { name })).toMatchObject({ checked: false, disabled: true });
  await user.click(row.getByRole("checkbox", { name: "Recipes" }));
  const articles = within(row.getByRole("group", { name: "Articles" }));
  expect(articles.getAllByRole("textbox")).toHaveLength(1);
  fireEvent.change(articles.getByLabelText("Name in English"), { target: { value: "Lessons" } });
  answer(changeOffer, { data: { revision: 9 } });
  await user.click(row.getByRole("button", { name: "Save" }));
  await row.findByText(/^Saved\./);
  const { partsOn, kinds } = settings.offer;
  expect(sentTo(changeOffer).at(-1)?.input.body).toEqual({
    languages: ["en"],
    // They come back with the dogs.
    partsOn: { ...partsOn, dogs: false },
    kinds: {
      ...kinds,
      recipes: { ...kinds.recipes, isShown: false },
      articles: { isShown: true, names: { en: "Lessons", pl: "" } },
    },
    revision: 8,
  });
});

it("says at a kind that one has to stay", async () => {
  const { user, row } = await open("Languages, kinds and parts");
  for (const name of ["Articles", "Blog", "Recipes", "Protocols", "Videos"])
    await user.click(row.getByRole("checkbox", { name }));
  await user.click(row.getByRole("button", { name: "Save" }));
  const articles = within(row.getByRole("group", { name: "Articles" }));
  await articles.findByText("At least one kind has to stay");
  expect(sentTo(changeOffer)).toEqual([]);
});

it("sends prices with the password, and says at the field which one cannot be", async () => {
  const { user, row } = await open("Plans and prices");
  expect(row.getByLabelText("Currency")).toHaveProperty("disabled", true);
  const monthly = within(row.getByRole("group", { name: "Monthly" }));
  const price = monthly.getByLabelText("Price");
  expect(price).toHaveProperty("value", "9.00");
  const save = () => user.click(row.getByRole("button", { name: "Save" }));
  fireEvent.change(price, { target: { value: "-1" } });
  await save();
  await monthly.findByText("An amount above zero, such as 9 or 9.50, please");
  fireEvent.change(price, { target: { value: "12,50" } });
  await save();
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Current password"), "secret");
  answer(changePlans, { data: plans });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await row.findByText(/^Saved\. New members pay/);
  expect(sentTo(changePlans).at(-1)?.input.body).toMatchObject({
    currency: "EUR",
    revision: 2,
    password: "secret",
    items: [
      { sku: "monthly", price: "12.50" },
      { sku: "yearly", price: "90.00" },
    ],
  });
});

it("sends the tax of countries, and says at the field which one is missing or listed twice", async () => {
  const { user, row } = await open("Plans and prices");
  const monthly = within(row.getByRole("group", { name: "Monthly" }));
  const add = () => user.click(monthly.getByRole("button", { name: "Add a country" }));
  const country = (number: number) =>
    within(monthly.getByRole("group", { name: `Country ${number}` }));
  await add();
  await user.selectOptions(country(1).getByLabelText("Country"), "Germany");
  fireEvent.change(country(1).getByLabelText("Tax, %"), { target: { value: "19" } });
  await add();
  const save = () => user.click(row.getByRole("button", { name: "Save" }));
  await save();
  await country(2).findByText("Field is required");
  await user.selectOptions(country(2).getByLabelText("Country"), "Germany");
  fireEvent.change(country(2).getByLabelText("Tax, %"), { target: { value: "7,5" } });
  await save();
  await country(2).findByText("This country is listed already.");
  await user.selectOptions(country(2).getByLabelText("Country"), "Norway");
  await add();
  await user.click(monthly.getByRole("button", { name: "Remove country 3" }));
  await save();
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Current password"), "secret");
  answer(changePlans, { data: plans });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await row.findByText(/^Saved\. New members pay/);
  const taxPercents = [
    { country: "DE", taxPercent: "19" },
    { country: "NO", taxPercent: "7.5" },
  ];
  expect(sentTo(changePlans).at(-1)?.input.body).toMatchObject({
    items: [{ taxPercents }, { taxPercents: [] }],
  });
});

it("says that prices cannot be read, and reads them again", async () => {
  answer(getSettablePlans, { error: { kind: "offline", message: "Network Error" } });
  const user = renderPage(<SettingsSection />);
  const offer = within(await screen.findByRole("region", { name: "Contents and prices" }));
  within(await offer.findByRole("alert")).getByText(/no connection/i);
  offer.getByRole("button", { name: "Change: Languages, kinds and parts" });
  answer(getSettablePlans, { data: plans });
  await user.click(offer.getByRole("button", { name: "Try again" }));
  await offer.findByRole("button", { name: "Change: Plans and prices" });
  expect(offer.queryByRole("alert")).toBeNull();
});

it("shows the plans of a folder without a way to change them", async () => {
  answer(getSettings, { data: { ...settings, folder: "/srv/brand" } });
  answer(getSettablePlans, { data: { ...plans, folder: "/srv/brand" } });
  renderPage(<SettingsSection />);
  await screen.findByText("€9 · €90");
  expect(screen.queryByRole("button", { name: /^Change/ })).toBeNull();
});
