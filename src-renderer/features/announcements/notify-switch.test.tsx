import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listAnnouncements } from "#shared/api/announcements.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import AnnouncementsPage from "./announcements-page.tsx";

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
});

const findSwitch = () =>
  screen.findByRole<HTMLInputElement>("checkbox", {
    name: "Notify me of new announcements",
    description: "On this computer, while the app is open.",
  });

it("follows changes by the menu and by other windows", async () => {
  stubPlatform(true);
  renderPage(<AnnouncementsPage />);
  const box = await findSwitch();
  act(() => turn(true));
  expect(box.checked).toBe(true);
  act(() => turn(false));
  expect(box.checked).toBe(false);
});

it("does not look turned on when the change was refused", async () => {
  stubPlatform(true);
  write.mockImplementationOnce(() => {});
  const user = renderPage(<AnnouncementsPage />);
  await user.click(await findSwitch());
  expect((await findSwitch()).checked).toBe(false);
});

it("is missing where the platform cannot notify", async () => {
  stubPlatform(false);
  renderPage(<AnnouncementsPage />);
  await screen.findByText("All quiet at the ring");
  await act(async () => {});
  expect(screen.queryByRole("checkbox")).toBeNull();
});
