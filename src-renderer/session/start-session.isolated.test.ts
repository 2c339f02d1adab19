import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { minuteMs } from "#shared/durations.ts";
import type { ApiResult } from "#renderer/api-client/api-failure.ts";
import { listSessions } from "#shared/api/account.ts";
import { isActiveMember } from "#shared/active-member.ts";
import "#renderer/testing/indexed-db.ts";

const me = {
  roles: ["ROLE_USER"],
  subscriptionOwned: true,
  subscriptionPending: false,
  subscriptionPastDue: false,
};
const unauthorized = {
  data: null,
  error: { kind: "unauthorized", message: "no", status: 401 },
} as const;

let answer: (request: {
  endpoint: { path: string };
  token: string | null;
}) => Promise<ApiResult<unknown>>;
vi.mock("#renderer/api-client/transport.ts", () => ({
  send: (request: Parameters<typeof answer>[0]) => answer(request),
}));

const visitor = { status: "ready", token: null, user: null, namedAt: null };

/** Holds the answer back until the test releases it. */
function pendingAnswer() {
  const requested = Promise.withResolvers<void>();
  const held = Promise.withResolvers<ApiResult<unknown>>();
  answer = () => {
    requested.resolve();
    return held.promise;
  };
  return { requested: requested.promise, release: held.resolve };
}

/** Opens a window: modules of its own. */
async function openWindow() {
  vi.resetModules();
  const { platform } = await import("#renderer/platform/current-platform.ts");
  const client = await import("#renderer/api-client/client.ts");
  const store = await import("./session-store.ts");
  const session = await import("./start-session.ts");
  const { useRetainedPage } = await import("./retained-page.ts");
  const { leaseLastsMs, renewLease } = await import("./lease.ts");
  await platform.load();
  client.configureClient({ token: () => platform.read("token"), language: () => "en" });
  const { onSessionEnded } = await import("./session-end.ts");
  const ended = vi.fn();
  const failed = vi.fn();
  onSessionEnded(ended);
  client.onFailed(failed);
  return {
    platform,
    call: client.call,
    ...store,
    ...session,
    leaseLastsMs,
    renewLease,
    useRetainedPage,
    ended,
    failed,
  };
}

const elsewhere = (key: string, value: string | null) => {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  window.dispatchEvent(new StorageEvent("storage", { key, storageArea: localStorage }));
};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.clear();
  sessionStorage.clear();
  answer = async () => ({ data: me, error: null });
});
afterEach(() => {
  // A window of a test that is over asks nothing any more.
  vi.clearAllTimers();
  vi.useRealTimers();
});

describe("the start", () => {
  it("puts token and user into the state", async () => {
    localStorage.setItem("token", "t1");
    const { startSession, useSession } = await openWindow();
    const started = startSession();
    expect(useSession.getState().status).toBe("starting");
    await started;
    expect(useSession.getState()).toEqual({
      status: "ready",
      token: "t1",
      user: me,
      namedAt: null,
    });
  });

  it.each(["offline", "unexpected", "timeout"] as const)(
    "goes on as a visitor after a failure (%s), silently, and keeps the token",
    async (kind) => {
      localStorage.setItem("token", "t1");
      answer = async () => ({ data: null, error: { kind, message: "x" } });
      const { startSession, useSession, failed, ended } = await openWindow();
      await startSession();
      const { token, user } = useSession.getState();
      expect(isActiveMember(token, user)).toBe(false);
      expect(localStorage.getItem("token")).toBe("t1");
      expect(failed).not.toHaveBeenCalled();
      expect(ended).not.toHaveBeenCalled();
    },
  );

  it("removes a refused token, ends the session, and shows no error", async () => {
    localStorage.setItem("token", "t1");
    answer = async () => unauthorized;
    const { startSession, useSession, failed, ended } = await openWindow();
    await startSession();
    expect(localStorage.getItem("token")).toBeNull();
    expect(useSession.getState()).toEqual(visitor);
    expect(ended.mock.calls).toEqual([[{ reason: "expired", here: true }]]);
    expect(failed).not.toHaveBeenCalled();
  });

  it("tries the kept token again once there is a connection", async () => {
    localStorage.setItem("token", "t1");
    answer = async () => ({ data: null, error: { kind: "offline", message: "x" } });
    const { startSession, useSession } = await openWindow();
    await startSession();
    answer = async () => ({ data: me, error: null });
    vi.stubGlobal("fetch", async () => new Response("{}"));
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(useSession.getState().user).toEqual(me));
    vi.unstubAllGlobals();
  });
});

describe("a start without any answer of /me", () => {
  const ada = { ...me, id: "ada" };
  const fail = (kind: "offline" | "timeout" | "unexpected", status?: number) =>
    (answer = async () => ({
      data: null,
      error: { kind, message: "x", ...(status !== undefined && { status }) },
    }));

  beforeEach(() => {
    localStorage.setItem("token", "t1");
    vi.useFakeTimers({ toFake: ["Date", "setInterval"], now: 1_800_000_000_000 });
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("offline");
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** A window on a device on which the server has named a member before. */
  async function openWithLease() {
    const opened = await openWindow();
    await opened.renewLease(ada);
    return opened;
  }

  it.each(["offline", "timeout"] as const)("is that of the lease's member (%s)", async (kind) => {
    fail(kind);
    const { startSession, useSession, failed } = await openWithLease();
    vi.setSystemTime(Date.now() + 86_400_000);
    await startSession();
    expect(useSession.getState()).toEqual({
      status: "ready",
      token: "t1",
      user: ada,
      namedAt: 1_800_000_000_000,
    });
    expect(failed).not.toHaveBeenCalled();
  });

  it.each([
    ["an error of the API", () => fail("unexpected", 500)],
    ["a gateway without the API", () => fail("unexpected", 502)],
    ["an answer that is none of /me", () => fail("unexpected")],
    ["no answer after the lease", () => vi.setSystemTime(Date.now() + 14 * 86_400_000)],
    ["no answer after the clock was turned back", () => vi.setSystemTime(Date.now() - 7_200_000)],
    ["no answer, by another session", () => localStorage.setItem("token", "t2")],
  ])("is a visitor's after %s", async (_, change) => {
    fail("offline");
    const { startSession, useSession, platform } = await openWithLease();
    change();
    await platform.load();
    await startSession();
    expect(useSession.getState()).toEqual(visitor);
    expect(localStorage.getItem("token")).not.toBeNull();
  });

  it("is a visitor's if the lease is of somebody without a membership", async () => {
    fail("offline");
    const { startSession, useSession, renewLease } = await openWindow();
    await renewLease({ ...ada, subscriptionOwned: false });
    await startSession();
    expect(useSession.getState()).toEqual(visitor);
  });

  it("lasts until the server has named the user, and ends at a 401 with all that the device keeps", async () => {
    fail("offline");
    const { startSession, useSession, platform, ended } = await openWithLease();
    await startSession();
    answer = async () => ({ data: { ...ada, name: "Ada" }, error: null });
    vi.stubGlobal("fetch", async () => new Response("{}"));
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(useSession.getState()).toMatchObject({ namedAt: null }));
    expect(useSession.getState().user?.name).toBe("Ada");
    const { announceSessionEnd } = await import("./session-end.ts");
    await import("./storages.ts");
    const remove = vi.spyOn(platform.offlineLibrary, "remove");
    announceSessionEnd("expired");
    expect(ended).toHaveBeenCalled();
    expect(remove).toHaveBeenCalled();
    expect(useSession.getState()).toEqual(visitor);
  });

  it("stays while the API fails after the connection is back", async () => {
    fail("offline");
    const { startSession, useSession } = await openWithLease();
    await startSession();
    const asked = vi.fn();
    answer = async () => {
      asked();
      return { data: null, error: { kind: "unexpected", message: "x", status: 500 } };
    };
    vi.stubGlobal("fetch", async () => new Response("{}"));
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    expect(useSession.getState().user).toEqual(ada);
  });

  it("ends for a window that stays open once the lease is over, and nothing of it stays in memory", async () => {
    fail("offline");
    const { startSession, useSession, leaseLastsMs } = await openWithLease();
    const { queryClient } = await import("#renderer/api-client/query.ts");
    await startSession();
    queryClient.setQueryData(["private"], "text");
    vi.setSystemTime(Date.now() + leaseLastsMs - 60_001);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(useSession.getState().user).toEqual(ada);
    vi.setSystemTime(Date.now() + 60_001);
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(() => expect(useSession.getState()).toEqual(visitor));
    expect(queryClient.getQueryData(["private"])).toBeUndefined();
    expect(localStorage.getItem("token")).toBe("t1");
  });

  it("leaves a window whose user the server named what that has answered, and nothing from the device", async () => {
    answer = async () => ({ data: ada, error: null });
    const { startSession, useSession, platform, leaseLastsMs } = await openWithLease();
    const { configureClient } = await import("#renderer/api-client/client.ts");
    const { recordConnectionFailure } = await import("#renderer/api-client/connection.ts");
    const { queryClient, QueryFailure } = await import("#renderer/api-client/query.ts");
    await startSession();
    configureClient({
      token: () => platform.read("token"),
      language: () => "en",
      stored: async () => ({ data: { text: "kept" }, at: Date.now() }),
    });
    queryClient.setQueryData(["answered"], { text: "answered" });
    const lost = async () => {
      throw new QueryFailure({ kind: "offline", message: "" });
    };
    await queryClient.prefetchQuery({ queryKey: ["kept"], queryFn: lost });
    expect(queryClient.getQueryData(["kept"])).toEqual({ text: "kept" });
    fail("offline");
    recordConnectionFailure();
    vi.setSystemTime(Date.now() + leaseLastsMs);
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(() => expect(queryClient.getQueryData(["kept"])).toBeUndefined());
    expect(queryClient.getQueryData(["answered"])).toEqual({ text: "answered" });
    expect(useSession.getState().user).toEqual(ada);
  });

  it("is followed by that of another window's user", async () => {
    fail("offline");
    const { startSession, useSession } = await openWithLease();
    await startSession();
    elsewhere("token", "t2");
    await vi.waitFor(() => expect(useSession.getState()).toEqual(visitor));
  });
});

describe("an API that can be reached, but fails at /me", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", async () => new Response("{}"));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is polled, less and less often, until it returns the user of the kept token", async () => {
    localStorage.setItem("token", "t1");
    const failing = vi.fn<typeof answer>(async () => ({
      data: null,
      error: { kind: "unexpected", message: "x", status: 500 },
    }));
    answer = failing;
    const { startSession, useSession } = await openWindow();
    await startSession();
    await vi.advanceTimersByTimeAsync(5 * minuteMs);
    expect(failing.mock.calls.length).toBeGreaterThan(5);
    expect(failing.mock.calls.length).toBeLessThan(20);
    answer = async () => ({ data: me, error: null });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(useSession.getState()).toEqual({
      status: "ready",
      token: "t1",
      user: me,
      namedAt: null,
    });
  });

  it("is not polled after it refused the token", async () => {
    localStorage.setItem("token", "t1");
    const refusing = vi.fn<typeof answer>(async () => unauthorized);
    answer = refusing;
    const { startSession } = await openWindow();
    await startSession();
    await vi.advanceTimersByTimeAsync(5 * minuteMs);
    expect(refusing).toHaveBeenCalledOnce();
  });
});

describe("a 401", () => {
  const signedIn = async () => {
    localStorage.setItem("token", "t1");
    const opened = await openWindow();
    await opened.startSession();
    answer = async () => unauthorized;
    return opened;
  };

  it("for an old token does not affect the new session", async () => {
    const { call, signIn, ended, useSession } = await signedIn();
    const { requested, release } = pendingAnswer();
    const late = call(listSessions, {});
    await requested;
    signIn({ token: "t2", user: me });
    release(unauthorized);
    expect((await late).error?.kind).toBe("unauthorized");
    expect(ended).not.toHaveBeenCalled();
    expect(useSession.getState().token).toBe("t2");
    expect(localStorage.getItem("token")).toBe("t2");
  });

  it("is told once, also if silent and background requests get it first, but not one for an old token", async () => {
    const { call, failed, ended } = await signedIn();
    await call(listSessions, { silent: true, token: "t0" });
    expect(failed).not.toHaveBeenCalled();
    await Promise.all([
      call(listSessions, { silent: () => true, background: true }),
      call(listSessions, { silent: true }),
      call(listSessions, {}),
    ]);
    expect(failed.mock.calls).toEqual([[{ ...unauthorized.error, act: "GET /me/sessions" }]]);
    expect(ended).toHaveBeenCalledOnce();
  });

  it("of a visitor changes nothing on a page that asks for the login itself", async () => {
    const { call, startSession, ended, useRetainedPage } = await openWindow();
    await startSession();
    answer = async () => unauthorized;
    useRetainedPage.setState({ path: "/studio/blog/packing" });
    await call(listSessions, {});
    expect(ended).not.toHaveBeenCalled();
  });

  it("keeps the cart, which only logout clears", async () => {
    localStorage.setItem("purchase-items", '[{"sku":"a","kind":"extra","quantity":1}]');
    const { call } = await signedIn();
    await call(listSessions, {});
    expect(localStorage.getItem("purchase-items")).not.toBeNull();
  });
});

describe("logout", () => {
  it("clears what belongs to the user, and keeps what belongs to the device", async () => {
    for (const [key, text] of [
      ["token", "t1"],
      ["purchase-items", '[{"sku":"a","kind":"extra","quantity":1}]'],
      ["checkout-attempt", "k"],
      ["menu-collapsed", "true"],
      ["language", "pl"],
    ] as const) {
      localStorage.setItem(key, text);
    }
    sessionStorage.setItem("remembered-place", "/videos");
    sessionStorage.setItem("sign-up", `an-id-of-twenty-characters@${Date.now() + 60_000}`);
    const { startSession, endSessionHere, useSession } = await openWindow();
    await startSession();
    endSessionHere();
    expect(useSession.getState()).toEqual(visitor);
    expect(Object.keys(localStorage).toSorted()).toEqual(["language", "menu-collapsed"]);
    expect(sessionStorage).toHaveLength(0);
  });

  it("while /me is under way stays logged out", async () => {
    localStorage.setItem("token", "t1");
    const { startSession, useSession } = await openWindow();
    const { requested, release } = pendingAnswer();
    const started = startSession();
    await requested;
    elsewhere("token", null);
    release({ data: me, error: null });
    await started;
    await vi.waitFor(() => expect(useSession.getState().status).toBe("ready"));
    expect(useSession.getState()).toEqual(visitor);
  });
});

describe("login", () => {
  it("in another window is followed", async () => {
    const { startSession, useSession } = await openWindow();
    await startSession();
    elsewhere("token", "t9");
    await vi.waitFor(() => expect(useSession.getState().token).toBe("t9"));
    expect(useSession.getState().user).toEqual(me);
  });

  it("in another window: what is on screen is asked for again once it is known who the user is", async () => {
    localStorage.setItem("token", "t1");
    const { startSession } = await openWindow();
    const { queryClient, queryOf } = await import("#renderer/api-client/query.ts");
    await startSession();
    const requestedTokens: (string | null)[] = [];
    const user = Promise.withResolvers<ApiResult<unknown>>();
    answer = async ({ endpoint: { path }, token }) => {
      if (path === "/me") return user.promise;
      requestedTokens.push(token);
      return { data: { sessions: [] }, error: null };
    };
    const leave = new QueryObserver(queryClient, queryOf(listSessions, {})).subscribe(() => {});
    await vi.waitFor(() => expect(requestedTokens).toEqual(["t1"]));
    vi.useFakeTimers();
    elsewhere("token", "t9");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requestedTokens).toEqual(["t1"]);
    user.resolve({ data: me, error: null });
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect(requestedTokens).toEqual(["t1", "t9"]);
    leave();
  });

  it("in another window, when /me fails, ends the session here and keeps the token", async () => {
    localStorage.setItem("token", "t1");
    const { startSession, useSession } = await openWindow();
    await startSession();
    answer = async () => ({ data: null, error: { kind: "offline", message: "" } });
    elsewhere("token", "t9");
    await vi.waitFor(() => expect(useSession.getState().user).toBeNull());
    expect(useSession.getState()).toEqual(visitor);
    expect(localStorage.getItem("token")).toBe("t9");
  });

  it("with an empty token neither writes nor removes one", async () => {
    localStorage.setItem("token", "t1");
    const { startSession, signIn } = await openWindow();
    await startSession();
    signIn({ token: "", user: me });
    expect(localStorage.getItem("token")).toBe("t1");
  });
});
