import { screen } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { beforeEach, describe, expect, it } from "vitest";
import { getShelfEntry } from "#shared/api/shelf.ts";
import {
  getUnpublished,
  listUnpublished,
  markReady,
  type Unpublished,
} from "#shared/api/review.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { entry } from "#renderer/features/reading/testing/sample-entries.ts";
import ReviewPage from "./review-page.tsx";

const signIn = (role: string) =>
  useSession.setState({ status: "ready", token: "t1", user: { ...ada, roles: [role] } });
beforeEach(() => signIn("ROLE_REVIEWER"));

const open = (path: string) =>
  renderPage(
    <Routes>
      <Route path="/review" element={<ReviewPage />} />
      <Route path="/review/:kind/:id" element={<ReviewPage />} />
    </Routes>,
    path,
  );
const ready = { by: "Ewa", at: "2026-11-01T08:00:00.000Z" };
const { publishedAt: _, ...text } = entry();
const draft = (over: Partial<Unpublished> = {}): { data: Unpublished } => ({
  data: {
    entry: text,
    status: "draft",
    publishedAt: null,
    ready: null,
    version: "v1",
    ...over,
  },
});

describe("the review", () => {
  it("lists what is not published, with its state and mark", async () => {
    const item = { kind: "articles", slug: "a", title: "A draft", language: "en" } as const;
    const items = [
      { ...item, status: "draft", publishedAt: null, ready },
      { ...item, slug: "b", title: "B", status: "scheduled", publishedAt: ready.at, ready: null },
    ];
    answer(listUnpublished, { data: { items, nextCursor: null } });
    open("/review");
    const link = await screen.findByRole("link", { name: "A draft" });
    expect(link.getAttribute("href")).toBe("/review/articles/a");
    screen.getByText("Article · Draft");
    screen.getByText(/^Ready: Ewa, /);
    screen.getByText(/Article · Appears /);
    expect(screen.queryByRole("link", { name: "Judges’ notes" })).toBeNull();
  });

  it("says so when there is nothing, and offers judges' notes to admins", async () => {
    signIn("ROLE_ADMIN");
    answer(listUnpublished, { data: { items: [], nextCursor: null } });
    open("/review");
    await screen.findByText("Nothing to review");
    const notes = screen.getByRole("link", { name: "Judges’ notes" });
    expect(notes.getAttribute("href")).toBe("/review?tab=notes");
  });
});

describe("an entry under review", () => {
  it("is shown as its readers will see it, without recording anything", async () => {
    answer(getUnpublished, draft());
    open("/review/articles/weave-entries");
    await screen.findByRole("heading", { level: 1, name: "Weave entries" });
    await screen.findByText("still");
    screen.getByText("Draft");
    expect(document.querySelector("time")).toBeNull();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    expect(sentTo(getShelfEntry)).toEqual([]);
  });

  it("that changed meanwhile is shown anew and not marked", async () => {
    answer(getUnpublished, draft());
    const conflict = { kind: "rejected", message: "no", status: 409, code: "conflict" } as const;
    answer(markReady, { error: conflict });
    const person = open("/review/articles/weave-entries");
    const mark = await screen.findByRole("button", { name: "Mark as ready" });
    answer(getUnpublished, draft({ entry: { ...text, body: "Stand **up**." }, version: "v2" }));
    await person.click(mark);
    await screen.findByText(/has changed since you opened it/);
    await screen.findByText("up");
  });

  it.each(["/review/articles/gone", "/review/news/x"])("that is not there: %s", async (path) => {
    const error = { kind: "rejected", message: "no", status: 404, code: "not-found" } as const;
    answer(getUnpublished, { error });
    open(path);
    await screen.findByText("Nothing to review here");
    const link = screen.getByRole("link", { name: "All drafts and scheduled entries" });
    expect(link.getAttribute("href")).toBe("/review");
  });
});
