import { renderHook } from "@testing-library/react";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { getContent, listContent, type ListAnswer } from "#shared/api/library.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { prefetch, prefetchPages } from "./prefetch.ts";
import { onFailed } from "./client.ts";
import { queryClient, queryOf, useApiPages } from "./query.ts";

const input = { params: { kind: "articles", slug: "weave-entries" } } as const;
const refuse = (kind: "rejected" | "unauthorized") =>
  answer(getContent, { error: { kind, message: `It was ${kind}.` } });

/** Mounts a page that needs the answer. */
const mountPage = () =>
  new QueryObserver(queryClient, queryOf(getContent, input)).subscribe(() => {});

const shown: string[] = [];
let stop: () => void;
beforeEach(() => {
  shown.length = 0;
  stop = onFailed(({ message }) => void shown.push(message));
});
afterEach(() => stop());

it("asks once for an answer that a page needs afterwards", async () => {
  answer(getContent, { data: { title: "Weave entries" } });
  await prefetch(getContent, input);
  const leave = mountPage();
  await prefetch(getContent, input);
  leave();
  expect(sentTo(getContent)).toHaveLength(1);
});

it("asks once for the first page of what is loaded page by page", async () => {
  answer(listContent, { data: { items: [], total: 0, nextCursor: null, tags: [] } });
  const pages = [
    listContent,
    () => ({ params: { kind: "articles" }, query: {} }) as const,
    ({ nextCursor }: ListAnswer) => nextCursor,
  ] as const;
  await prefetchPages(...pages);
  const page = renderHook(() => useApiPages(...pages));
  await vi.waitFor(() => expect(page.result.current.isSuccess).toBe(true));
  page.unmount();
  expect(sentTo(listContent)).toHaveLength(1);
});

it("fails silently while no page needs the answer, and asks again for the one that does", async () => {
  refuse("rejected");
  await prefetch(getContent, input);
  expect(shown).toEqual([]);
  const leave = mountPage();
  await vi.waitFor(() => expect(shown).toEqual(["It was rejected."]));
  leave();
});

it("shows the failure of an answer that a page has come to wait for", async () => {
  const { promise, resolve } = Promise.withResolvers<Parameters<typeof answer>[1]>();
  answer(getContent, promise as Promise<{ data: unknown }>); // the type of a settled answer
  const prefetching = prefetch(getContent, input);
  const leave = mountPage();
  resolve({ error: { kind: "rejected", message: "It was rejected." } });
  await prefetching;
  expect(shown).toEqual(["It was rejected."]);
  leave();
});

it("fails silently for an ended session, which the answer about the token reports", async () => {
  refuse("unauthorized");
  await prefetch(getContent, input);
  expect(shown).toEqual([]);
});
