import { screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { describe, expect, it } from "vitest";
import { getContent, listContent } from "#shared/api/library.ts";
import { getShelfEntry } from "#shared/api/shelf.ts";
import { queryClient, queryOf } from "#renderer/api-client/query.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import EntryPage from "./entry-page.tsx";
import { entry, listOf, teaser } from "#renderer/features/reading/testing/sample-entries.ts";

function open(path: string) {
  return renderPage(
    <Routes>
      <Route path="/articles/:id" element={<EntryPage />} />
      <Route path="/recipes/:id" element={<EntryPage />} />
    </Routes>,
    path,
  );
}

const refused = (status: number, code: "not-found" | "membership-required") =>
  ({ error: { kind: "rejected", message: "no", status, code } }) as const;

describe("an entry", () => {
  it("is shown when it was saved before its place was known", async () => {
    const key = { kind: "articles", slug: "weave-entries" } as const;
    answer(getContent, { data: entry() });
    answer(listContent, listOf([]));
    answer(getShelfEntry, new Promise(() => {}));
    const { queryKey } = queryOf(getShelfEntry, { params: key });
    queryClient.setQueryData(queryKey, { isSaved: true }); // as after a press on Save alone
    open("/articles/weave-entries");
    await screen.findByText("still");
  });

  it("has its own title, its text, and links to other entries of the kind", async () => {
    const others = [2, 3, 4].map((i) => teaser({ slug: `other-${i}`, title: `Other ${i}` }));
    answer(getContent, { data: entry() });
    answer(listContent, listOf([teaser(), ...others]));
    open("/articles/weave-entries");
    await screen.findByRole("heading", { level: 1, name: "Weave entries" });
    await screen.findByText("still");
    await waitFor(() => expect(document.title).toBe("Weave entries · Ringside"));
    const preview = (key: string) =>
      document.head.querySelector(`meta[property="og:${key}"]`)?.getAttribute("content");
    expect(preview("title")).toBe("Weave entries");
    expect(preview("description")).toBe("From every angle.");
    await screen.findByRole("link", { name: "Other 4" });
    expect(screen.queryByRole("link", { name: "Weave entries" })).toBeNull();
  });

  it("that does not exist links to the list of its kind", async () => {
    answer(getContent, refused(404, "not-found"));
    open("/recipes/gone");
    const list = await screen.findByRole("link", { name: "All recipes" });
    expect(list.getAttribute("href")).toBe("/recipes");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("We do not have that one");
  });

  it("says so if it is not translated into the language of the interface", async () => {
    answer(getContent, { data: entry({ language: "pl", title: "Slalom" }) });
    open("/articles/weave-entries");
    await screen.findByText(/not been translated/);
    expect(screen.getByRole("heading", { level: 1 }).getAttribute("lang")).toBe("pl");
  });
});
