import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import {
  listRedirects,
  removeRedirect,
  saveRedirects,
  type Redirect,
} from "#shared/api/redirects.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { RedirectsPart } from "./redirects-part.tsx";

const own: Redirect = { path: "/old", target: "/about", origin: "admin" };
const ofFile: Redirect = { path: "/other", target: "/contact", origin: "file" };

const list = (items: Redirect[], total = items.length) =>
  answer(listRedirects, { data: { items, nextAfter: null, total } });
const saved = (data: { added?: number; changed?: number; problems?: object[] }) =>
  answer(saveRedirects, { data: { added: 0, changed: 0, problems: [], ...data } });

beforeEach(() => {
  signIn({ token: "mine", user: ada });
  list([own, ofFile]);
});

it("adds a list, and keeps it while lines of it are wrong", async () => {
  const user = renderPage(<RedirectsPart />);
  await user.click(await screen.findByRole("button", { name: "Add addresses" }));
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Former addresses" });
  await user.type(field, "/a,/about{Enter}/b");
  saved({ problems: [{ line: 2, problem: "columns" }] });
  await user.click(screen.getByRole("button", { name: "Save addresses" }));
  await screen.findByText(/^Line 2: It needs two addresses/);
  expect(field.value).toBe("/a,/about\n/b");
  await user.type(field, ",/contact");
  saved({ added: 2 });
  await user.click(screen.getByRole("button", { name: "Save addresses" }));
  await screen.findByText("2 addresses were saved.");
  expect(sentTo(saveRedirects).at(-1)?.input.body).toEqual({ list: "/a,/about\n/b,/contact" });
});

it("changes where an address leads, and says at the field what is wrong", async () => {
  const user = renderPage(<RedirectsPart />);
  await user.click(await screen.findByRole("button", { name: "Change: /old" }));
  const field = screen.getByRole("textbox", { name: "Leads to" });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.clear(field);
  await user.type(field, "/artcles/a,b");
  saved({ problems: [{ line: 1, problem: "unknown" }] });
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("This portal has no such page.");
  expect(sentTo(saveRedirects).at(-1)?.input.body).toEqual({ list: '/old,"/artcles/a,b"' });
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Change: /old" }));
});

it("removes an address of an admin, and offers neither for those of the content folder", async () => {
  const user = renderPage(<RedirectsPart />);
  await user.click(await screen.findByRole("button", { name: "Remove /old" }));
  answer(removeRedirect, { data: undefined });
  list([ofFile]);
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  await screen.findByText("/old was removed.");
  expect(sentTo(removeRedirect)[0]?.input.query).toEqual({ path: "/old" });
  expect(screen.queryByRole("button", { name: /\/other/ })).toBeNull();
});

it("offers a search for more than a dozen, and says when there are none at all", async () => {
  list([own], 13);
  const user = renderPage(<RedirectsPart />);
  await user.type(await screen.findByRole("searchbox"), "nowhere");
  list([], 13);
  await screen.findByText("No address contains that.");
  expect(sentTo(listRedirects).at(-1)?.input.query).toEqual({ search: "nowhere" });
});

it("says when there are none", async () => {
  list([]);
  renderPage(<RedirectsPart />);
  await screen.findByRole("heading", { name: "No former addresses yet" });
});
