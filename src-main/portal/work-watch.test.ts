import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StoredChange } from "#shared/bridge.ts";
import { minuteMs } from "#shared/durations.ts";
import type { StoreFile } from "../storage/store-file.ts";
import { app, net } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { watchWork } = await import("./work-watch.ts");

const origin = "https://portal.example.com";
let figures = { unanswered: 0, failedPayments: 0 };
let status = 200;
let token: string | undefined;
let listeners: ((change: StoredChange) => void)[] = [];
let file: StoreFile;
const notify = vi.fn();
const store = {
  ready: Promise.resolve(),
  texts: () => (token === undefined ? {} : { token }),
  onChange: (listener: (change: StoredChange) => void) => void listeners.push(listener),
};
const start = () => watchWork({ origin, file, store, notify });
const setToken = (text: string | null) => {
  token = text ?? undefined;
  listeners.forEach((listener) => listener({ name: "token", text }));
};
const soon = () => vi.advanceTimersByTimeAsync(10_000);
const later = () => vi.advanceTimersByTimeAsync(6 * minuteMs);

beforeEach(() => {
  vi.useFakeTimers();
  net.fetch.mockImplementation(async () => Response.json(figures, { status }));
  file = new Map<string, unknown>();
  figures = { unanswered: 2, failedPayments: 1 };
  status = 200;
  token = "secret";
  listeners = [];
});
afterEach(() => {
  app.emit("will-quit", {});
  app.removeAllListeners();
  vi.useRealTimers();
  vi.clearAllMocks();
});

it("asks with the login of its portal only, in the background, and without cookies", async () => {
  start();
  await soon();
  expect(net.fetch).toHaveBeenCalledOnce();
  const [url, init] = net.fetch.mock.calls[0]!;
  expect(url).toBe(`${origin}/api/board`);
  expect(init).toMatchObject({ credentials: "omit", redirect: "error" });
  expect(new Headers(init.headers).get("authorization")).toBe("Bearer secret");
  expect(new Headers(init.headers).has("x-background")).toBe(true);
});

it("counts what waits, and notifies of what comes once that is turned on, also after a restart", async () => {
  const watch = start();
  const changed = vi.fn();
  watch.onChange(changed);
  await soon();
  expect(watch.current()).toEqual({ messages: 2, failedPayments: 1 });
  expect(changed).toHaveBeenCalledOnce();
  figures = { unanswered: 3, failedPayments: 1 };
  await later();
  expect(notify, "it is off").not.toHaveBeenCalled();
  watch.setOn(true);
  figures = { unanswered: 2, failedPayments: 3 };
  await later();
  expect(notify.mock.calls).toEqual([
    [
      { messages: 0, failedPayments: 2 },
      { messages: 2, failedPayments: 3 },
    ],
  ]);
  watch.stop();
  notify.mockClear();
  figures = { unanswered: 4, failedPayments: 3 };
  const restarted = start();
  expect(restarted.isOn()).toBe(true);
  await soon();
  expect(notify).toHaveBeenCalledOnce();
});

it.each([401, 403])("asks no more after %i, until somebody logs in", async (refused) => {
  status = refused;
  const watch = start();
  await soon();
  await later();
  expect(net.fetch).toHaveBeenCalledOnce();
  expect(watch.current()).toBeNull();
  status = 200;
  setToken("another");
  await vi.waitFor(() => expect(watch.current()).toEqual({ messages: 2, failedPayments: 1 }));
});

it("forgets what waited when the admin logs out, and asks nothing without a login", async () => {
  const watch = start();
  await soon();
  watch.setOn(true);
  setToken(null);
  expect(watch.current()).toBeNull();
  await later();
  expect(net.fetch).toHaveBeenCalledOnce();
  figures = { unanswered: 9, failedPayments: 9 };
  setToken("of another admin");
  await soon();
  expect(watch.current()).toEqual({ messages: 9, failedPayments: 9 });
  expect(notify, "they waited before").not.toHaveBeenCalled();
});

it("keeps what it knows without a connection, and says so once", async () => {
  const failures = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const watch = start();
  await soon();
  net.fetch.mockRejectedValue(new Error("net::ERR_INTERNET_DISCONNECTED"));
  await later();
  await later();
  expect(watch.current()).toEqual({ messages: 2, failedPayments: 1 });
  expect(failures).toHaveBeenCalledOnce();
  failures.mockRestore();
});
