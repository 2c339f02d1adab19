import { act, screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getContent, listContent } from "#shared/api/library.ts";
import { listSaved } from "#shared/api/shelf.ts";
import { listShows } from "#shared/api/show-day.ts";
import { configureClient } from "#renderer/api-client/client.ts";
import { watchConnection } from "#renderer/api-client/connection.ts";
import { queryClient, queryOf } from "#renderer/api-client/query.ts";
import { OfflineLine } from "#renderer/app/layouts/member/offline-line.tsx";
import { useNotifications, watchFailures } from "#renderer/app/notifications.ts";
import EntryPage from "#renderer/app/pages/entry/entry-page.tsx";
import SavedPage from "#renderer/app/pages/saved-page.tsx";
import { entry, listOf, teaser } from "#renderer/features/reading/testing/sample-entries.ts";
import ShowDayPage from "#renderer/features/shows/show-day-page.tsx";
import { show } from "#renderer/features/shows/testing/sample-shows.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { leaseLastsMs, renewLease } from "#renderer/session/lease.ts";
import { announceSessionEnd } from "#renderer/session/session-end.ts";
import { useSession } from "#renderer/session/session-store.ts";
import "#renderer/testing/after-each.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import "#renderer/testing/indexed-db.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { readAnswer, storeAnswer, storeEntry, storeSaved } from "./stored-answers.ts";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

watchConnection();
watchFailures();

/** Reads the files that Node's fetch returns, which jsdom's own does not. */
class FakeFileReader extends EventTarget {
  result = "";
  async readAsDataURL(file: Blob) {
    this.result = `data:${file.type};base64,${btoa(await file.text())}`;
    this.dispatchEvent(new Event("load"));
  }
}

/** Opens a page as a member without a connection: the API answers nothing but what a test sets. */
const open = (path: string) =>
  renderPage(
    <>
      <OfflineLine />
      <Routes>
        <Route path="/saved" element={<SavedPage />} />
        <Route path="/articles/:id" element={<EntryPage />} />
        <Route path="/show-day" element={<ShowDayPage />} />
      </Routes>
    </>,
    path,
  );
const connect = () => {
  vi.stubGlobal("fetch", async () => new Response("{}"));
  window.dispatchEvent(new Event("online"));
};
/** As after a start without any answer of /me. */
const startOffline = (namedAt = Date.now()) =>
  useSession.setState({ status: "ready", token: "t1", user: ada, namedAt });
const failed = () => screen.findByRole("button", { name: "Try again" });

beforeEach(async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("offline");
  });
  configureClient({
    token: () => platform.read("token"),
    language: () => "en",
    stored: readAnswer,
  });
  localStorage.clear();
  await platform.load();
  platform.write("token", "t1");
  useNotifications.setState({ messages: [] });
  await renewLease(ada);
  startOffline();
});
afterEach(async () => {
  connect();
  // What fails late would be told in the next test.
  await vi.waitUntil(() => queryClient.isFetching() === 0);
});

describe("without a connection", () => {
  it("a member reads a stored entry at its own address, which becomes the current one with a connection", async () => {
    await storeEntry(entry(), { isOpened: true });
    open("/articles/weave-entries");
    await screen.findByText("still");
    answer(getContent, { data: entry({ body: "Corrected." }) });
    answer(listContent, listOf([]));
    connect();
    await screen.findByText("Corrected.");
  });

  it("one line says so, of when the page is, and no notification repeats it", async () => {
    const key = queryOf(listShows, {}).queryKey;
    const at = new Date(Date.now() - 3_600_000);
    await storeAnswer(key, { shows: [show()], items: [], leftOut: 0 }, {}, at.getTime());
    open("/show-day");
    await screen.findByRole("heading", { name: show().name });
    const time = at.toLocaleTimeString("en-GB", { timeStyle: "short" });
    await screen.findByText(`Offline · as of ${time}`);
    expect(screen.getAllByText(/offline/i)).toHaveLength(1);
    expect(useNotifications.getState().messages).toEqual([]);
    act(() => useSession.setState({ namedAt: null }));
    connect();
    await waitFor(() => expect(screen.queryByText(/^Offline/)).toBeNull());
  });

  it("the stored images of a text are shown, and the others described", async () => {
    const address = (name: string) =>
      `/api/media/articles/weave-entries/${name}-60x40.webp?session=1&signature=x`;
    vi.stubGlobal("fetch", async (asked: string) => {
      if (!asked.includes("kept")) throw new TypeError("offline");
      return new Response("image", { headers: { "content-type": "image/webp" } });
    });
    vi.stubGlobal("FileReader", FakeFileReader);
    const body = `![A kept dog](${address("kept")})\n\n![A lost dog](${address("lost")})`;
    await storeEntry(entry({ body }), { isOpened: true });
    open("/articles/weave-entries");
    const image = await screen.findByRole("img", { name: "A kept dog" });
    expect(image.getAttribute("src")).toMatch(/^data:image\/webp/);
    expect(screen.queryByRole("img", { name: "A lost dog" })).toBeNull();
    screen.getByText("A lost dog");
  });

  it("an entry that is stored in another language than the interface's says so", async () => {
    await storeEntry(entry({ language: "pl" }), { isOpened: true });
    open("/articles/weave-entries");
    await screen.findByText("Only the Polish text is kept on this device.");
  });

  it("what is saved is listed by kind, and what was opened last below it", async () => {
    await storeSaved([{ items: [teaser()], nextCursor: null }]);
    await storeEntry(entry({ slug: "opened", title: "Only opened" }), { isOpened: true });
    const person = open("/saved");
    await screen.findByRole("link", { name: "Weave entries" });
    await screen.findByRole("link", { name: "Only opened" });
    await person.click(screen.getByRole("button", { name: "Videos" }));
    await screen.findByText("Nothing of this type saved");
  });

  it("what is not stored shows its failure", async () => {
    open("/articles/weave-entries");
    await failed();
    expect(useNotifications.getState().messages).toEqual([]);
  });

  it("a member sees nothing that another one left", async () => {
    await storeEntry(entry(), { isOpened: true });
    platform.write("token", "t2");
    open("/articles/weave-entries");
    await failed();
    expect(screen.queryByText("still")).toBeNull();
  });

  it("a page goes once the lease is over, or the session ended", async () => {
    await storeEntry(entry(), { isOpened: true });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + leaseLastsMs });
    open("/articles/weave-entries");
    await failed();
    expect(screen.queryByText("still")).toBeNull();
  });

  it("nothing of a stored answer stays in memory when the session ends", async () => {
    await storeEntry(entry(), { isOpened: true });
    open("/articles/weave-entries");
    await screen.findByText("still");
    platform.remove("token");
    act(() => announceSessionEnd("logged-out", false));
    await waitFor(() => expect(screen.queryByText("still")).toBeNull());
    expect(
      JSON.stringify(
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ state }) => state.data),
      ),
    ).not.toContain("still");
  });

  it("an answer that is read while another member logs in is not shown", async () => {
    await storeEntry(entry(), { isOpened: true });
    const held = Promise.withResolvers<void>();
    const read = vi.fn();
    configureClient({
      token: () => platform.read("token"),
      language: () => "en",
      stored: async (key) => {
        const kept = await readAnswer(key);
        if (kept) read();
        await held.promise;
        return kept;
      },
    });
    open("/articles/weave-entries");
    await vi.waitFor(() => expect(read).toHaveBeenCalled());
    platform.write("token", "t2");
    held.resolve();
    await failed();
    expect(screen.queryByText("still")).toBeNull();
  });
});

describe("a failure that is not for lack of a connection", () => {
  const refused = { error: { kind: "unexpected", message: "no", status: 500 } } as const;
  it.each([
    [getContent, "/articles/weave-entries"],
    [listSaved, "/saved"],
    [listShows, "/show-day"],
  ] as const)("is shown as such, whatever is stored (%o)", async (endpoint, path) => {
    useSession.setState({ namedAt: null });
    connect();
    await storeEntry(entry(), { isOpened: true });
    await storeSaved([{ items: [teaser()], nextCursor: null }]);
    await storeAnswer(queryOf(listShows, {}).queryKey, { shows: [show()], items: [], leftOut: 0 });
    await vi.waitFor(() => expect(navigator.onLine).toBe(true));
    answer(endpoint, refused);
    open(path);
    await failed();
    expect(useNotifications.getState().messages).toHaveLength(1);
  });
});
