import { screen, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import { getPreview, type Preview } from "#shared/api/library.ts";
import { entry, teaser } from "#renderer/features/reading/testing/sample-entries.ts";
import { returnAddress } from "#renderer/session/return-address.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import PreviewPage from "./preview-page.tsx";

afterEach(() => returnAddress.forget());

const preview = (over: Partial<Preview> = {}): Preview => ({
  ...teaser(),
  opening: "Stand **still** and…",
  languages: ["en"],
  ...over,
});

const open = (path = "/preview/articles/weave-entries") =>
  renderPage(
    <Routes>
      <Route path="/preview/:kind/:slug" element={<PreviewPage />} />
      <Route path="/articles/:id" element={<h1>The entry</h1>} />
      <Route path="/login" element={<h1>The login</h1>} />
    </Routes>,
    path,
  );

it("shows what stands above the wall, says what is behind it, and remembers the entry", async () => {
  answer(getPreview, { data: preview() });
  open();
  await screen.findByRole("heading", { level: 1, name: "Weave entries" });
  await screen.findByText("still");
  const wall = screen.getByRole("region", { name: "The rest of this article is for members" });
  expect(within(wall).getByRole("link", { name: "Log in" }).getAttribute("href")).toBe("/login");
  expect(returnAddress.read()).toBe("/articles/weave-entries");
});

it("keeps the address that the guard led here from, and shows members the way in above the text", async () => {
  returnAddress.remember("/articles/weave-entries?dog=3#part");
  answer(getPreview, { data: preview() });
  open();
  await screen.findByText("still");
  expect(screen.getAllByRole("link", { name: "Log in" })).toHaveLength(2);
  expect(returnAddress.read()).toBe("/articles/weave-entries?dog=3#part");
});

it.each([404, 500])("leads from the guard on to the login where it answers %i", async (status) => {
  returnAddress.remember("/articles/weave-entries");
  answer(getPreview, { error: { kind: "rejected", message: "no", status, code: "not-found" } });
  open();
  await screen.findByRole("heading", { name: "The login" });
  expect(returnAddress.read()).toBe("/articles/weave-entries");
});

it("names the ingredients of a recipe without amounts, and with them if it is free", async () => {
  const recipe = {
    kind: "recipes",
    recipe: { prepMinutes: 5, cookMinutes: 5, servings: 2 },
  } as const;
  answer(getPreview, {
    data: preview({ ...recipe, opening: "", ingredientNames: ["beef liver"] }),
  });
  open("/preview/recipes/weave-entries");
  await screen.findByText("beef liver");
  screen.getByRole("heading", { name: "Amounts and method are for members" });
});

it("shows all of a free entry, and says so", async () => {
  const whole = entry({
    body: "All of it.",
    ingredients: [{ quantity: 250, unit: "g", name: "liver" }],
  });
  answer(getPreview, { data: preview({ free: true, whole }) });
  open();
  await screen.findByText("All of it.");
  screen.getByText("250 g liver");
  screen.getByRole("heading", { name: /This one is free/ });
  screen.getByText("Free");
});

it("is the not-found page for an unknown kind or entry", async () => {
  answer(getPreview, {
    error: { kind: "rejected", message: "no", status: 404, code: "not-found" },
  });
  open();
  await screen.findByRole("heading", { name: "Page not found" });
});
