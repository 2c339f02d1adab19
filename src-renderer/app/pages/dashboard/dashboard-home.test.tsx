import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { listAnnouncements } from "#shared/api/announcements.ts";
import { getShowcase, listContent } from "#shared/api/library.ts";
import { getShelf } from "#shared/api/shelf.ts";
import { dayMs } from "#shared/durations.ts";
import { queryClient, queryOf } from "#renderer/api-client/query.ts";
import { shelfQuery } from "#renderer/features/reading/index.ts";
import { listOf, teaser } from "#renderer/features/reading/testing/sample-entries.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { DashboardHome } from "./dashboard-home.tsx";
import { ada as user } from "#renderer/testing/sample-user.ts";

const nothing = { begun: [], saved: [], newSince: null, newCounts: [], hasShowAhead: false };
const articles = ["2026-03-03", "2026-03-02", "2026-03-01", "2026-02-28"].map((day) =>
  teaser({ slug: `of-${day}`, title: `Of ${day}`, publishedAt: `${day}T07:00:00.000Z` }),
);

beforeEach(() => {
  useSession.setState({ status: "ready", token: "t1", user });
  answer(getShowcase, { data: { articles, recipes: [], protocols: [], videos: [] } });
  answer(listContent, listOf([]));
});

const open = () => renderPage(<DashboardHome user={user} />, "/dashboard");
const headings = () => screen.getAllByRole("heading", { level: 2 }).map((each) => each.textContent);

describe("a member's dashboard", () => {
  it("has what was begun first, with how far, and leaves what was saved to its page", async () => {
    const video = teaser({ kind: "videos", slug: "seesaw", title: "The seesaw" });
    answer(getShelf, {
      data: {
        begun: [
          { teaser: video, place: { position: 754, length: 900 } },
          { teaser: teaser(), place: { position: 12, length: 40, hash: "x" } },
          {
            teaser: teaser({ kind: "recipes", slug: "stew", title: "Stew" }),
            place: { position: 3, length: 9, hash: "1a-b", search: "portions=7&units=us" },
          },
        ],
        saved: [teaser({ slug: "kept", title: "Kept" })],
        newSince: null,
        newCounts: [],
        hasShowAhead: false,
      },
    });
    open();
    const row = await screen.findByRole("region", { name: "Continue" });
    within(row).getByText("12:34 of 15:00");
    within(row).getByText("30% read");
    expect(within(row).getByRole("link", { name: "Stew" }).getAttribute("href")).toBe(
      "/recipes/stew?portions=7&units=us&cook=3.9.1a-b",
    );
    expect(screen.queryByText("Kept")).toBeNull();
    expect(headings().indexOf("Continue")).toBeLessThan(headings().indexOf("New in the library"));
  });

  it("marks what was published since the previous visit, and nothing else", async () => {
    answer(getShelf, { data: { ...nothing, newSince: "2026-03-02T06:00:00.000Z" } });
    open();
    await screen.findByRole("link", { name: "Of 2026-03-03" });
    const marked = screen
      .getAllByText("New", { exact: true })
      .map(
        (mark) => within(mark.closest("article") ?? document.body).getByRole("link").textContent,
      );
    expect(marked).toEqual(["Of 2026-03-03", "Of 2026-03-02"]);
  });

  it("has neither row nor mark on the first day, and three new entries", async () => {
    answer(getShelf, { data: nothing });
    open();
    await screen.findByRole("link", { name: "Of 2026-03-03" });
    expect(screen.queryByRole("region", { name: "Continue" })).toBeNull();
    expect(screen.getAllByRole("article")).toHaveLength(3);
    expect(screen.queryByText("New", { exact: true })).toBeNull();
  });

  describe("with announcements", () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
    const published = (days: number) =>
      answer(listAnnouncements, {
        data: { items: [{ id: "a1", title: "Trials", body: "", publishedAt: daysAgo(days) }] },
      });
    const link = () => screen.queryByRole("link", { name: "Trials" });
    const openWith = async (newSince: string | null) => {
      answer(getShelf, { data: { ...nothing, newSince } });
      open();
      await screen.findByRole("link", { name: "Of 2026-03-03" });
    };

    it("links to the newest one for three weeks", async () => {
      published(20);
      await openWith(daysAgo(1));
      expect(link()?.getAttribute("href")).toBe("/announcements#a1");
    });

    it("links to an older one that was published since the previous visit", async () => {
      published(40);
      await openWith(daysAgo(50));
      expect(link()).not.toBeNull();
    });

    it.each([1, null])("says nothing of an older one that was there then", async (lastVisit) => {
      published(40);
      await openWith(lastVisit === null ? null : daysAgo(lastVisit));
      expect(link()).toBeNull();
    });

    it("shows its rows only with the announcement, so that nothing moves", async () => {
      const held = Promise.withResolvers<{ data: { items: [] } }>();
      answer(listAnnouncements, held.promise);
      answer(getShelf, { data: nothing });
      open();
      const { queryKey } = queryOf(...shelfQuery);
      await waitFor(() => expect(queryClient.getQueryState(queryKey)?.status).toBe("success"));
      expect(screen.queryByRole("heading", { name: "New in the library" })).toBeNull();
      held.resolve({ data: { items: [] } });
      await screen.findByRole("heading", { name: "New in the library" });
    });
  });

  it("shows what is new although the shelf does not load", async () => {
    open();
    await screen.findByRole("link", { name: "Of 2026-03-03" });
  });
});
