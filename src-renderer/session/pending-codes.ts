import type { TabValueName } from "#shared/stored-values.ts";
import { minuteMs } from "#shared/durations.ts";
import { platform } from "#renderer/platform/current-platform.ts";

/** Stores the id of what waits for a mailed code, for this tab so that it survives a reload; removed after `lifeMs`. */
function createPendingCode(name: TabValueName, lifeMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Returns the stored id and its remaining lifetime in ms; null if there is none, or if it is invalid or expired. */
  const stored = (): { id: string; remaining: number } | null => {
    const text = platform.tabValues.read(name) ?? "";
    const [, id, end] = /^([\w-]{20,100})@(\d{1,16})$/.exec(text) ?? [];
    if (id === undefined) return null;
    const remaining = Number(end) - Date.now();
    // More than the whole lifetime remains if the device's clock was set back.
    return remaining > 0 && remaining <= lifeMs ? { id, remaining } : null;
  };
  return {
    read: (): string | null => stored()?.id ?? null,
    keep(id: string): void {
      platform.tabValues.write(name, `${id}@${Date.now() + lifeMs}`);
      this.expire();
    },
    forget(): void {
      clearTimeout(timer);
      platform.tabValues.write(name, null);
    },
    /** Removes an expired id, and sets a timer for one that will expire. */
    expire(): void {
      clearTimeout(timer);
      const remaining = stored()?.remaining;
      if (remaining === undefined) platform.tabValues.write(name, null);
      else timer = setTimeout(() => this.forget(), remaining);
    },
  };
}

export type PendingCode = ReturnType<typeof createPendingCode>;

export const pendingSignUp = createPendingCode("signUp", 30 * minuteMs);
export const pendingLoginCode = createPendingCode("loginCode", 10 * minuteMs);
