import { minuteMs } from "#shared/durations.ts";
import { platform } from "#renderer/platform/current-platform.ts";

/** Time after which the id is removed. */
const pendingSignUpLifeMs = 30 * minuteMs;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns the stored id and the ms it still has to live; null for none, or for an invalid text. */
function stored(): { id: string; remaining: number } | null {
  const text = platform.tabValues.read("signUp") ?? "";
  const [, id, end] = /^([\w-]{20,100})@(\d{1,16})$/.exec(text) ?? [];
  if (id === undefined) return null;
  const remaining = Number(end) - Date.now();
  // More than its whole life is left when the clock of the device was set back.
  return remaining > 0 && remaining <= pendingSignUpLifeMs ? { id, remaining } : null;
}

/** The id of the sign-up that waits for its code, kept for this tab to survive a reload. */
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
