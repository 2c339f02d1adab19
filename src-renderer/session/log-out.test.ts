import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ApiFailure, ApiResult } from "../api-client/api-failure.ts";
import type { TransportRequest } from "../api-client/transport.ts";

let failure: ApiFailure | null;
let told: string[];
vi.mock("../api-client/transport.ts", () => ({
  send: async ({ token, endpoint }: TransportRequest): Promise<ApiResult<unknown>> => {
    told.push(`${endpoint.path} ${token}`);
    return failure ? { data: null, error: failure } : { data: "", error: null };
  },
}));

const user = { roles: [], subscriptionOwned: false, subscriptionPending: false };
const offline: ApiFailure = { kind: "offline", message: "" };

/** Fresh modules, as a window that has just been opened. */
async function openWindow() {
  vi.resetModules();
  const { platform } = await import("../platform/current-platform.ts");
  const client = await import("../api-client/client.ts");
  const { watchConnection } = await import("../api-client/connection.ts");
  const { signIn } = await import("./session-store.ts");
  const { logOut } = await import("./log-out.ts");
  await platform.load();
  client.configureClient({ token: () => platform.read("token"), language: () => "en" });
  const failed = vi.fn<() => void>();
  client.onFailed(failed);
  watchConnection();
  return { signIn, logOut, failed };
}

/** The device says that there is a connection; everything under way arrives. */
async function reconnect(): Promise<void> {
  failure = null;
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(1_000);
}
const arrive = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => new Response("{}"));
  localStorage.clear();
  failure = offline;
  told = [];
});
afterEach(async () => {
  // Windows of earlier tests listen on: nothing of theirs is to be left.
  await reconnect();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a logout without a connection: it breaks if", () => {
  it("the server is not told once there is one, once and silently", async () => {
    const { signIn, logOut, failed } = await openWindow();
    signIn({ token: "t1", user });
    logOut();
    await arrive();
    expect(localStorage.getItem("token")).toBeNull();
    await reconnect();
    expect(told).toEqual(["/logout t1", "/logout t1"]);
    await reconnect();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(told).toHaveLength(2);
    expect(failed).not.toHaveBeenCalled();
  });

  it("a token stays on the device meanwhile", async () => {
    const { signIn, logOut } = await openWindow();
    signIn({ token: "a-token-to-look-for", user });
    logOut();
    await arrive();
    const stored = [...Object.values(localStorage), ...Object.values(sessionStorage)].join();
    expect(stored).not.toContain("a-token-to-look-for");
  });

  it("of several logouts only the last one is made up for", async () => {
    const { signIn, logOut } = await openWindow();
    for (const token of ["t1", "t2"]) {
      signIn({ token, user });
      logOut();
      await arrive();
    }
    told = [];
    await reconnect();
    expect(new Set(told)).toEqual(new Set(["/logout t1", "/logout t2"]));
  });

  it("a token is revoked that is in use again", async () => {
    const { signIn, logOut } = await openWindow();
    signIn({ token: "t1", user });
    logOut();
    await arrive();
    signIn({ token: "t1", user });
    told = [];
    await reconnect();
    expect(told).toEqual([]);
  });

  it("the repetition is given up when the API breaks over it", async () => {
    failure = { kind: "unexpected", message: "", status: 500 };
    const { signIn, logOut } = await openWindow();
    signIn({ token: "t1", user });
    logOut();
    await vi.advanceTimersByTimeAsync(5_000);
    told = [];
    failure = null;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual(["/logout t1"]);
  });

  it("an API that keeps breaking over it is asked without end", async () => {
    failure = { kind: "unexpected", message: "", status: 500 };
    const { signIn, logOut } = await openWindow();
    signIn({ token: "t1", user });
    logOut();
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(told).toEqual(Array.from({ length: 5 }, () => "/logout t1"));
  });

  it("tries without a connection use up those that may succeed", async () => {
    const { signIn, logOut } = await openWindow();
    signIn({ token: "t1", user });
    logOut();
    for (let times = 0; times < 10; times++) {
      window.dispatchEvent(new Event("online"));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(told.length).toBeGreaterThan(5);
    told = [];
    await reconnect();
    expect(told).toEqual(["/logout t1"]);
  });

  it("a refusal is repeated for ever", async () => {
    failure = { kind: "unauthorized", message: "", status: 401 };
    const { signIn, logOut } = await openWindow();
    signIn({ token: "t1", user });
    logOut();
    await arrive();
    await reconnect();
    expect(told).toEqual(["/logout t1"]);
  });
});
