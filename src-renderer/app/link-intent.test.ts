import { fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listPurchases } from "#shared/api/billing.ts";
import { getContent, listContent } from "#shared/api/library.ts";
import { useSession } from "#renderer/session/session-store.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { watchLinks } from "./link-intent.ts";
import { pageOf } from "./pages.ts";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

const user = {
  roles: ["ROLE_USER"],
  subscriptionOwned: true,
  subscriptionPending: false,
  subscriptionPastDue: false,
};
const member = {
  status: "ready",
  token: "t",
  user: { ...user, id: undefined, name: undefined, email: undefined },
} as const;
const visitor = { status: "ready", token: null, user: null } as const;

let stop: () => void;
const load = vi.fn<() => Promise<unknown>>(async () => {});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  document.body.innerHTML = `
    <a href="/articles/weave-entries"><span>An entry</span></a>
    <a href="/recipes?tag=raw">A list</a>
    <a href="/membership">Membership</a>
    <a href="https://example.com/articles">Elsewhere</a>`;
  useSession.setState(member);
  for (const id of ["article", "recipes", "membership", "articles"] as const) {
    vi.spyOn(pageOf(id), "load").mockImplementation(load);
  }
  stop = watchLinks();
});
afterEach(() => {
  stop();
  load.mockClear();
  vi.restoreAllMocks();
});

const part = (selector: string): Element => {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`Nothing matches ${selector}.`);
  return found;
};
const pause = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("a link to a page", () => {
  it("fetches code and data when it is pointed at", async () => {
    fireEvent.pointerOver(part("span"));
    expect(load).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(sentTo(getContent)).toHaveLength(1));
    expect(sentTo(getContent)[0]?.input.params).toEqual({
      kind: "articles",
      slug: "weave-entries",
    });
  });

  it("asks for the list that its address filters when it is focused", async () => {
    answer(listContent, { data: { items: [], total: 0, nextCursor: null, tags: [] } });
    fireEvent.focusIn(part("[href^='/recipes']"));
    await vi.waitFor(() => expect(sentTo(listContent)).toHaveLength(1));
    expect(sentTo(listContent)[0]?.input).toMatchObject({
      params: { kind: "recipes" },
      query: { tag: "raw" },
    });
  });

  it("asks for no data when the pointer only passes", async () => {
    fireEvent.pointerOver(part("span"));
    fireEvent.pointerOver(document.body);
    await pause(150);
    expect(sentTo(getContent)).toEqual([]);
  });

  it("asks for no data while it scrolls below a resting pointer, but once it stays there", async () => {
    fireEvent.pointerOver(part("[href^='/recipes']"));
    for (let at = 0; at < 8; at++) {
      await pause(20);
      fireEvent.scroll(document);
    }
    fireEvent.pointerOver(part("span"));
    for (let at = 0; at < 8; at++) {
      await pause(20);
      fireEvent.scroll(document);
    }
    expect(sentTo(listContent)).toEqual([]);
    expect(sentTo(getContent)).toEqual([]);
    await vi.waitFor(() => expect(sentTo(getContent)).toHaveLength(1));
  });

  it("asks at once when it is pressed", async () => {
    fireEvent.pointerDown(part("[href='/membership']"));
    await vi.waitFor(() => expect(sentTo(listPurchases)).toHaveLength(1));
  });

  it("fetches nothing of a page that the user may not open, nor of another site", async () => {
    useSession.setState(visitor);
    fireEvent.pointerDown(part("span"));
    fireEvent.pointerDown(part("[href^='https']"));
    await pause(20);
    expect(load).not.toHaveBeenCalled();
    expect(sentTo(getContent)).toEqual([]);
  });

  it("asks for no data on a connection that saves data", async () => {
    Object.defineProperty(navigator, "connection", {
      value: { saveData: true },
      configurable: true,
    });
    fireEvent.pointerDown(part("span"));
    await pause(20);
    Reflect.deleteProperty(navigator, "connection");
    expect(load).toHaveBeenCalledOnce();
    expect(sentTo(getContent)).toEqual([]);
  });
});
