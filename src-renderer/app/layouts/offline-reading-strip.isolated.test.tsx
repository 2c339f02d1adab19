import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { recordLoss } from "#renderer/api-client/connection.ts";
import { storeEntry } from "#renderer/features/offline/offline-entries.ts";
import { renewLease } from "#renderer/features/offline/offline-store.ts";
import { useCooking } from "#renderer/features/cooking/cooking-store.ts";
import { entry } from "#renderer/features/reading/testing/sample-entries.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import "#renderer/testing/indexed-db.ts";
import OfflineReadingStrip from "./offline-reading-strip.tsx";
import { SiteNotices } from "./site-notices.tsx";

const link = () => screen.queryByRole("link", { name: "Read it without a connection" });

let answers = false;

beforeEach(async () => {
  vi.stubGlobal("fetch", async () => {
    if (!answers) throw new TypeError("offline");
    return new Response("{}");
  });
  answers = false;
  localStorage.clear();
  await platform.load();
  platform.write("token", "t1");
  useSession.setState({ status: "ready", token: "t1", user: { ...ada, subscriptionOwned: true } });
  await renewLease("ada");
  await storeEntry(entry(), { isOpened: true });
});
afterEach(async () => {
  cleanup();
  await platform.offlineLibrary.transact(async () => {}); // waits for reads that are under way
  useSession.setState({ status: "ready", token: null, user: null });
  vi.unstubAllGlobals();
});

it("a member is led to what the device keeps while the API cannot be reached, and only then", async () => {
  renderPage(<SiteNotices />);
  expect(link()).toBeNull();
  act(recordLoss);
  await waitFor(() => expect(link()).not.toBeNull());
  answers = true;
  await waitFor(() => expect(link()).toBeNull());
});

it("timers of a kept recipe run on every page of a start without a connection", async () => {
  useSession.setState({ user: null });
  const endsAt = Date.now() + 90_000;
  const timer = { id: "1", slug: "stew", title: "Stew", step: 1, seconds: 120, endsAt };
  useCooking.setState({ timers: [timer] });
  renderPage(<OfflineReadingStrip className="" />, "/saved");
  await screen.findByRole("region", { name: "Timers" });
  screen.getByText(/^1:\d\d left$/);
  useCooking.setState({ timers: [] });
});
