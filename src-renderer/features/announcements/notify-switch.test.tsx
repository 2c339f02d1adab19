import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listAnnouncements } from "../../../src-shared/api/announcements.ts";
import { clearCache } from "../../api-client/cache.ts";
import { platform } from "../../platform/current-platform.ts";
import { answer, resetApi } from "../../testing/fake-api.ts";
import { renderPage } from "../../testing/render-page.tsx";
import AnnouncementsPage from "./announcements-page.tsx";

vi.mock("../../api-client/transport.ts", () => import("../../testing/fake-api.ts"));

let on = false;
const listeners = new Set<(on: boolean) => void>();
/** The switch beyond the platform, turned there: by the menu or another window. */
const turn = (wanted: boolean) => {
  on = wanted;
  listeners.forEach((listener) => listener(wanted));
};
const write = vi.fn(turn);

function stubPlatform(canNotify: boolean) {
  vi.spyOn(platform, "canNotify", "get").mockReturnValue(canNotify);
  vi.spyOn(platform.notifications, "read").mockImplementation(() => on);
  vi.spyOn(platform.notifications, "write").mockImplementation(write);
  vi.spyOn(platform.notifications, "onChange").mockImplementation((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  });
}

beforeEach(() => answer(listAnnouncements, { data: { items: [] } }));
afterEach(() => {
  vi.restoreAllMocks();
  write.mockClear();
  turn(false);
  cleanup(); // first: what is still shown would be loaded anew, in the midst of the next test
  clearCache();
  resetApi();
});

const findSwitch = () =>
  screen.findByRole<HTMLInputElement>("checkbox", {
    name: "Notify me of new announcements",
    description: "On this computer, while the app is open.",
  });

it("turns notifications on and off; it breaks if it writes what it shows already", async () => {
  stubPlatform(true);
  const user = renderPage(<AnnouncementsPage />);
  const box = await findSwitch();
  expect(box.checked).toBe(false);
  await user.click(box);
  expect(box.checked).toBe(true);
  await user.click(box);
  expect(box.checked).toBe(false);
  expect(write.mock.calls).toEqual([[true], [false]]);
});

it("follows the menu and other windows, live; it breaks if it has a state of its own", async () => {
  stubPlatform(true);
  renderPage(<AnnouncementsPage />);
  const box = await findSwitch();
  act(() => turn(true));
  expect(box.checked).toBe(true);
  act(() => turn(false));
  expect(box.checked).toBe(false);
});

it("shows nothing that was not taken; it breaks if a refused switch looks turned on", async () => {
  stubPlatform(true);
  write.mockImplementationOnce(() => {});
  const user = renderPage(<AnnouncementsPage />);
  await user.click(await findSwitch());
  expect((await findSwitch()).checked).toBe(false);
});

it("is not there where nothing can notify; it breaks if a browser offers it", async () => {
  stubPlatform(false);
  renderPage(<AnnouncementsPage />);
  await screen.findByText("All quiet at the ring");
  await import("./notify-switch.tsx"); // fetched, and still not shown
  await act(async () => {});
  expect(screen.queryByRole("checkbox")).toBeNull();
});
