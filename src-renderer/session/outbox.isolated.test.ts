import * as z from "zod/mini";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { ada } from "#renderer/testing/sample-user.ts";

const offline: ApiFailure = { kind: "offline", message: "" };
const broken: ApiFailure = { kind: "unexpected", message: "", status: 500 };
const refused: ApiFailure = { kind: "rejected", message: "", status: 403 };
const unauthorized: ApiFailure = { kind: "unauthorized", message: "", status: 401 };
const eve = { ...ada, id: "00000000-0000-4000-8000-00000000000e" };

let failure: ApiFailure | null;
let sent: string[][];
let tokens: string[];
/** When the server answers. */
let answered: Promise<void>;
let closeLast: (() => void)[] = [];

const changeSchema = z.object({ item: z.string(), value: z.string() });
const change = (text: string) => ({ item: text.charAt(0), value: text });

/** Gives the windows of a test locks: each is granted to the next when it is released, or its window closed. */
function createLocks() {
  const holders = new Map<string, object>();
  const waiting: { name: string; enter: () => void }[] = [];
  const release = (name: string, window: object) => {
    if (holders.get(name) !== window) return;
    holders.delete(name);
    const next = waiting.findIndex((each) => each.name === name);
    if (next >= 0) waiting.splice(next, 1)[0]?.enter();
  };
  return () => {
    const window = {};
    const request = async (name: string, ...rest: unknown[]): Promise<unknown> => {
      const run = rest.at(-1) as (lock: object | null) => unknown; // as the browser's
      if (holders.has(name)) {
        if (rest.length > 1) return run(null);
        await new Promise<void>((enter) => waiting.push({ name, enter }));
      }
      holders.set(name, window);
      const result = await run(window);
      release(name, window);
      return result;
    };
    const close = () => [...holders.keys()].forEach((name) => release(name, window));
    return { request, close };
  };
}
let locksOf: ReturnType<typeof createLocks>;

/** Opens a window of a user, or of one who is not known yet: modules of its own. */
async function openWindow(user: typeof ada | null = ada, isBatched = true) {
  vi.resetModules();
  const locks = locksOf();
  vi.stubGlobal("navigator", { onLine: true, locks });
  const { platform } = await import("#renderer/platform/current-platform.ts");
  await platform.load();
  const { useSession } = await import("./session-store.ts");
  const { announceSessionEnd } = await import("./session-end.ts");
  const { recordConnectionFailure } = await import("#renderer/api-client/connection.ts");
  const { queryClient } = await import("#renderer/api-client/query.ts");
  const logIn = (who: typeof ada | null) => useSession.setState({ token: "t1", user: who });
  logIn(user);
  const { createOutbox } = await import("./outbox.ts");
  const outbox = createOutbox({
    kind: "sample",
    schema: changeSchema,
    itemOf: ({ item }) => item,
    isBatched,
    send: async (changes, token) => {
      tokens.push(token);
      sent.push(changes.map(({ value }) => value));
      await answered;
      if (failure?.kind === "offline") recordConnectionFailure();
      return failure;
    },
  });
  const close = () => {
    queryClient.clear();
    Object.assign(platform, { write: () => {}, remove: () => {} });
    locks.close();
  };
  closeLast.push(close);
  return {
    outbox,
    logIn,
    announceSessionEnd,
    close,
    add: (text: string) => outbox.add([change(text)]),
  };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const reconnect = () => ((failure = null), pass(2_000));
const stored = () => localStorage.getItem("unsent-changes");

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => {
    if (failure?.kind === "offline") throw new TypeError("no connection");
    return new Response("{}");
  });
  localStorage.clear();
  locksOf = createLocks();
  failure = offline;
  sent = [];
  tokens = [];
  answered = Promise.resolve();
});
afterEach(() => {
  closeLast.forEach((close) => close());
  closeLast = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a change without a connection", () => {
  it("is sent once there is one, and is forgotten then", async () => {
    const { outbox, add } = await openWindow();
    add("a1");
    await pass(100);
    expect(outbox.pending()).toMatchObject([{ change: { value: "a1" }, failure: offline }]);
    await reconnect();
    expect([sent, outbox.pending(), stored()]).toEqual([[["a1"], ["a1"]], [], null]);
  });

  it("gives way to a later one of the same item; the others are sent with it", async () => {
    const { add } = await openWindow();
    for (const text of ["a1", "b1", "a2", "c1"]) {
      add(text);
      await pass(100);
    }
    sent = [];
    await reconnect();
    expect(sent).toEqual([["b1", "a2", "c1"]]);
  });

  it("is sent by itself and in order, if items are not sent together", async () => {
    const { add } = await openWindow(ada, false);
    for (const text of ["a1", "b1", "a2", "c1"]) {
      add(text);
      await pass(100);
    }
    sent = [];
    await reconnect();
    expect(sent).toEqual([["b1"], ["a2"], ["c1"]]);
  });

  it("is not sent once it was given up", async () => {
    const { outbox, add } = await openWindow();
    add("a1");
    await pass(100);
    outbox.remove("a");
    sent = [];
    await reconnect();
    expect([sent, stored()]).toEqual([[], null]);
  });

  it("is there and sent after a reload, once it is known who the user is", async () => {
    const before = await openWindow();
    before.add("a1");
    await pass(100);
    before.close();
    const { outbox, logIn } = await openWindow(null);
    expect(outbox.pending()).toMatchObject([{ change: { value: "a1" } }]);
    sent = [];
    await reconnect();
    expect(sent).toEqual([]);
    logIn(ada);
    await pass(0);
    expect([sent, stored()]).toEqual([[["a1"]], null]);
  });

  it("is sent by its window alone, and by another one once that is closed", async () => {
    const first = await openWindow();
    first.add("a1");
    await pass(100);
    const second = await openWindow();
    second.add("b1");
    await pass(100);
    expect(second.outbox.pending()).toHaveLength(1);
    first.close();
    await pass(6_000);
    expect(second.outbox.pending()).toHaveLength(2);
    sent = [];
    await reconnect();
    expect(sent).toHaveLength(2);
    expect(sent.flat()).toEqual(expect.arrayContaining(["a1", "b1"]));
    expect(stored()).toBeNull();
  });
});

it("a change of a reloaded window is shown there, not in another one", async () => {
  const first = await openWindow();
  first.add("a1");
  await pass(100);
  const other = await openWindow();
  await pass(100);
  first.close();
  await pass(100);
  const again = await openWindow(null);
  await pass(10_000);
  expect([again.outbox.pending().length, other.outbox.pending().length]).toEqual([1, 0]);
});

describe("changes in a row", () => {
  it("are sent one after another, also of one item", async () => {
    failure = null;
    const { promise, resolve } = Promise.withResolvers<void>();
    answered = promise;
    const { add } = await openWindow();
    add("a1");
    await pass(100);
    add("a2");
    add("b1");
    await pass(100);
    expect(sent).toEqual([["a1"]]);
    resolve();
    await pass(100);
    expect(sent).toEqual([["a1"], ["a2", "b1"]]);
  });

  it("go on if the first one is replaced while it waits", async () => {
    failure = broken;
    const { add } = await openWindow(ada, false);
    add("a1");
    add("b1");
    await pass(100);
    failure = null;
    add("a2");
    await pass(100);
    expect(sent).toEqual([["a1"], ["b1"], ["a2"]]);
  });
});

describe("a change that fails", () => {
  it("is sent again if the API had an error", async () => {
    failure = broken;
    const { add } = await openWindow();
    add("a1");
    await pass(900);
    expect(sent).toHaveLength(1);
    await reconnect();
    expect([sent.length, stored()]).toEqual([2, null]);
  });

  it("is given up if the server refused it, and the next one is sent", async () => {
    failure = refused;
    const { add, outbox } = await openWindow();
    add("a1");
    await pass(100);
    expect([outbox.pending(), stored()]).toEqual([[], null]);
    failure = null;
    add("b1");
    await pass(100);
    expect(sent).toEqual([["a1"], ["b1"]]);
  });
});

describe("a change of a session that has ended", () => {
  const expire = async () => {
    const opened = await openWindow();
    failure = unauthorized;
    opened.add("a1");
    await pass(100);
    opened.logIn(null);
    opened.announceSessionEnd("expired");
    failure = null;
    await pass(5_000);
    expect(sent).toEqual([["a1"]]);
    sent = [];
    return opened;
  };

  it("waits for the same user", async () => {
    const { logIn } = await expire();
    logIn(ada);
    await pass(5_000);
    expect([sent, stored()]).toEqual([[["a1"]], null]);
  });

  it("is never sent for another one", async () => {
    const { logIn, outbox } = await expire();
    logIn(eve);
    await pass(5_000);
    expect([sent, outbox.pending(), stored()]).toEqual([[], [], null]);
  });

  it("is never sent for another one after a reload", async () => {
    const { close } = await expire();
    close();
    const { outbox } = await openWindow(eve);
    await pass(5_000);
    expect([sent, outbox.pending(), stored()]).toEqual([[], [], null]);
  });

  it("is sent with that session's token while another user logs in elsewhere", async () => {
    failure = null;
    const { add } = await openWindow();
    localStorage.setItem("token", "t2");
    window.dispatchEvent(new StorageEvent("storage", { storageArea: localStorage, key: "token" }));
    add("a1");
    await pass(100);
    expect(tokens).toEqual(["t1"]);
  });

  it("is given up at a logout", async () => {
    const { add, announceSessionEnd, logIn, outbox } = await openWindow();
    add("a1");
    await pass(100);
    announceSessionEnd("logged-out");
    expect([outbox.pending(), stored()]).toEqual([[], null]);
    sent = [];
    await reconnect();
    logIn(ada);
    await pass(5_000);
    expect(sent).toEqual([]);
  });
});
