import { minuteMs } from "#shared/durations.ts";
import { platform } from "#renderer/platform/current-platform.ts";

/** Time after which the id is removed. */
const pendingSignUpLifeMs = 30 * minuteMs;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns the stored id and its remaining lifetime in ms; null if there is none, or if it is invalid or expired. */
function stored(): { id: string; remaining: number } | null {
  const text = platform.tabValues.read("signUp") ?? "";
  const [, id, end] = /^([\w-]{20,100})@(\d{1,16})$/.exec(text) ?? [];
  if (id === undefined) return null;
  const remaining = Number(end) - Date.now();
  // More than the whole lifetime remains if the device's clock was set back.
  return remaining > 0 && remaining <= pendingSignUpLifeMs ? { id, remaining } : null;
}

/** Id of the sign-up that is waiting for its code, stored for this tab so that it survives a reload. */
export const pendingSignUp = {
  read: (): string | null => stored()?.id ?? null,
  keep(id: string): void {
    platform.tabValues.write("signUp", `${id}@${Date.now() + pendingSignUpLifeMs}`);
    this.expire();
  },
  forget(): void {
    clearTimeout(timer);
    platform.tabValues.write("signUp", null);
  },
  /** Removes an expired id, and sets a timer for one that will expire. */
  expire(): void {
    clearTimeout(timer);
    const remaining = stored()?.remaining;
    if (remaining === undefined) platform.tabValues.write("signUp", null);
    else timer = setTimeout(() => this.forget(), remaining);
  },
};
