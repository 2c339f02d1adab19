import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getMe } from "#shared/api/user.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { configureClient, onFailed } from "#renderer/api-client/client.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { ada } from "#renderer/testing/sample-user.ts";
import { refreshUserDaily } from "./refresh-user.ts";
import { onSessionEnded } from "./session-end.ts";
import { signIn, useSession } from "./session-store.ts";
import { startSession } from "./start-session.ts";
import "./storages.ts";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

const failed = vi.fn();
const ended = vi.fn();
let stop: () => void;

configureClient({ token: () => platform.read("token"), language: () => "en" });
onFailed(failed);
onSessionEnded(ended);
await platform.load();
await startSession();

let isHidden = false;
vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);

/** Hides the window or brings it back. */
async function show(isShown: boolean): Promise<void> {
  isHidden = !isShown;
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(10);
}
/** Whether each request was one of the window itself. */
const background = () => sentTo(getMe).map(({ input }) => input.background ?? false);
const requestCount = () => sentTo(getMe).length;

beforeEach(async () => {
  vi.useFakeTimers();
  answer(getMe, { data: { ...ada, subscriptionOwned: true } });
  signIn({ token: "t1", user: ada });
  stop = refreshUserDaily();
  await show(false);
});
afterEach(() => {
  stop();
  failed.mockClear();
  ended.mockClear();
});

describe("a window that stays open", () => {
  it("asks who the user is when it is looked at after a day, and not before", async () => {
    await vi.advanceTimersByTimeAsync(dayMs - hourMs);
    await show(true);
    expect(requestCount()).toBe(0);
    await show(false);
    await vi.advanceTimersByTimeAsync(2 * hourMs);
    expect(requestCount()).toBe(0);
    await show(true);
    expect(background()).toEqual([false]);
    expect(useSession.getState().user?.subscriptionOwned).toBe(true);
  });

  it("asks once the connection is back", async () => {
    await vi.advanceTimersByTimeAsync(dayMs + hourMs);
    isHidden = false;
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(10);
    expect(requestCount()).toBe(1);
  });

  it("asks also if it is visible all the time", async () => {
    await show(true);
    await vi.advanceTimersByTimeAsync(dayMs + hourMs);
    expect(background()).toEqual([true]);
  });

  it("asks again after a failure, which is silent and ends nothing", async () => {
    answer(getMe, { error: { kind: "unexpected", message: "broken", status: 500 } });
    await vi.advanceTimersByTimeAsync(dayMs + hourMs);
    await show(true);
    await show(false);
    await show(true);
    expect(requestCount()).toBe(2);
    expect(failed).not.toHaveBeenCalled();
    expect(ended).not.toHaveBeenCalled();
    expect(platform.read("token")).toBe("t1");
  });

  it("ends the session at a 401, as any other request", async () => {
    answer(getMe, { error: { kind: "unauthorized", message: "no", status: 401 } });
    await vi.advanceTimersByTimeAsync(dayMs + hourMs);
    await show(true);
    expect(ended.mock.calls).toEqual([[{ reason: "expired", here: true }]]);
    expect(failed).toHaveBeenCalledOnce();
    expect(platform.read("token")).toBeNull();
  });
});
