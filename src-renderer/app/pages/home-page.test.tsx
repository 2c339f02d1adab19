import { screen, waitFor } from "@testing-library/react";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it } from "vitest";
import { getCatalogue } from "#shared/api/catalogue.ts";
import { getShowcase, listContent } from "#shared/api/library.ts";
import { listOf, teaser } from "#renderer/features/reading/testing/sample-entries.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import HomePage from "./home-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const catalogue = {
  plans: [
    { sku: "m", period: "monthly", name: "Monthly", price: euros(900) },
    { sku: "y", period: "yearly", name: "Yearly", price: euros(9000) },
  ],
  extras: [],
  yearlySaving: euros(1800),
  paymentsAvailable: true,
  testMode: true,
  termsVersion: "1",
};
const showcase = { articles: [teaser()], recipes: [], protocols: [], videos: [] };

describe("home", () => {
  it("links to the plans without prices while the API is unreachable", async () => {
    renderPage(<HomePage />);
    await screen.findByText(/cannot show the prices/);
    expect(screen.getAllByRole("link", { name: "See the plans" })).toHaveLength(2);
    screen.getByText("Yearly or monthly. Cancel whenever you like.");
  });

  it("shows a recipe alone under its own title, where no protocol is published", async () => {
    answer(getCatalogue, { data: catalogue });
    const recipe = teaser({ kind: "recipes", slug: "liver", title: "Liver" });
    answer(getShowcase, { data: { ...showcase, recipes: [recipe] } });
    renderPage(<HomePage />);
    await screen.findByRole("heading", { name: "What goes into the pouch" });
    screen.getByRole("link", { name: "Liver" });
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it("of an empty library says so to members", async () => {
    useSession.setState({ token: "t", user: { ...ada, name: "Marek" } });
    answer(getShowcase, { data: { ...showcase, articles: [] } });
    answer(listContent, listOf([]));
    renderPage(<HomePage />);
    await screen.findByRole("heading", { name: "Nothing here yet" });
    await waitFor(() => expect(screen.queryAllByRole("progressbar")).toEqual([]));
  });

  it("has no style attributes from the server, which the policy blocks, while nothing is loaded", () => {
    const client = createElement(MemoryRouter, null, createElement(HomePage));
    expect(renderToString(client)).toContain("progressbar");
    expect(renderToString(client)).not.toContain(" style=");
  });

  it("shows active members the newest entries instead of plans", async () => {
    useSession.setState({ token: "t", user: { ...ada, name: "Marek" } });
    const post = teaser({ kind: "blog", slug: "post", title: "Post", motif: "paw" });
    answer(getShowcase, { data: showcase });
    answer(listContent, listOf([{ ...post, publishedAt: "2026-11-01T07:00:00.000Z" }]));
    renderPage(<HomePage />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Good to see you, Marek");
    const newest = await screen.findByRole("heading", { level: 2, name: "Post" });
    expect(newest.querySelector("a")?.getAttribute("href")).toBe("/blog/post");
    screen.getByRole("link", { name: "Weave entries" });
    expect(screen.queryByText(/year/)).toBeNull();
  });
});
