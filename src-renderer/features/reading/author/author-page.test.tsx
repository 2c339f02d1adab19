import { screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { expect, it } from "vitest";
import { getAuthor, listAuthorEntries } from "#shared/api/authors.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { teaser } from "../testing/sample-entries.ts";
import AuthorPage from "./author-page.tsx";

const open = () =>
  renderPage(
    <Routes>
      <Route path="/authors/:slug" element={<AuthorPage />} />
    </Routes>,
    "/authors/marta",
  );
const marta = {
  slug: "marta",
  name: "Marta Wolska",
  credentials: "Judge since 2008",
  body: "Runs **fast**.",
  language: "en",
} as const;

it("an author's page has name, credentials, text, and the entries page by page", async () => {
  answer(getAuthor, { data: marta });
  answer(listAuthorEntries, { data: { items: [teaser()], nextCursor: "next" } });
  const user = open();
  await screen.findByRole("heading", { level: 1, name: "Marta Wolska" });
  screen.getByText("Judge since 2008");
  await screen.findByText("fast");
  await waitFor(() => expect(document.title).toBe("Marta Wolska · Ringside"));
  const link = await screen.findByRole("link", { name: "Weave entries" });
  expect(link.getAttribute("href")).toBe("/preview/articles/weave-entries");
  const second = teaser({ kind: "videos", slug: "cross", title: "Cross" });
  answer(listAuthorEntries, { data: { items: [second], nextCursor: null } });
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await screen.findByRole("link", { name: "Cross" });
  expect(sentTo(listAuthorEntries).at(-1)?.input.query).toEqual({ cursor: "next" });
});

it("an author without entries says so", async () => {
  answer(getAuthor, { data: marta });
  answer(listAuthorEntries, { data: { items: [], nextCursor: null } });
  open();
  await screen.findByText("Nothing published yet");
});

it("an unknown author leads to the articles", async () => {
  const error = { kind: "rejected", message: "", status: 404, code: "not-found" } as const;
  answer(getAuthor, { error });
  open();
  const link = await screen.findByRole("link", { name: "All articles" });
  expect(link.getAttribute("href")).toBe("/articles");
});
