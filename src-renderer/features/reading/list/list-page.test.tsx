import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { listContent } from "#shared/api/library.ts";
import { answer, resetApi, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import ListPage from "./list-page.tsx";
import { listOf, teaser } from "../testing/sample-entries.ts";

// jsdom has no layout: rows have no height, and the list has a width.
window.scrollTo = () => {};
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Object.defineProperty(HTMLUListElement.prototype, "clientWidth", { value: 900 });

afterEach(() => window.history.replaceState(null, "", "/"));

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) =>
    teaser({ slug: `entry-${from + i}`, title: `Entry ${from + i}` }),
  );
const lastQuery = () => sentTo(listContent).at(-1)?.input.query;

function open(path = "/articles") {
  return renderPage(<ListPage />, path);
}

describe("the list of a kind", () => {
  it("searches for the words and keeps them in the address", async () => {
    answer(listContent, listOf(numbered(1, 2), { total: 12 }));
    const user = open();
    await user.type(await screen.findByRole("searchbox"), "weave poles");
    await waitFor(() => expect(lastQuery()).toEqual({ q: "weave poles" }));
    await expectAddress("/articles?q=weave+poles");
    await screen.findByText("12 matches");
  });

  it("starts with the filter of the address, and keeps its other parameters", async () => {
    answer(listContent, listOf(numbered(1, 1)));
    const user = open("/articles?lang=pl&tag=health&q=vet");
    const chosen = await screen.findByRole("button", { name: "Health", pressed: true });
    expect(lastQuery()).toEqual({ q: "vet", tag: "health" });
    await user.click(chosen);
    await waitFor(() => expect(lastQuery()).toEqual({ q: "vet" }));
    await expectAddress("/articles?lang=pl&q=vet");
  });

  it("has no search, order or topics below twelve entries, unless the address names some", async () => {
    answer(listContent, listOf(numbered(1, 11)));
    open();
    await screen.findByRole("link", { name: "Entry 11" });
    expect(screen.queryByRole("searchbox")).toBeNull();
    expect(screen.queryByRole("button")).toBeNull();
    cleanup();
    const user = open("/articles?sort=oldest");
    await user.click(await screen.findByRole("button", { name: "Oldest first", pressed: true }));
    await expectAddress("/articles");
    // The button keeps the focus.
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Oldest first" }));
  });

  it("clears the filter and focuses the search when nothing matches", async () => {
    answer(listContent, listOf([]));
    const user = open("/articles?q=cat");
    await user.click(await screen.findByRole("button", { name: "Clear search and topic" }));
    await expectAddress("/articles");
    const search = screen.getByRole<HTMLInputElement>("searchbox");
    await waitFor(() => expect(search.value).toBe(""));
    await waitFor(() => expect(document.activeElement).toBe(search));
  });

  it("leads from words that it lacks to the search over everything", async () => {
    answer(listContent, listOf([]));
    open("/articles?q=weve+pols%3F&tag=health");
    const link = await screen.findByRole("link", { name: "Search everything for “weve pols?”" });
    expect(link.getAttribute("href")).toBe("/search?q=weve+pols%3F");
  });

  it("adds entries on request, says how many, and focuses the first new one once all are shown", async () => {
    answer(listContent, listOf(numbered(1, 12), { total: 14, nextCursor: "after-12" }));
    const user = open();
    const more = await screen.findByRole("button", { name: "Show more" });
    screen.getByText("Showing 12 of 14.");
    answer(listContent, listOf(numbered(13, 14), { total: 14 }));
    await user.click(more);
    await screen.findByRole("link", { name: "Entry 14" });
    expect(lastQuery()).toEqual({ cursor: "after-12", limit: 48 });
    await screen.findByText("2 more loaded.");
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("link", { name: "Entry 13" })),
    );
    await waitFor(() => expect(window.location.search).toBe("?pages=2"));
  });

  it("keeps the entries and the button when more of them fail to load", async () => {
    answer(listContent, listOf(numbered(1, 12), { total: 13, nextCursor: "after-12" }));
    const user = open();
    const more = await screen.findByRole("button", { name: "Show more" });
    resetApi();
    await user.click(more);
    await waitFor(() => expect(sentTo(listContent).length).toBeGreaterThan(0));
    answer(listContent, listOf(numbered(13, 13), { total: 13 }));
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    await screen.findByRole("link", { name: "Entry 13" });
    screen.getByRole("link", { name: "Entry 1" });
  });

  it("is turned round, which the address says", async () => {
    answer(listContent, listOf(numbered(1, 2), { total: 12 }));
    const user = open("/articles?pages=3");
    await user.click(await screen.findByRole("button", { name: "Oldest first" }));
    await waitFor(() => expect(lastQuery()).toEqual({ sort: "oldest" }));
    await expectAddress("/articles?sort=oldest");
    screen.getByRole("button", { name: "Oldest first", pressed: true });
  });

  it("says to visitors what a membership opens and what is free, and links cards to what is open", async () => {
    answer(listContent, listOf([teaser(), teaser({ slug: "free", title: "Start", free: true })]));
    open();
    const card = await screen.findByRole("link", { name: "Weave entries" });
    expect(card.getAttribute("href")).toBe("/preview/articles/weave-entries");
    expect(screen.getAllByText(/^(For members|Free)$/).map((mark) => mark.textContent)).toEqual([
      "For members",
      "Free",
    ]);
    screen.getByText(/Members read the full articles/);
  });
});
