import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { brand, setBrand } from "#renderer/platform/brand.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import { listPreviews, listStudio, revokePreview } from "#shared/api/studio.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { SecretPreview } from "../details/secret-preview.tsx";
import { listedItem, sampleEntry } from "../testing/sample-studio.ts";
import StudioPage from "./studio-page.tsx";

const published = {
  ...listedItem,
  slug: "old",
  title: "",
  state: "published",
  publishedAt: "2026-03-01T08:00:00.000Z",
  editedAt: null,
  isReady: true,
  languages: ["en", "pl"],
  outdated: ["pl"],
  isOfFolder: true,
} as const;
const list = (items: unknown[], nextCursor: string | null = null) => ({
  data: { items, nextCursor, authors: ["Julia Brandt", "Marta Wolska"] },
});

const seller = brand.timeZone;
afterEach(() => void (brand.timeZone = seller));
beforeEach(() => {
  answer(listStudio, list([listedItem, published]));
});

it("tells of each entry its kind, state and author, and what is missing or outdated", async () => {
  renderPage(<StudioPage />, "/studio");
  const rows = await within(await screen.findByRole("list", { name: "Entries" })).findAllByRole(
    "listitem",
  );
  const [draft] = rows;
  expect(draft?.textContent).toContain("Draft · Article · Marta Wolska");
  expect(draft?.textContent).toContain("Polish missing");
  const link = screen.getByRole("link", { name: "Weave entries" });
  expect(link.getAttribute("href")).toBe("/studio/articles/weave-entries");
  const other = screen.getByRole("link", { name: "Untitled" }).closest("li");
  for (const text of ["Changed since", "Ready", "Polish outdated", "1 March 2026"]) {
    expect(other?.textContent).toContain(text);
  }
  expect(other?.textContent).not.toContain("Polish missing");
  within(other!).getByLabelText("From a folder");
  expect(within(draft!).queryByLabelText("From a folder")).toBeNull();
});

it("says once that all entries come from a folder, and offers no filters for a few", async () => {
  answer(listStudio, list([published]));
  renderPage(<StudioPage />, "/studio");
  await screen.findByText("All of these come from a folder and can only be read here.");
  expect(screen.queryByLabelText("From a folder")).toBeNull();
  expect(screen.queryByRole("searchbox")).toBeNull();
});

it("is narrowed by filters that stand in the address", async () => {
  const user = renderPage(<StudioPage />, "/studio?translation=outdated&kind=nonsense");
  await screen.findByRole("link", { name: "Weave entries" });
  expect(sentTo(listStudio).at(-1)?.input.query).toEqual({ translation: "outdated" });
  await user.selectOptions(screen.getByLabelText("State"), "Scheduled");
  await user.selectOptions(screen.getByLabelText("Author"), "Julia Brandt");
  await user.type(screen.getByRole("searchbox"), "weave{Enter}");
  await expectAddress(
    "/studio?translation=outdated&kind=nonsense&state=scheduled&author=Julia+Brandt&q=weave",
  );
  await waitFor(() =>
    expect(sentTo(listStudio).at(-1)?.input.query).toEqual({
      translation: "outdated",
      state: "scheduled",
      author: "Julia Brandt",
      q: "weave",
    }),
  );
});

it("shows more, and says that nothing matches or could be loaded", async () => {
  const many = Array.from({ length: 12 }, (_, i) => ({ ...listedItem, slug: `entry-${i}` }));
  answer(listStudio, list(many, "next"));
  const user = renderPage(<StudioPage />, "/studio");
  const more = await screen.findByRole("button", { name: "Show more" });
  answer(listStudio, list([published]));
  await user.click(more);
  await screen.findByRole("link", { name: "Untitled" });
  expect(sentTo(listStudio).at(-1)?.input.query).toEqual({ cursor: "next" });
  answer(listStudio, list([]));
  await user.selectOptions(screen.getByLabelText("Kind"), "Blog");
  await screen.findByRole("heading", { name: "Nothing found" });
  answer(listStudio, { error: { kind: "offline", message: "" } });
  await user.selectOptions(screen.getByLabelText("Kind"), "Videos");
  await screen.findByRole("button", { name: "Try again" });
});

it("begins entries of the kinds that are written here", async () => {
  const user = renderPage(<StudioPage />, "/studio");
  await user.click(screen.getByRole("button", { name: "New" }));
  const links = (await screen.findAllByRole("menuitem")).map((item) => item.getAttribute("href"));
  expect(links).toEqual(contentKinds.map((kind) => `/studio/new/${kind}`));
});

it.each([
  ["Europe/Warsaw", "Friday, 1 January 2027 at 00:30 CET", "1 Jan 2027, 00:30 CET"],
  ["America/New_York", "Thursday, 31 December 2026 at 18:30 GMT-5", "31 Dec 2026, 18:30 GMT-5"],
])("shows times as the owner in %s enters them, on list and page", async (zone, appears, ends) => {
  brand.timeZone = zone;
  const at = "2026-12-31T23:30:00.000Z";
  answer(listStudio, list([{ ...listedItem, state: "scheduled", publishedAt: at }]));
  const preview = { kind: "articles", slug: "weave-entries", title: "Weave entries", by: "Ada" };
  answer(listPreviews, { data: { items: [{ ...preview, madeAt: at, until: at }] } });
  renderPage(<StudioPage />, "/studio");
  await screen.findByText((text) => text.replaceAll(/\s/g, " ").includes(`Appears ${appears}`));
  await screen.findByText(`Made by Ada, works until ${ends}`);
  cleanup();
  renderPage(<SecretPreview entry={sampleEntry({ previewUntil: at })} />, "/studio");
  await screen.findByText(`There is an address that works until ${ends}.`);
});

it("marks titles of previews with the first language of the portal", async () => {
  const demo = brand;
  onTestFinished(() => setBrand(demo));
  setBrand({ ...demo, languages: ["pl"] });
  const at = "2026-12-03T12:00:00.000Z";
  const preview = {
    kind: "articles",
    slug: "a",
    title: "Slalom",
    by: "Eva",
    madeAt: at,
    until: at,
  };
  answer(listPreviews, { data: { items: [preview] } });
  renderPage(<StudioPage />, "/studio");
  expect((await screen.findByText("Slalom")).lang).toBe("pl");
});

it("lists the open secret previews, with who made them, until each is revoked", async () => {
  const preview = (slug: string, title: string) => ({
    kind: "articles",
    slug,
    title,
    by: "Eva",
    madeAt: "2026-11-26T12:00:00.000Z",
    until: "2026-12-03T12:00:00.000Z",
  });
  answer(listPreviews, { data: { items: [preview("a", "Start line"), preview("b", "")] } });
  const user = renderPage(<StudioPage />, "/studio");
  const section = within(await screen.findByRole("region", { name: "Open secret previews" }));
  expect(section.getByRole("link", { name: "Start line" }).getAttribute("href")).toBe(
    "/studio/articles/a",
  );
  expect(section.getAllByText(/^Made by Eva, works until .*2026/)).toHaveLength(2);
  answer(revokePreview, { error: { kind: "unexpected", status: 500, message: "" } });
  const revoke = section.getByRole("button", { name: "Revoke the preview of “Start line”" });
  await user.click(revoke);
  await section.findByRole("alert");
  section.getByRole("link", { name: "Start line" });
  answer(revokePreview, { data: "" });
  answer(listPreviews, { data: { items: [preview("b", "")] } });
  await user.click(revoke);
  await waitFor(() => expect(section.queryByRole("link", { name: "Start line" })).toBeNull());
  expect(sentTo(revokePreview).at(-1)?.input.params).toEqual({ kind: "articles", slug: "a" });
  answer(listPreviews, { data: { items: [] } });
  await user.click(section.getByRole("button", { name: "Revoke the preview of “Untitled”" }));
  await waitFor(() => expect(screen.queryByText("Open secret previews")).toBeNull());
});
