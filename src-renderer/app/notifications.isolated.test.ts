import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { listPurchases } from "#shared/api/billing.ts";
import { getContent, listContent } from "#shared/api/library.ts";
import { call } from "#renderer/api-client/client.ts";
import { outageShownAfterMs } from "#renderer/api-client/connection.ts";
import { QueryFailure } from "#renderer/api-client/query.ts";
import { sam } from "#renderer/features/billing/checkout/testing/samples.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { answer, resetApi } from "#renderer/testing/fake-api.ts";
import { useNotifications, watchFailures } from "./notifications.ts";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

const texts = () => useNotifications.getState().messages.map(({ text }) => text);

/** As browsers report what nobody catches; jsdom has no event for rejections. */
const thrown = (error: unknown) => window.dispatchEvent(new ErrorEvent("error", { error }));
const rejected = (reason: unknown) =>
  window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason }));

beforeAll(watchFailures);
beforeEach(() => {
  resetApi();
  useNotifications.setState({ messages: [] });
});

const broken = { error: { kind: "unexpected", message: "The kennel is on fire." } } as const;
const articles = { params: { kind: "articles" } } as const;

describe("a failed call", () => {
  it("is shown once however many fail with the same message, until each of them has succeeded", async () => {
    answer(listContent, broken);
    answer(listPurchases, broken);
    await Promise.all([call(listContent, articles), call(listPurchases, {})]);
    await call(listContent, articles);
    expect(texts()).toEqual(["The kennel is on fire."]);
    answer(listContent, { data: { items: [], nextCursor: null } });
    await call(listContent, articles);
    expect(texts()).toEqual(["The kennel is on fire."]);
    answer(listPurchases, { data: { items: [] } });
    await call(listPurchases, { background: true, silent: true });
    expect(texts()).toEqual([]);
  });

  it("stays while another act of the same endpoint succeeds", async () => {
    answer(getContent, broken);
    await call(getContent, { params: { kind: "articles", slug: "weaves" } });
    answer(getContent, { data: {} });
    await call(getContent, { params: { kind: "articles", slug: "seesaw" } });
    expect(texts()).toHaveLength(1);
  });

  it("in the background is not shown", async () => {
    answer(listPurchases, broken);
    await call(listPurchases, { background: true, silent: true });
    expect(texts()).toEqual([]);
  });
});

describe("a lost connection of a member", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    useSession.setState({ status: "ready", token: "t", user: { ...sam, subscriptionOwned: true } });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each([
    ["is shown if it was short", "answering", ["Network Error"]],
    ["is left to the offline line if it lasts", "lost", []],
  ])("%s", async (_, api, shown) => {
    vi.stubGlobal("fetch", async () => {
      if (api === "lost") throw new TypeError("Failed to fetch");
      return new Response("{}");
    });
    await call(listPurchases, {});
    expect(texts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(outageShownAfterMs);
    expect(texts()).toEqual(shown);
  });

  it("is not shown any more once the same call has succeeded", async () => {
    vi.stubGlobal("fetch", async () => new Response("{}"));
    await call(listPurchases, {});
    answer(listPurchases, { data: { items: [] } });
    await call(listPurchases, {});
    await vi.advanceTimersByTimeAsync(outageShownAfterMs);
    expect(texts()).toEqual([]);
  });
});

it("shows what an act throws, or rejects with, like a failed call, once", () => {
  thrown(new TypeError("crypto.randomUUID is not a function"));
  rejected(new TypeError("crypto.randomUUID is not a function"));
  rejected(new Error(""));
  expect(texts()).toEqual(["crypto.randomUUID is not a function", ""]);
});

it("shows neither what was cancelled or refused, nor what was shown before, nor what is no error", () => {
  rejected(new DOMException("The play() request was interrupted", "AbortError"));
  rejected(new DOMException("play() failed: no gesture", "NotAllowedError"));
  rejected(new QueryFailure({ kind: "offline", message: "No connection" }));
  thrown(undefined);
  expect(texts()).toEqual([]);
});
