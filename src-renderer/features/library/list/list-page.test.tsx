import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { listContent } from "../../../../src-shared/api/library.ts";
import { queryClient } from "../../../api-client/query.ts";
import { answer, resetApi, sentTo } from "../../../testing/fake-api.ts";
import { renderPage } from "../../../testing/render-page.tsx";
import ListPage from "./list-page.tsx";
import { listOf, teaser } from "../testing/sample-entries.ts";

vi.mock("../../../api-client/transport.ts", () => import("../../../testing/fake-api.ts"));

afterEach(() => {
  queryClient.clear();
  resetApi();
});

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) =>
    teaser({ slug: `entry-${from + i}`, title: `Entry ${from + i}` }),
  );
const address = () => screen.getByTestId("address").textContent;
const lastQuery = () => sentTo(listContent).at(-1)?.input.query;

function open(path = "/articles") {
  return renderPage(<ListPage />, path);
}

describe("the list of a kind", () => {
  it("searches for the words and keeps them in the address", async () => {
    answer(listContent, listOf(numbered(1, 2)));
    const user = open();
    await user.type(await screen.findByRole("searchbox"), "weave poles");
    await waitFor(() => expect(lastQuery()).toEqual({ q: "weave poles" }));
    await waitFor(() => expect(address()).toBe("/articles?q=weave+poles"));
    expect(await screen.findByText("2 matches")).toBeTruthy();
  });

  it("starts with the filter of the address, and keeps its other parameters", async () => {
    answer(listContent, listOf(numbered(1, 1)));
    const user = open("/articles?lang=pl&tag=health&q=vet");
    const chosen = await screen.findByRole("button", { name: "Health", pressed: true });
    expect(lastQuery()).toEqual({ q: "vet", tag: "health" });
    await user.click(chosen);
    await waitFor(() => expect(lastQuery()).toEqual({ q: "vet" }));
    expect(address()).toBe("/articles?lang=pl&q=vet");
  });

  it("clears the filter and focuses the search when nothing matches", async () => {
    answer(listContent, listOf([]));
    const user = open("/articles?q=cat");
    await user.click(await screen.findByRole("button", { name: "Clear search and topic" }));
    await waitFor(() => expect(address()).toBe("/articles"));
    const search = screen.getByRole<HTMLInputElement>("searchbox");
    await waitFor(() => expect(search.value).toBe(""));
    expect(document.activeElement).toBe(search);
  });

  it("adds the next page, and focuses its first card if it is the last page", async () => {
    answer(listContent, listOf(numbered(1, 12), { total: 14, nextCursor: "after-12" }));
    const user = open();
    const more = await screen.findByRole("button", { name: "Show more" });
    answer(listContent, listOf(numbered(13, 14), { total: 14 }));
    await user.click(more);
    expect(await screen.findByRole("link", { name: "Entry 14" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Entry 1" })).toBeTruthy();
    expect(lastQuery()).toEqual({ cursor: "after-12" });
    expect(screen.getByText(/2 more loaded\. Showing 14 of 14/)).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("link", { name: "Entry 13" })),
    );
  });

  it("keeps the focus on the button while there are more pages", async () => {
    answer(listContent, listOf(numbered(1, 12), { total: 40, nextCursor: "after-12" }));
    const user = open();
    const more = await screen.findByRole("button", { name: "Show more" });
    answer(listContent, listOf(numbered(13, 24), { total: 40, nextCursor: "after-24" }));
    await user.click(more);
    await screen.findByRole("link", { name: "Entry 24" });
    expect(document.activeElement).toBe(more);
  });

  it("offers a retry when it fails to load", async () => {
    const user = open();
    const retry = await screen.findByRole("button", { name: "Try again" });
    answer(listContent, listOf(numbered(1, 1)));
    await user.click(retry);
    expect(await screen.findByRole("link", { name: "Entry 1" })).toBeTruthy();
  });

  it("says what a membership opens, and links cards to their entries", async () => {
    answer(listContent, listOf([teaser()]));
    open();
    const card = await screen.findByRole("link", { name: "Weave entries" });
    expect(card.getAttribute("href")).toBe("/articles/weave-entries");
    expect(screen.getByText(/opens the full articles/)).toBeTruthy();
  });
});
