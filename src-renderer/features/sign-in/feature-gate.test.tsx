import { act, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { defaultFlags } from "#shared/flags.ts";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { FeatureGate } from "./feature-gate.tsx";

const text = "Feature is disabled. Please contact our support.";

function Page() {
  return (
    <>
      <FeatureGate disabled={useFlags((flags) => flags.loginDisabled)}>
        <input aria-label="Name" />
        <input aria-label="Address" />
      </FeatureGate>
      <input aria-label="Search" />
    </>
  );
}

const turn = (disabled: boolean) =>
  act(() => useFlags.setState({ ...defaultFlags, loginDisabled: disabled }));

afterEach(() => useFlags.setState(defaultFlags));

const field = (name: string) => screen.getByRole("textbox", { name });

it("announces that the form is disabled in a live region that exists before", () => {
  renderPage(<Page />);
  const region = screen.getByRole("status");
  expect(region.textContent).toBe("");
  turn(true);
  expect(screen.getAllByRole("status")).toEqual([region]);
  expect(region.textContent).toBe(text);
  turn(false);
  expect(screen.getByRole("status")).toBe(region);
  expect(region.textContent).toBe("");
});

it("moves the focus to the notice, and back to the same field", async () => {
  const user = renderPage(<Page />);
  await user.type(field("Address"), "Ring");
  turn(true);
  expect(document.activeElement).toBe(screen.getByRole("status"));
  turn(false);
  expect(document.activeElement).toBe(field("Address"));
  await user.keyboard(" 7");
  expect(field("Address")).toHaveProperty("value", "Ring 7");
});

it("returns the focus if it was on the link of the notice, which is gone", async () => {
  const user = renderPage(<Page />);
  await user.click(field("Name"));
  turn(true);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "Contact" }));
  turn(false);
  expect(document.activeElement).toBe(field("Name"));
});

it("does not move a focus that is elsewhere", async () => {
  const user = renderPage(<Page />);
  await user.click(field("Search"));
  turn(true);
  expect(document.activeElement).toBe(field("Search"));
  turn(false);
  expect(document.activeElement).toBe(field("Search"));
  await user.click(field("Name"));
  turn(true);
  await user.click(field("Search"));
  turn(false);
  expect(document.activeElement).toBe(field("Search"));
});

it("does not focus a form that is shown for the first time", () => {
  turn(true);
  renderPage(<Page />);
  expect(document.activeElement).toBe(document.body);
  turn(false);
  field("Name");
  expect(document.activeElement).toBe(document.body);
});
