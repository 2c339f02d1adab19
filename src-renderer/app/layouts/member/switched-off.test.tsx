import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { PartSettings } from "#shared/parts.ts";
import { brand, setBrand } from "#renderer/platform/brand.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { SideMenu } from "./side-menu.tsx";
import { TabBar } from "./tab-bar.tsx";

const whole = brand;
beforeEach(() => useSession.setState({ status: "ready", token: "t", user: ada }));
afterEach(() => setBrand(whole));

function show(settings: PartSettings) {
  setBrand({ ...whole, ...settings });
  renderPage(
    <>
      <SideMenu />
      <TabBar />
    </>,
  );
}

const linksIn = (name: string) =>
  within(screen.getByLabelText(name))
    .getAllByRole("link", { hidden: true })
    .map((link) => link.textContent);

it.each<[PartSettings, missing: string[]]>([
  [{}, []],
  [{ partsOff: ["dogs"] }, ["Dogs"]],
  [{ partsOff: ["training"] }, ["Train"]],
])("with %j the member's own menu lacks %j", (settings, missing) => {
  show(settings);
  const all = ["Today", "Train", "Saved", "Dogs", "Me"];
  expect(linksIn("Your pages")).toEqual(all.filter((entry) => !missing.includes(entry)));
});

it("the menu of kinds lacks a hidden one, and has the owner's name of another", () => {
  show({
    kinds: { blog: { hidden: true }, articles: { name: { en: "Stories", pl: "Opowieści" } } },
  });
  const links = ["Stories", "Recipes", "Videos", "Protocols", "Membership", "Log out"];
  expect(linksIn("Member area")).toEqual(links);
});

it("a tab of a phone leads to the first place that is on, and is gone where none is", () => {
  const hidden = { hidden: true };
  show({ kinds: { articles: hidden, protocols: hidden, videos: hidden } });
  expect(linksIn("Main sections")).toEqual(["Today", "Read", "Saved", "Me"]);
  expect(screen.getByText("Read").closest("a")?.getAttribute("href")).toBe("/recipes");
});

it("without training, the tab leads to the protocols", () => {
  show({ partsOff: ["training"] });
  expect(linksIn("Main sections")).toEqual(["Today", "Read", "Train", "Saved", "Me"]);
  expect(screen.getByText("Train").closest("a")?.getAttribute("href")).toBe("/protocols");
});
