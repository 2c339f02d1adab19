import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import {
  createOwnFeed,
  endOwnFeed,
  getOwnFeed,
  getWeeklyMail,
  setWeeklyMail,
} from "#shared/api/feeds.ts";
import { getCalendarAddress, revokeCalendarAddress } from "#shared/api/training-calendar.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { CalendarAddress, OwnFeed } from "./secret-address.tsx";
import { WeeklyMail } from "./weekly-mail.tsx";
import { ada } from "#renderer/testing/sample-user.ts";

const user = { ...ada, id: undefined, name: "Kim", email: "kim@example.com" };
const createdAt = "2026-03-01T12:00:00Z";
const created = (token: string) => ({
  data: { atom: `https://x.test/${token}.xml`, json: `https://x.test/${token}.json`, createdAt },
});

beforeEach(() => signIn({ token: "mine", user }));

it("shows new addresses once, with buttons that copy them", async () => {
  answer(getOwnFeed, { data: { createdAt: null } });
  answer(createOwnFeed, created("first"));
  const person = renderPage(<OwnFeed />);
  await person.dblClick(await screen.findByRole("button", { name: "Create an address" }));
  const field = await screen.findByLabelText("Address for reading apps");
  expect(field).toHaveProperty("value", "https://x.test/first.xml");
  expect(sentTo(createOwnFeed)).toHaveLength(1);
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/Copy the address now/));
  await person.click(screen.getByRole("button", { name: "Copy the JSON Feed address" }));
  await screen.findByText("Copied.");
  expect(await navigator.clipboard.readText()).toBe("https://x.test/first.json");
});

it("selects the address where copying is not allowed", async () => {
  answer(getOwnFeed, { data: { createdAt: null } });
  answer(createOwnFeed, created("first"));
  const person = renderPage(<OwnFeed />);
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("denied"));
  document.execCommand = () => false;
  await person.click(await screen.findByRole("button", { name: "Create an address" }));
  await person.click(await screen.findByRole("button", { name: "Copy the address" }));
  await screen.findByText(/did not allow copying/);
  const field = screen.getByLabelText<HTMLInputElement>("Address for reading apps");
  expect(field.selectionEnd).toBe(field.value.length);
});

it("replaces the address, and turns the feed off, only after asking", async () => {
  answer(getOwnFeed, { data: { createdAt } });
  answer(createOwnFeed, created("second"));
  answer(endOwnFeed, { data: "" });
  const person = renderPage(<OwnFeed />);
  await screen.findByText(/has been on since 1 March 2026/);
  await person.click(screen.getByRole("button", { name: "New address" }));
  let dialog = within(await screen.findByRole("dialog"));
  expect(sentTo(createOwnFeed)).toHaveLength(0);
  await person.click(dialog.getByRole("button", { name: "Create a new address" }));
  await screen.findByDisplayValue("https://x.test/second.xml");
  await person.click(await screen.findByRole("button", { name: "Turn off" }));
  dialog = within(await screen.findByRole("dialog"));
  expect(sentTo(endOwnFeed)).toHaveLength(0);
  await person.click(dialog.getByRole("button", { name: "Turn off the address" }));
  await screen.findByText("The address is turned off.");
  expect(screen.queryByDisplayValue("https://x.test/second.xml")).toBeNull();
});

it("lets one whose membership has ended turn the calendar off", async () => {
  signIn({ token: "mine", user: { ...user, subscriptionOwned: false } });
  answer(getCalendarAddress, { data: { createdAt } });
  answer(revokeCalendarAddress, { data: "" });
  const person = renderPage(<CalendarAddress />);
  await screen.findByText(/it cannot be read/);
  expect(screen.queryByRole("button", { name: "New address" })).toBeNull();
  await person.click(screen.getByRole("button", { name: "Turn off" }));
  const dialog = within(await screen.findByRole("dialog"));
  await person.click(dialog.getByRole("button", { name: "Turn off my calendar" }));
  await screen.findByText("Your calendar is turned off.");
  expect(sentTo(revokeCalendarAddress)).toHaveLength(1);
});

it("offers neither feed nor e-mail without a membership, but lets one turn them off", async () => {
  signIn({ token: "mine", user: { ...user, subscriptionOwned: false } });
  answer(getOwnFeed, { data: { createdAt } });
  answer(getWeeklyMail, { data: { wanted: false } });
  renderPage(
    <>
      <OwnFeed />
      <WeeklyMail />
    </>,
  );
  await screen.findByText(/it contains no texts/);
  expect(screen.queryByRole("button", { name: "New address" })).toBeNull();
  screen.getByRole("button", { name: "Turn off" });
  await screen.findByText(/weekly e-mail comes with a membership/);
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.getByRole("link", { name: "See the plans" }).getAttribute("href")).toBe(
    "/memberships",
  );
});

it("stores the weekly e-mail at once, and keeps what is stored when that fails", async () => {
  answer(getWeeklyMail, { data: { wanted: false } });
  const person = renderPage(<WeeklyMail />);
  const box = await screen.findByRole("checkbox");
  await person.click(box);
  await waitFor(() => expect(sentTo(setWeeklyMail)).toHaveLength(1));
  await waitFor(() => expect(box).toHaveProperty("checked", false));
  answer(setWeeklyMail, { data: { wanted: true } });
  await person.click(box);
  await screen.findByText(/You will hear from us on Monday/);
  expect(sentTo(setWeeklyMail).at(-1)?.input.body).toEqual({ wanted: true });
  expect(box).toHaveProperty("checked", true);
});
