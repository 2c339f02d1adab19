import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const me = { id: "ada", roles: [], subscriptionOwned: true, subscriptionPending: false };
let user = me;
vi.mock("#renderer/api-client/transport.ts", () => ({
  send: async () => ({ data: user, error: null }),
}));

type Receive = (event: { data: unknown }) => void;
let channels: { name: string; receive: Receive }[];

/** Delivers at once to the channels of the same name: Node's would reach other test files, too. */
class FakeChannel {
  readonly #own: { name: string; receive: Receive };
  constructor(name: string) {
    this.#own = { name, receive: () => {} };
    channels.push(this.#own);
  }
  addEventListener(_: "message", receive: Receive) {
    this.#own.receive = receive;
  }
  postMessage(data: unknown) {
    for (const channel of channels) {
      if (channel !== this.#own && channel.name === this.#own.name) channel.receive({ data });
    }
  }
}

/** Opens a window with modules of its own, signed in with the token of the device. */
async function openWindow() {
  vi.resetModules();
  const { platform } = await import("#renderer/platform/current-platform.ts");
  const { useSession } = await import("./session-store.ts");
  const { announceSessionEnd, onSessionEnded } = await import("./session-end.ts");
  const { startSession } = await import("./start-session.ts");
  const { createDraft } = await import("./draft.ts");
  const { onClearCache } = await import("#renderer/api-client/cache.ts");
  const cart = await import("#renderer/purchase/purchase-store.ts");
  const client = await import("#renderer/api-client/client.ts");
  await platform.load();
  client.configureClient({ token: () => platform.read("token"), language: () => "en" });
  await startSession();
  cart.startPurchase();
  const ended = vi.fn();
  onSessionEnded(ended);
  const draft = createDraft("", (text: string) => text);
  const cleared = vi.fn<(hasChanged: Promise<boolean>) => void>();
  onClearCache(cleared);
  return { platform, session: useSession, announceSessionEnd, ended, draft, cart, cleared };
}

/** Sends a message from a window that is not one of the test's. */
const send = (data: unknown) => channels.forEach(({ receive }) => receive({ data }));

const tokenRemoved = () =>
  window.dispatchEvent(new StorageEvent("storage", { key: "token", storageArea: localStorage }));

beforeEach(() => {
  user = me;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  channels = [];
  vi.stubGlobal("BroadcastChannel", FakeChannel);
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem("token", "t1");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a session that ended in another window", () => {
  it.each(["logged-out", "expired"] as const)(
    "ends here for the same reason: %s",
    async (reason) => {
      const here = await openWindow();
      const other = await openWindow();
      other.announceSessionEnd(reason);
      tokenRemoved();
      expect(here.ended.mock.calls).toEqual([[{ reason, here: false }]]);
      expect(here.session.getState()).toMatchObject({ status: "ready", token: null, user: null });
    },
  );

  it("ends here also when the reason arrives after the removal of the token", async () => {
    const { ended, session } = await openWindow();
    localStorage.removeItem("token");
    tokenRemoved();
    expect(session.getState().user).toEqual(me);
    send("expired");
    expect(ended.mock.calls).toEqual([[{ reason: "expired", here: false }]]);
    await vi.runAllTimersAsync();
    expect(ended).toHaveBeenCalledOnce();
  });

  it("counts as expired when no reason arrives, and keeps the stored cart and the draft", async () => {
    const { ended, draft, platform, cart } = await openWindow();
    cart.addToCart({ sku: "tape", kind: "extra", quantity: 1 });
    draft.keep("Half a message");
    localStorage.removeItem("token");
    tokenRemoved();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ended.mock.calls).toEqual([[{ reason: "expired", here: false }]]);
    expect(draft.read()).toBe("Half a message");
    expect(cart.usePurchase.getState().purchaseItems).toHaveLength(1);
    expect(platform.read("purchaseItems")).toHaveLength(1);
  });

  it("is followed once when both windows notice it", async () => {
    const here = await openWindow();
    const other = await openWindow();
    here.announceSessionEnd("expired");
    other.announceSessionEnd("expired");
    tokenRemoved();
    await vi.runAllTimersAsync();
    expect(here.ended).toHaveBeenCalledOnce();
  });

  it("clears drafts after a logout, and keeps them when the session expired", async () => {
    for (const [reason, kept] of [
      ["expired", "Half a message"],
      ["logged-out", ""],
    ] as const) {
      localStorage.setItem("token", "t1");
      const { draft } = await openWindow();
      const other = await openWindow();
      draft.keep("Half a message");
      other.announceSessionEnd(reason);
      tokenRemoved();
      expect(draft.read()).toBe(kept);
    }
  });

  it("leaves a session that began meanwhile alone", async () => {
    const { platform, session } = await openWindow();
    localStorage.removeItem("token");
    tokenRemoved();
    localStorage.setItem("token", "t2");
    tokenRemoved();
    await vi.runAllTimersAsync();
    expect(platform.read("token")).toBe("t2");
    expect(session.getState().token).toBe("t2");
  });

  it.each([null, "hacked", { reason: "expired" }])("ignores the message %j", async (message) => {
    const { ended } = await openWindow();
    send(message);
    localStorage.removeItem("token");
    tokenRemoved();
    expect(ended).not.toHaveBeenCalled();
    await vi.runAllTimersAsync();
    expect(ended.mock.calls).toEqual([[{ reason: "expired", here: false }]]);
  });
});

describe("a token that another window has stored", () => {
  it.each([
    ["of the same user, renewed with a new password, leaves what is on screen", "ada", false],
    ["of somebody else clears it", "bea", true],
  ])("%s", async (_, id, hasChanged) => {
    const { cleared, session } = await openWindow();
    user = { ...me, id };
    localStorage.setItem("token", "t2");
    tokenRemoved();
    await expect(cleared.mock.lastCall?.[0]).resolves.toBe(hasChanged);
    expect(session.getState()).toMatchObject({ token: "t2", user: { id } });
  });
});
