import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changeShelf } from "#shared/api/shelf-changes.ts";
import { listSaved } from "#shared/api/shelf.ts";
import { watchConnection } from "#renderer/api-client/connection.ts";
import { returnAddress } from "#renderer/session/return-address.ts";
import { useSession } from "#renderer/session/session-store.ts";
import "#renderer/testing/after-each.ts";
import { answer, resetApi, sentTo } from "#renderer/testing/fake-api.ts";
import { connectDevice } from "#renderer/testing/connect-device.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { teaser } from "#renderer/features/reading/testing/sample-entries.ts";
import { pendingShelfChanges } from "#renderer/features/reading/shelf/follow/changes.ts";
import SavedPage from "./saved-page.tsx";
import { ada as user } from "#renderer/testing/sample-user.ts";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

const signIn = (subscriptionOwned: boolean) =>
  useSession.setState({ status: "ready", token: "t1", user: { ...user, subscriptionOwned } });
const page = (slugs: string[], nextCursor: string | null = null) => ({
  data: { items: slugs.map((slug) => teaser({ slug, title: `Entry ${slug}` })), nextCursor },
});
const queries = () => sentTo(listSaved).map(({ input }) => input.query);

watchConnection();
beforeEach(async () => {
  await connectDevice();
  signIn(true);
});
afterEach(() => returnAddress.forget());

describe("the saved entries of a member", () => {
  it("are listed page by page, and the focus stays in the list", async () => {
    answer(listSaved, page(["a", "b"], "next"));
    const person = renderPage(<SavedPage />, "/saved");
    await screen.findByRole("link", { name: "Entry a" });
    answer(listSaved, page(["c"]));
    await person.click(screen.getByRole("button", { name: "Show more" }));
    const last = await screen.findByRole("link", { name: "Entry c" });
    await waitFor(() => expect(document.activeElement).toBe(last));
    expect(queries()).toEqual([{}, { cursor: "next" }]);
  });

  it("are as many after a reload, at the same place; another kind begins at its first page", async () => {
    const place = { index: 2, top: 40 };
    window.history.replaceState({ listPlace: place }, "", "/saved?pages=2");
    const scrollBy = vi.spyOn(window, "scrollBy").mockImplementation(() => {});
    const held = Promise.withResolvers<ReturnType<typeof page>>();
    answer(listSaved, held.promise);
    const person = renderPage(<SavedPage />, "/saved?pages=2");
    await waitFor(() => expect(queries()).toHaveLength(1));
    answer(listSaved, page(["c"]));
    held.resolve(page(["a", "b"], "next"));
    await screen.findByRole("link", { name: "Entry c" });
    await waitFor(() => expect(scrollBy).toHaveBeenCalledWith(0, -place.top));
    expect(queries()).toEqual([{}, { cursor: "next" }]);
    await waitFor(() => expect(window.location.search).toBe("?pages=2"));
    await person.click(screen.getByRole("button", { name: "Recipes" }));
    await waitFor(() => expect(queries().at(-1)).toEqual({ kind: "recipes" }));
    await expectAddress("/saved?kind=recipes");
    await waitFor(() => expect(window.location.search).toBe(""));
  });

  it("stop at a page that does not load again", async () => {
    window.history.replaceState(null, "", "/saved?pages=9");
    const held = Promise.withResolvers<ReturnType<typeof page>>();
    answer(listSaved, held.promise);
    renderPage(<SavedPage />, "/saved?pages=9");
    await waitFor(() => expect(queries()).toHaveLength(1));
    resetApi();
    held.resolve(page(["a"], "next"));
    await screen.findByRole("button", { name: "Show more" });
    await waitFor(() => expect(window.location.search).toBe(""));
    expect(queries()).toEqual([{ cursor: "next" }]);
  });

  it("that are removed stay in the list, to be saved again", async () => {
    answer(listSaved, page(["a"]));
    const at = "2026-03-01T14:00:00.000Z";
    const accept = (isKept: boolean) => {
      const item = { type: "saved", kind: "articles", slug: "a", at, isKept };
      answer(changeShelf, { data: { items: [item] } });
    };
    accept(false);
    const person = renderPage(<SavedPage />, "/saved");
    await person.click(await screen.findByRole("button", { name: "Saved", pressed: true }));
    await waitFor(() => expect(pendingShelfChanges()).toEqual([]));
    accept(true);
    await person.click(await screen.findByRole("button", { name: "Save", pressed: false }));
    await waitFor(() => expect(pendingShelfChanges()).toEqual([]));
    await screen.findByRole("button", { name: "Saved", pressed: true });
    const sent = sentTo(changeShelf).map(({ input }) => input.body);
    expect(sent).toMatchObject([
      { changes: [{ slug: "a", isKept: false }] },
      { changes: [{ slug: "a", isKept: true }] },
    ]);
  });

  it("are none: one sentence and one way on, without filters", async () => {
    answer(listSaved, page([]));
    renderPage(<SavedPage />, "/saved");
    const action = await screen.findByRole("link", { name: "Browse the articles" });
    expect(action.getAttribute("href")).toBe("/articles");
    expect(screen.queryByRole("group")).toBeNull();
  });

  it("are none of a kind: all are offered", async () => {
    answer(listSaved, page([]));
    const person = renderPage(<SavedPage />, "/saved?kind=videos");
    await person.click(await screen.findByRole("button", { name: "Show everything saved" }));
    await expectAddress("/saved");
  });
});

describe("the page of somebody without a membership", () => {
  it("has a way to log in for a visitor, which leads back, and asks for nothing", async () => {
    useSession.setState({ status: "ready", token: null, user: null });
    const person = renderPage(<SavedPage />, "/saved");
    await person.click(screen.getByRole("link", { name: "Log in" }));
    expect(returnAddress.read()).toBe("/saved");
    expect(queries()).toEqual([]);
  });

  it("has the way to the plans for a user", () => {
    signIn(false);
    renderPage(<SavedPage />, "/saved");
    const plans = screen.getByRole("link", { name: "See the plans" });
    expect(plans.getAttribute("href")).toBe("/memberships");
    expect(queries()).toEqual([]);
  });
});
