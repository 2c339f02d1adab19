import { act, screen, waitFor } from "@testing-library/react";
import { Link, Route, Routes } from "react-router-dom";
import { describe, expect, it } from "vitest";
import { searchContent, type SearchResult } from "#shared/api/content-search.ts";
import type { User } from "#shared/api/user.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { signIn, endSessionHere } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import SearchPage from "./search-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";

const member: User = { ...ada, roles: ["ROLE_USER"] };

const plain = (text: string) => ({ text, isMatch: false });
const found = (text: string) => ({ text, isMatch: true });

const result = (over: Partial<SearchResult> = {}): SearchResult => ({
  kind: "videos",
  slug: "poles",
  language: "en",
  title: "Weave poles",
  summary: "From the left.",
  motif: "weave-poles",
  tags: [{ id: "agility", name: "Agility", isMatch: false }],
  author: { name: "Marta Wolska", isMatch: false },
  highlights: {
    title: [found("Weave"), plain(" poles")],
    summary: [plain("From the left.")],
    excerpt: [],
  },
  ...over,
});
const page = (items: SearchResult[], nextCursor: string | null = null) => ({
  data: { items, nextCursor },
});
const address = () => screen.getByTestId("address").textContent;
const lastQuery = () => sentTo(searchContent).at(-1)?.input.query;
const open = (path: string) => renderPage(<SearchPage />, path);

describe("the search", () => {
  it("begins with the focus in the field, and asks for nothing", async () => {
    open("/search");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("searchbox")));
    screen.getByRole("heading", { name: "What are you looking for?" });
    expect(sentTo(searchContent)).toEqual([]);
  });

  it("lets members turn the key / off, and nobody else", async () => {
    const user = open("/search");
    expect(screen.queryByRole("checkbox")).toBeNull();
    act(() => signIn({ token: "t", user: member }));
    const slash = screen.getByRole("checkbox", { name: /^Open the search with the \/ key/ });
    expect(slash).toHaveProperty("checked", true);
    await user.click(slash);
    expect(slash).toHaveProperty("checked", false);
    expect(platform.read("searchShortcut")).toBe(false);
    act(() => endSessionHere());
  });

  it("keeps words and kinds in the address, and counts what it finds", async () => {
    answer(searchContent, page([result()]));
    const user = open("/search");
    await user.type(await screen.findByRole("searchbox"), "weve pols");
    await expectAddress("/search?q=weve+pols");
    await screen.findByText("1 result");
    await user.click(await screen.findByRole("button", { name: "Videos", pressed: false }));
    await user.click(await screen.findByRole("button", { name: "Articles" }));
    await waitFor(() => expect(lastQuery()).toEqual({ q: "weve pols", kinds: "articles,videos" }));
    await user.click(await screen.findByRole("button", { name: "Videos", pressed: true }));
    await expectAddress("/search?q=weve+pols&kinds=articles");
  });

  it("starts with the address, marks what matches, and says what needs a membership", async () => {
    const excerpt = [plain("… with "), found("weave"), plain(" …")];
    const { title, summary } = result().highlights;
    const tags = [{ id: "agility", name: "Agility", isMatch: true }];
    const author = { name: "Marta Wolska", isMatch: true };
    answer(
      searchContent,
      page([result({ highlights: { title, summary, excerpt }, tags, author })]),
    );
    open("/search?q=weave&kinds=videos,cats");
    const link = await screen.findByRole("link", { name: "Weave poles" });
    expect(link.getAttribute("href")).toBe("/preview/videos/poles");
    expect(lastQuery()).toEqual({ q: "weave", kinds: "videos" });
    const marks = [...document.querySelectorAll("mark")].map((mark) => mark.textContent);
    expect(marks).toEqual(["Weave", "weave"]);
    screen.getByText("Topic: Agility");
    screen.getByText("By Marta Wolska");
    screen.getByText("Video · for members");
  });

  it("offers no order and topics for results that one page shows", async () => {
    answer(searchContent, page([result()]));
    open("/search?q=weave");
    await screen.findByText("1 result");
    expect(screen.queryByRole("button", { name: "Newest first" })).toBeNull();
    expect(screen.queryByRole("group", { name: "Topics" })).toBeNull();
  });

  it("is narrowed to a topic and ordered by time, which the address keeps", async () => {
    const health = [{ id: "health", name: "Health", isMatch: false }];
    answer(
      searchContent,
      page([result(), result({ slug: "two" }), result({ slug: "x", tags: health })], "more"),
    );
    const user = open("/search?q=weave");
    await user.click(await screen.findByRole("button", { name: "Newest first", pressed: false }));
    await waitFor(() => expect(lastQuery()).toEqual({ q: "weave", sort: "newest" }));
    const topics = screen.getByRole("group", { name: "Topics" });
    const names = () => [...topics.querySelectorAll("button")].map((one) => one.textContent);
    expect(names()).toEqual(["Agility", "Health"]);
    answer(searchContent, page([result({ slug: "x", tags: health })]));
    await user.click(await screen.findByRole("button", { name: "Health" }));
    await waitFor(() => expect(lastQuery()).toEqual({ q: "weave", tag: "health", sort: "newest" }));
    await screen.findByText("1 result");
    expect(names()).toEqual(["Agility", "Health"]);
    await expectAddress("/search?q=weave&sort=newest&tag=health");
    await user.click(await screen.findByRole("button", { name: "Health", pressed: true }));
    await user.click(await screen.findByRole("button", { name: "Newest first", pressed: true }));
    await expectAddress("/search?q=weave");
  });

  it("offers all kinds and topics when the chosen ones have nothing, then to begin again", async () => {
    answer(searchContent, page([]));
    const user = open("/search?q=cat&kinds=videos&tag=agility");
    await user.click(await screen.findByRole("button", { name: "Search everything" }));
    await expectAddress("/search?q=cat");
    expect(document.activeElement).toBe(screen.getByRole("searchbox"));
    await user.click(await screen.findByRole("button", { name: "Clear the search" }));
    await expectAddress("/search");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("searchbox")));
  });

  it("lets a topic without results be undone by itself, by its name", async () => {
    const topic = { id: "agility", name: "Agility" };
    answer(searchContent, { data: { ...page([]).data, topic } });
    const user = open("/search?q=cat&kinds=videos&tag=agility");
    await screen.findByRole("button", { name: "Search everything" });
    await user.click(await screen.findByRole("button", { name: "Agility", pressed: true }));
    await expectAddress("/search?q=cat&kinds=videos");
  });

  it("adds the next page, and counts it", async () => {
    answer(searchContent, page([result()], "after-poles"));
    const user = open("/search?q=weave");
    await screen.findByText("More than 1 result");
    answer(searchContent, page([result({ slug: "other" })]));
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(2));
    screen.getByText("2 results");
    expect(lastQuery()).toEqual({ q: "weave", cursor: "after-poles" });
    const [, second] = screen.getAllByRole("link");
    await waitFor(() => expect(document.activeElement).toBe(second));
  });

  it("is left with Escape, which keeps the words", async () => {
    answer(searchContent, page([result()]));
    const user = open("/search?q=weave");
    const field = await screen.findByRole<HTMLInputElement>("searchbox");
    await user.click(field);
    await user.keyboard("{Escape}");
    expect(document.activeElement).toBe(document.body);
    expect(field.value).toBe("weave");
  });

  it("stays on screen at Escape in an empty field of the page that the document was loaded with", async () => {
    answer(searchContent, page([result()]));
    const user = open("/search?q=weave");
    const field = await screen.findByRole("searchbox");
    await user.clear(field);
    await expectAddress("/search");
    await user.keyboard("{Escape}");
    expect(document.activeElement).toBe(document.body);
    await expectAddress("/search");
  });

  it("goes by the words in the field at Escape, also before they are searched for", async () => {
    answer(searchContent, page([result()]));
    const pages = (
      <Routes>
        <Route path="/recipes" element={<Link to="/search">Find</Link>} />
        <Route path="/search" element={<SearchPage />} />
      </Routes>
    );
    const user = renderPage(pages, "/recipes");
    await user.click(await screen.findByRole("link", { name: "Find" }));
    const field = screen.getByRole("searchbox");
    await user.type(field, "weave{Escape}");
    await waitFor(() => expect(address()).toMatch(/^\/search/));
    await user.clear(field);
    await user.keyboard("{Escape}");
    await expectAddress("/recipes");
  });
});
