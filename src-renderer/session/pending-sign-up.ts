import { pendingSignUpKey, pendingSignUpLife } from "../../src-shared/stored-values.ts";
import { platform } from "../platform/current-platform.ts";

let timer: ReturnType<typeof setTimeout> | undefined;

/** The stored id and the ms it is still worth keeping; null for none, or a text of another make. */
function stored(): { id: string; left: number } | null {
  const text = platform.windowText.read(pendingSignUpKey) ?? "";
  const [, id, end] = /^([\w-]{20,100})@(\d{1,16})$/.exec(text) ?? [];
  if (id === undefined) return null;
  const left = Number(end) - Date.now();
  // More than its whole life is left where the device's clock was set back.
  return left > 0 && left <= pendingSignUpLife ? { id, left } : null;
}

/**
 * The id of the sign-up that waits for its code, kept for this tab so that a reload loses nothing. The
 * server alone decides whether it still counts.
 */
export const pendingSignUp = {
  read: (): string | null => stored()?.id ?? null,
  keep(id: string): void {
    platform.windowText.write(pendingSignUpKey, `${id}@${Date.now() + pendingSignUpLife}`);
    this.expire();
  },
  forget(): void {
    clearTimeout(timer);
    platform.windowText.write(pendingSignUpKey, null);
  },
  /** Removes an id that is over, now and when its time comes, also if nobody asks for it again. */
  expire(): void {
    clearTimeout(timer);
    const left = stored()?.left;
    if (left === undefined) platform.windowText.write(pendingSignUpKey, null);
    else timer = setTimeout(() => this.forget(), left);
  },
};
