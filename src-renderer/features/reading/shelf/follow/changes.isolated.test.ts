import * as z from "zod/mini";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changeShelf, type ShelfChange } from "#shared/api/shelf-changes.ts";
import { getShelfEntry, listSaved } from "#shared/api/shelf.ts";
import { onFailed } from "#renderer/api-client/client.ts";
import { watchConnection } from "#renderer/api-client/connection.ts";
import { pagesOf, queryClient, queryOf } from "#renderer/api-client/query.ts";
import { announceSessionEnd } from "#renderer/session/session-end.ts";
import { useSession } from "#renderer/session/session-store.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { connectDevice } from "#renderer/testing/connect-device.ts";
import { shelfEntryQuery } from "../../queries.ts";
import { renderHook } from "@testing-library/react";
import { changeItem, isWaiting, onLeaving, sendPositions, useShelfEntry } from "./changes.ts";
import { ada as user } from "#renderer/testing/sample-user.ts";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

const key = { kind: "videos", slug: "seesaw" } as const;
const at = "2026-03-01T14:00:00.000Z";
const saved = (isKept: boolean): ShelfChange => ({ type: "saved", ...key, at, isKept });
const place = (second: number): ShelfChange => ({
  type: "place",
  ...key,
  at,
  isKept: true,
  place: { position: second, length: 900 },
});
const shown = () => renderHook(() => useShelfEntry(key)).result.current.data;
const sent = () =>
  sentTo(changeShelf).map(({ input }) => (input.body as { changes: ShelfChange[] }).changes);
const accept = (...items: ShelfChange[]) => answer(changeShelf, { data: { items } });

watchConnection();
const failed = vi.fn<() => void>();
onFailed(failed);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  failed.mockClear();
  useSession.setState({ status: "ready", token: "t1", user });
  const known = { isSaved: false, place: null, ticks: [] };
  answer(getShelfEntry, { data: known });
  queryClient.setQueryData(queryOf(...shelfEntryQuery("videos", "seesaw")).queryKey, known);
});
/** Connects the device again. */
async function connect(): Promise<void> {
  await connectDevice();
  await settled();
}

beforeEach(connect);
const realTimeout = setTimeout;

/** Resolves after what needs no time: imports and answers. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => realTimeout(resolve));
    vi.advanceTimersByTime(0);
  }
}
const pass = async (ms: number) => {
  vi.advanceTimersByTime(ms);
  await settled();
};

describe("a saved entry", () => {
  it("is shown at once, before the server knows", async () => {
    answer(changeShelf, new Promise(() => {}));
    changeItem(saved(true));
    await settled();
    expect(shown()).toMatchObject({ isSaved: true });
    expect(sent()).toEqual([[saved(true)]]);
  });

  it("is shown as before if the server refuses, and the failure is told", async () => {
    answer(changeShelf, { error: { kind: "rejected", message: "no", status: 403 } });
    changeItem(saved(true));
    await settled();
    expect(shown()).toMatchObject({ isSaved: false });
    expect(failed).toHaveBeenCalledOnce();
    expect(isWaiting()).toBe(false);
  });

  it("changed offline stays shown, and is sent when the connection is back", async () => {
    changeItem(saved(true));
    await settled();
    expect([isWaiting(), failed.mock.calls.length]).toEqual([true, 0]);
    expect(shown()).toMatchObject({ isSaved: true });
    accept(saved(true));
    await connect();
    expect(sent()).toHaveLength(2);
    expect(isWaiting()).toBe(false);
  });

  it("has the list of saved ones loaded again at once, which may be opened without a connection next", async () => {
    answer(listSaved, { data: { items: [], nextCursor: null } });
    const list = pagesOf(
      listSaved,
      () => ({ query: {} }),
      ({ nextCursor }) => nextCursor,
    );
    await queryClient.prefetchInfiniteQuery(list);
    accept(saved(true));
    changeItem(saved(true));
    await settled();
    expect(sentTo(listSaved)).toHaveLength(2);
  });

  it("is shown as another device left it later", async () => {
    accept(saved(false));
    changeItem(saved(true));
    await settled();
    expect(shown()).toMatchObject({ isSaved: false });
  });

  it("changed again while it is sent is sent once more, and the last choice stays", async () => {
    const first = Promise.withResolvers<{ data: unknown }>();
    answer(changeShelf, first.promise);
    changeItem(saved(true));
    await settled();
    changeItem(saved(false));
    accept(saved(false));
    first.resolve({ data: { items: [saved(true)] } });
    await settled();
    expect(sent()).toEqual([[saved(true)], [saved(false)]]);
    expect(shown()).toMatchObject({ isSaved: false });
  });
});

describe("a position", () => {
  it("is sent with those that follow, the latest one only, once in fifteen seconds", async () => {
    accept();
    for (const second of [5, 10, 14]) {
      changeItem(place(second));
      await pass(4_900);
    }
    expect(sent()).toEqual([]);
    await pass(1_000);
    expect(sent()).toEqual([[place(14)]]);
    await pass(60_000);
    expect(sent()).toHaveLength(1);
  });

  it("that the server refuses is given up without a word", async () => {
    answer(changeShelf, { error: { kind: "rejected", message: "no", status: 403 } });
    changeItem(place(9));
    sendPositions();
    await settled();
    expect([isWaiting(), failed.mock.calls.length]).toEqual([false, 0]);
  });

  it("is neither kept nor sent after a logout", async () => {
    changeItem(place(9));
    announceSessionEnd("logged-out");
    changeItem(place(10));
    await pass(60_000);
    expect([isWaiting(), sent().length]).toEqual([false, 0]);
  });
});

describe("a page that is hidden", () => {
  const hide = () => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  afterEach(() => void Reflect.deleteProperty(document, "visibilityState"));

  it("sends the last position in a request that outlives it", async () => {
    const fetched = vi.fn<typeof fetch>(async () => Response.json({ items: [place(754)] }));
    vi.stubGlobal("fetch", fetched);
    const stop = onLeaving(() => changeItem(place(754)));
    hide();
    await settled();
    stop();
    const [address, init] = fetched.mock.calls[0] ?? [];
    expect([address, init?.method, init?.keepalive]).toEqual(["/api/shelf", "PUT", true]);
    expect(JSON.parse(z.string().parse(init?.body)).changes).toEqual([place(754)]);
    expect(new Headers(init?.headers).get("authorization")).toBe("Bearer t1");
    expect(isWaiting()).toBe(false);
  });

  it("keeps what did not arrive", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("no connection");
    });
    changeItem(place(9));
    hide();
    await settled();
    expect(isWaiting()).toBe(true);
  });

  it("sends nothing if nothing changed", async () => {
    const fetched = vi.fn<typeof fetch>();
    vi.stubGlobal("fetch", fetched);
    hide();
    await settled();
    expect(fetched).not.toHaveBeenCalled();
  });
});

it("an answer that is not there yet is not guessed: the position stays unknown", async () => {
  queryClient.removeQueries();
  answer(getShelfEntry, new Promise(() => {}));
  answer(changeShelf, new Promise(() => {}));
  changeItem(saved(true));
  await settled();
  expect(shown()).toEqual({ isSaved: true });
});
