import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { type ListedReader, listReaders, retryBounced } from "#shared/api/readers.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ReadersSection } from "./readers-section.tsx";

const kim: ListedReader = {
  id: "6f9e5c5e-0000-4000-8000-000000000001",
  email: "kim@example.com",
  memberId: null,
  name: null,
  source: "subscription",
  consentedAt: "2026-11-20T12:00:00.000Z",
  withdrawnAt: null,
  bounce: { at: "2026-11-25T12:00:00.000Z", reason: "550 5.1.1" },
};
const listOf = (items: ListedReader[], total = 12) =>
  answer(listReaders, { data: { items, nextCursor: null, mailable: total, total } });
const show = () => renderPage(<ReadersSection />, "/dashboard?section=readers");

it("are searched by address, together with the chosen state; a search that finds nobody says so", async () => {
  listOf([kim]);
  const user = show();
  await user.click(await screen.findByRole("button", { name: "With an account" }));
  listOf([]);
  await user.type(
    screen.getByRole("searchbox", { name: "Search readers by address" }),
    "ada{Enter}",
  );
  await screen.findByText("No address contains what you typed.");
  expect(sentTo(listReaders).at(-1)?.input.query).toEqual({ state: "with-account", query: "ada" });
});

it("have no search while they are few", async () => {
  listOf([kim], 11);
  show();
  await screen.findByText("kim@example.com");
  expect(screen.queryByRole("searchbox")).toBeNull();
});

it("whose e-mails came back are tried again, after asking", async () => {
  listOf([kim]);
  answer(retryBounced, { data: undefined });
  const user = show();
  const retry = { name: "Try kim@example.com again" };
  await user.click(await screen.findByRole("button", retry));
  const dialog = within(await screen.findByRole("dialog"));
  listOf([{ ...kim, bounce: null }]);
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  await screen.findByText("E-mails go to kim@example.com again.");
  await waitFor(() => expect(screen.queryByRole("button", retry)).toBeNull());
  expect(sentTo(retryBounced)[0]?.input.body).toEqual({ email: "kim@example.com" });
});
