import { act, cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import {
  listAnnouncements,
  withdrawAnnouncement,
  writeAnnouncement,
} from "#shared/api/announcements.ts";
import { clearCache } from "#renderer/api-client/cache.ts";
import { signIn, signOut } from "#renderer/session/session-store.ts";
import { answer, resetApi, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import AnnouncementsPage from "./announcements-page.tsx";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

const news = {
  id: "0199a1b2-0000-7000-8000-000000000001",
  title: "Show-day clinic",
  body: "On **Saturday**.",
  publishedAt: "2026-11-02T10:00:00Z",
};
const kim = {
  id: undefined,
  name: "Kim",
  email: undefined,
  subscriptionOwned: true,
  subscriptionPending: false,
  subscriptionPastDue: false,
};
const signInAs = (role: string) => signIn({ token: "t", user: { ...kim, roles: [role] } });

afterEach(() => {
  cleanup(); // first: queries that are still shown would load again during the next test
  clearCache();
  resetApi();
  signOut();
});

it("shows announcements with their dates and Markdown", async () => {
  answer(listAnnouncements, { data: { items: [news] } });
  renderPage(<AnnouncementsPage />);
  const article = await screen.findByRole("article", { name: "Show-day clinic" });
  within(article).getByText("2 November 2026");
  expect((await within(article).findByText("Saturday")).tagName).toBe("STRONG");
});

it("shows a retry after a failure, and a link in an empty list", async () => {
  const user = renderPage(<AnnouncementsPage />);
  const retry = await screen.findByRole("button", { name: "Try again" });
  answer(listAnnouncements, { data: { items: [] } });
  await user.click(retry);
  await screen.findByText("All quiet at the ring");
  screen.getByRole("link", { name: "See the articles" });
});

it("offers writing and withdrawing to admins only", async () => {
  signInAs("ROLE_REVIEWER");
  answer(listAnnouncements, { data: { items: [news] } });
  renderPage(<AnnouncementsPage />);
  await screen.findByRole("article");
  // The admin controls are chunks of their own: loads them, so that they would be shown by now.
  await Promise.all([import("./write-announcement.tsx"), import("./withdraw-button.tsx")]);
  await act(async () => {});
  expect(screen.queryByRole("button")).toBeNull();
});

it("confirms nothing before an admin has done something", async () => {
  signInAs("ROLE_ADMIN");
  answer(listAnnouncements, { data: { items: [] } });
  renderPage(<AnnouncementsPage />);
  await screen.findByRole("button", { name: "Write announcement" });
  expect(screen.queryByRole("status")).toBeNull();
});

it("lists what an admin has written; English is required", async () => {
  signInAs("ROLE_ADMIN");
  answer(listAnnouncements, { data: { items: [] } });
  answer(writeAnnouncement, { data: news });
  const user = renderPage(<AnnouncementsPage />);
  await user.click(await screen.findByRole("button", { name: "Write announcement" }));
  await user.click(await screen.findByRole("button", { name: "Publish now" }));
  const english = within(screen.getByRole("group", { name: "English" }));
  expect(await english.findAllByText("Field is required")).toHaveLength(2);
  await user.type(english.getByLabelText("Title"), "Show-day clinic");
  await user.type(english.getByLabelText("Text"), "On **Saturday**.");
  answer(listAnnouncements, { data: { items: [news] } });
  await user.click(await screen.findByRole("button", { name: "Publish now" }));
  await screen.findByText(/Published/);
  await screen.findByRole("article", { name: "Show-day clinic" });
  expect(sentTo(writeAnnouncement)[0]?.input.body).toEqual({
    titleEn: "Show-day clinic",
    bodyEn: "On **Saturday**.",
    titlePl: "",
    bodyPl: "",
  });
});

it("keeps the announcement that is being written while another one is withdrawn", async () => {
  signInAs("ROLE_ADMIN");
  answer(listAnnouncements, { data: { items: [news] } });
  answer(withdrawAnnouncement, { data: "" });
  const user = renderPage(<AnnouncementsPage />);
  await user.click(await screen.findByRole("button", { name: "Write announcement" }));
  const english = within(screen.getByRole("group", { name: "English" }));
  await user.type(english.getByLabelText("Title"), "Half written");
  await user.click(await screen.findByRole("button", { name: "Withdraw: Show-day clinic" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Withdraw" }));
  await screen.findByText(/Withdrawn/);
  screen.getByDisplayValue("Half written");
});

it("no longer says that an announcement was published after it was withdrawn", async () => {
  signInAs("ROLE_ADMIN");
  answer(listAnnouncements, { data: { items: [] } });
  answer(writeAnnouncement, { data: news });
  answer(withdrawAnnouncement, { data: "" });
  const user = renderPage(<AnnouncementsPage />);
  await user.click(await screen.findByRole("button", { name: "Write announcement" }));
  const english = within(screen.getByRole("group", { name: "English" }));
  await user.type(english.getByLabelText("Title"), "Show-day clinic");
  await user.type(english.getByLabelText("Text"), "On **Saturday**.");
  answer(listAnnouncements, { data: { items: [news] } });
  await user.click(await screen.findByRole("button", { name: "Publish now" }));
  await screen.findByText(/Published/);
  await user.click(await screen.findByRole("button", { name: "Withdraw: Show-day clinic" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Withdraw" }));
  await screen.findByText(/Withdrawn/);
  expect(screen.queryByText(/Published/)).toBeNull();
});
