import { act, screen } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { matchRoute, routes } from "#shared/routes.ts";
import { recordLoss } from "#renderer/api-client/connection.ts";
import { storeEntry } from "#renderer/features/offline/offline-entries.ts";
import { renewLease } from "#renderer/features/offline/offline-store.ts";
import "#renderer/testing/after-each.ts";
import "#renderer/testing/indexed-db.ts";
import { entry } from "#renderer/features/reading/testing/sample-entries.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { trainingDay } from "#renderer/testing/sample-plan.ts";
import { ada } from "#renderer/testing/sample-user.ts";
import { Guard } from "../guards.tsx";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

let answers = false;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${trainingDay}T10:00:00`) });
  vi.stubGlobal("fetch", async () => {
    if (!answers) throw new TypeError("offline");
    return new Response("{}");
  });
  answers = false;
  localStorage.clear();
  await platform.load();
  platform.write("token", "t1");
  await renewLease("ada");
  // As after a start whose question whose token this is had no answer.
  useSession.setState({ status: "ready", token: "t1", user: null });
  recordLoss();
});

function open(path: string) {
  const route = matchRoute(path);
  if (route === null) throw new Error(`No route: ${path}`);
  const { access, path: pattern } = routes[route];
  return renderPage(
    <Routes>
      <Route path={pattern} element={<Guard access={access}>The page itself</Guard>} />
      <Route path="*" element={null} />
    </Routes>,
    path,
  );
}

/** The connection is back, and the API has said whose token it is. */
async function connect() {
  answers = true;
  window.dispatchEvent(new Event("online"));
  const user = { ...ada, id: "ada", subscriptionOwned: true };
  await act(async () => useSession.setState({ status: "ready", token: "t1", user }));
}

it("an entry that is kept in another language than the interface's says so", async () => {
  await storeEntry(entry({ language: "pl" }), { isOpened: true });
  open("/articles/weave-entries");
  await screen.findByText("Only the Polish text is kept on this device.");
});

it.each(["/videos/seesaw", "/videos", "/membership", "/review"])(
  "a page of which nothing is kept says so and leads to what is: %s",
  async (path) => {
    await storeEntry(entry(), { isOpened: true });
    open(path);
    await screen.findByRole("heading", { name: "This is not kept on this device" });
    const link = screen.getByRole("link", { name: "What is kept on this device" });
    expect(link.getAttribute("href")).toBe("/saved");
    await connect();
    await vi.waitFor(() => expect(link.isConnected).toBe(false));
  },
);

it("a list shows what is kept of its kind", async () => {
  await storeEntry(entry({ kind: "blog" }), { isOpened: true });
  open("/blog");
  await screen.findByRole("heading", { name: "Blog", level: 1 });
  await screen.findByRole("link", { name: "Weave entries" });
});

it.each([
  ["the lease is over", () => vi.setSystemTime(Date.now() + 15 * dayMs)],
  ["the clock was turned back", () => vi.setSystemTime(Date.now() - 2 * dayMs)],
  ["the token is another session's", () => platform.write("token", "t2")],
])("a visitor's start if %s", async (_why, change) => {
  await storeEntry(entry(), { isOpened: true });
  change();
  open("/articles/weave-entries");
  await expectAddress("/preview/articles/weave-entries");
});
