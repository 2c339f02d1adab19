import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { minuteMs } from "#shared/durations.ts";
import { tabValues } from "#shared/stored-values.ts";
import { pendingSignUp } from "./pending-codes.ts";
import { endSessionHere } from "./session-store.ts";

const id = "an-id-of-twenty-characters";
const stored = () => sessionStorage.getItem(tabValues.signUp.key);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  pendingSignUp.forget();
  vi.useRealTimers();
});

describe("the sign-up that waits for its code", () => {
  it("is kept over a reload, and for this tab only", () => {
    pendingSignUp.keep(id);
    expect(stored()).toContain(id);
    expect(localStorage).toHaveLength(0);
    expect(pendingSignUp.read()).toBe(id);
  });

  it("is removed once it was used, and at logout", () => {
    pendingSignUp.keep(id);
    pendingSignUp.forget();
    expect(stored()).toBeNull();
    pendingSignUp.keep(id);
    endSessionHere();
    expect(stored()).toBeNull();
  });

  it("is removed after 30 minutes, also if nobody reads it", () => {
    pendingSignUp.keep(id);
    vi.advanceTimersByTime(30 * minuteMs - 1);
    expect(pendingSignUp.read()).toBe(id);
    vi.advanceTimersByTime(1);
    expect(stored()).toBeNull();
  });

  it("is removed after 30 minutes also if the tab was reloaded", () => {
    sessionStorage.setItem(tabValues.signUp.key, `${id}@${Date.now() + 5_000}`);
    pendingSignUp.expire();
    expect(pendingSignUp.read()).toBe(id);
    vi.advanceTimersByTime(5_000);
    expect(stored()).toBeNull();
  });

  it.each([`${id}@0`, `${id}@99999999999999`, id, `short@${"9".repeat(13)}`, "{}", "../../me@1"])(
    "is not read from the invalid text %j",
    (text) => {
      sessionStorage.setItem(tabValues.signUp.key, text);
      expect(pendingSignUp.read()).toBeNull();
      pendingSignUp.expire();
      expect(stored()).toBeNull();
    },
  );
});
