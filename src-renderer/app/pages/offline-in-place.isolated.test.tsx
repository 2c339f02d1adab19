import { screen } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getContent, listContent } from "#shared/api/library.ts";
import { listShows } from "#shared/api/show-day.ts";
import { listSaved } from "#shared/api/shelf.ts";
import { watchConnection } from "#renderer/api-client/connection.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { show } from "#renderer/features/shows/testing/sample-shows.ts";
import "#renderer/testing/after-each.ts";
import "#renderer/testing/indexed-db.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada as user } from "#renderer/testing/sample-user.ts";
import EntryPage from "./entry/entry-page.tsx";
import SavedPage from "./saved-page.tsx";
import ShowDayPage from "#renderer/features/shows/show-day-page.tsx";
import { entry, listOf } from "#renderer/features/reading/testing/sample-entries.ts";
import { storeEntry } from "#renderer/features/offline/offline-entries.ts";
import OfflineEntryPage from "./entry/offline-entry-page.tsx";
import { offlineShows } from "#renderer/features/offline/offline-answers.ts";
import { renewLease } from "#renderer/features/offline/offline-store.ts";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

watchConnection();

const spring = show();

/** Reads the files that Node's fetch returns, which jsdom's own does not. */
class FakeFileReader extends EventTarget {
  result = "";
  async readAsDataURL(file: Blob) {
    this.result = `data:${file.type};base64,${btoa(await file.text())}`;
    this.dispatchEvent(new Event("load"));
  }
}

/** Opens a page as a member whose connection dropped after the start: the API answers nothing but what a test sets. */
const open = (path: string) =>
  renderPage(
    <Routes>
      <Route path="/saved" element={<SavedPage />} />
      <Route path="/saved/:kind/:slug" element={<OfflineEntryPage />} />
      <Route path="/articles/:id" element={<EntryPage />} />
      <Route path="/show-day" element={<ShowDayPage />} />
    </Routes>,
    path,
  );
const connect = () => window.dispatchEvent(new Event("online"));
const keptNote = /Kept on this device on/;

beforeEach(async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("offline");
  });
  localStorage.clear();
  await platform.load();
  platform.write("token", "t1");
  useSession.setState({
    status: "ready",
    token: "t1",
    user: { ...user, id: "ada", subscriptionOwned: true },
  });
  await renewLease("ada");
});
afterEach(async () => {
  vi.stubGlobal("fetch", async () => new Response("{}"));
  connect();
});

describe("a member whose connection drops after the start", () => {
  it("sees of the kept entries those of the chosen kind, and the failure where there is none", async () => {
    await storeEntry(entry(), { isSaved: true });
    const person = open("/saved");
    await person.click(await screen.findByRole("button", { name: "Videos" }));
    await screen.findByRole("button", { name: "Try again" });
    await person.click(screen.getByRole("button", { name: "Articles" }));
    await screen.findByRole("link", { name: "Weave entries" });
  });

  it("reads the kept copy at the entry's own address, until they ask for the current version", async () => {
    await storeEntry(entry(), { isOpened: true });
    const person = open("/articles/weave-entries");
    await screen.findByText(keptNote);
    await screen.findByText("still");
    answer(getContent, { data: entry({ body: "Corrected." }) });
    answer(listContent, listOf([]));
    vi.stubGlobal("fetch", async () => new Response("{}"));
    connect();
    const current = await screen.findByRole("link", { name: "Open the current version" });
    screen.getByText("still");
    await person.click(current);
    await screen.findByText("Corrected.");
    expect(screen.queryByText(keptNote)).toBeNull();
  });

  it("sees the images that are kept, and reads what the others show", async () => {
    const address = (name: string) =>
      `/api/media/articles/weave-entries/${name}-60x40.webp?session=1&signature=x`;
    vi.stubGlobal("fetch", async (asked: string) => {
      if (asked.includes("lost")) throw new TypeError("offline");
      return new Response("image", { headers: { "content-type": "image/webp" } });
    });
    vi.stubGlobal("FileReader", FakeFileReader);
    const body = `![A kept dog](${address("kept")})\n\n![A lost dog](${address("lost")})`;
    await storeEntry(entry({ body }), { isOpened: true });
    open("/articles/weave-entries");
    const image = await screen.findByRole("img", { name: "A kept dog" });
    expect(image.getAttribute("src")).toMatch(/^data:image\/webp/);
    expect(image.getAttribute("width")).toBe("60");
    expect(screen.queryByRole("img", { name: "A lost dog" })).toBeNull();
    screen.getByText("A lost dog");
  });

  it("sees the failure of an entry that is not kept, or without a lease", async () => {
    open("/articles/weave-entries");
    await screen.findByRole("button", { name: "Try again" });
  });

  it("sees nothing that another member left", async () => {
    await storeEntry(entry(), { isOpened: true });
    platform.write("token", "t2");
    open("/articles/weave-entries");
    await screen.findByRole("button", { name: "Try again" });
    expect(screen.queryByText("still")).toBeNull();
  });
});

describe("a failure that is not for lack of a connection", () => {
  const refused = { error: { kind: "unexpected", message: "no", status: 500 } } as const;
  it.each([
    [getContent, "/articles/weave-entries"],
    [listSaved, "/saved"],
    [listShows, "/show-day"],
  ] as const)("is shown as such, whatever is kept (%o)", async (endpoint, path) => {
    await storeEntry(entry(), { isOpened: true });
    await offlineShows.store({ shows: [spring], items: [], leftOut: 0 });
    answer(endpoint, refused);
    open(path);
    await screen.findByRole("button", { name: "Try again" });
    expect(screen.queryByText(keptNote)).toBeNull();
  });
});
