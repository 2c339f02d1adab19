import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hourMs, minuteMs } from "#shared/durations.ts";
import type { ApiFailure, ApiResult } from "#renderer/api-client/api-failure.ts";
import type { TransportRequest } from "#renderer/api-client/transport.ts";

let failure: ApiFailure | null;
let sent: string[];
vi.mock("#renderer/api-client/transport.ts", () => ({
  send: async ({ token, endpoint }: TransportRequest): Promise<ApiResult<unknown>> => {
    sent.push(`${endpoint.path} ${token}`);
    return failure ? { data: null, error: failure } : { data: "", error: null };
  },
}));

const user = {
  roles: [],
  subscriptionOwned: false,
  subscriptionPending: false,
  subscriptionPastDue: false,
};
const offline: ApiFailure = { kind: "offline", message: "" };

/** Opens a window: modules of its own. */
async function openWindow() {
  vi.resetModules();
  const { platform } = await import("#renderer/platform/current-platform.ts");
  const client = await import("#renderer/api-client/client.ts");
  const { watchConnection } = await import("#renderer/api-client/connection.ts");
  const { signIn } = await import("./session-store.ts");
  const { logOut } = await import("./log-out.ts");
  await platform.load();
  client.configureClient({ token: () => platform.read("token"), language: () => "en" });
  const failed = vi.fn<() => void>();
  client.onFailed(failed);
  watchConnection();
  return { signIn, logOut, failed };
}

/** Reports a connection, and waits until everything has arrived. */
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
  sent = [];
});
afterEach(async () => {
  // Windows of earlier tests still listen: they must have nothing left to send.
  await reconnect();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a logout without a connection", () => {
  it("revokes the token once there is one, exactly once and without an error", async () => {
    const { signIn, logOut, failed } = await openWindow();
    signIn({ token: "t1", user });
    logOut();
    await arrive();
    expect(localStorage.getItem("token")).toBeNull();
    await reconnect();
    expect(sent).toEqual(["/logout t1", "/logout t1"]);
    await reconnect();
    await vi.advanceTimersByTimeAsync(10 * minuteMs);
    expect(sent).toHaveLength(2);
    expect(failed).not.toHaveBeenCalled();
  });

  it("leaves no token on the device", async () => {
    const { signIn, logOut } = await openWindow();
    signIn({ token: "a-token-to-look-for", user });
    logOut();
    await arrive();
    const stored = [...Object.values(localStorage), ...Object.values(sessionStorage)].join();
    expect(stored).not.toContain("a-token-to-look-for");
  });

  it("revokes the tokens of several logouts", async () => {
    const { signIn, logOut } = await openWindow();
    for (const token of ["t1", "t2"]) {
      signIn({ token, user });
      logOut();
      await arrive();
    }
    sent = [];
    await reconnect();
    expect(new Set(sent)).toEqual(new Set(["/logout t1", "/logout t2"]));
  });

  it("does not revoke a token that is in use again", async () => {
    const { signIn, logOut } = await openWindow();
    signIn({ token: "t1", user });
    logOut();
    await arrive();
    signIn({ token: "t1", user });
    sent = [];
    await reconnect();
    expect(sent).toEqual([]);
  });

  it("is retried after an error of the API", async () => {
    failure = { kind: "unexpected", message: "", status: 500 };
    const { signIn, logOut } = await openWindow();
    signIn({ token: "t1", user });
    logOut();
    await vi.advanceTimersByTimeAsync(5_000);
    sent = [];
    failure = null;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(["/logout t1"]);
  });

  it("gives up after five errors of the API", async () => {
    failure = { kind: "unexpected", message: "", status: 500 };
    const { signIn, logOut } = await openWindow();
    signIn({ token: "t1", user });
    logOut();
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(sent).toEqual(Array.from({ length: 5 }, () => "/logout t1"));
  });

  it("does not count attempts without a connection", async () => {
    const { signIn, logOut } = await openWindow();
    signIn({ token: "t1", user });
    logOut();
    for (let times = 0; times < 10; times++) {
      window.dispatchEvent(new Event("online"));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(sent.length).toBeGreaterThan(5);
    sent = [];
    await reconnect();
    expect(sent).toEqual(["/logout t1"]);
  });

  it("does not repeat what the server refused", async () => {
    failure = { kind: "unauthorized", message: "", status: 401 };
    const { signIn, logOut } = await openWindow();
    signIn({ token: "t1", user });
    logOut();
    await arrive();
    await reconnect();
    expect(sent).toEqual(["/logout t1"]);
  });
});
