import { dayMs, hourMs } from "#shared/durations.ts";
import { onReconnect } from "#renderer/api-client/connection.ts";
import { refreshUser } from "./start-session.ts";

/** Time for which an answer of the server about the user counts as recent. */
const recentForMs = dayMs;

/** Time between checks in a window that stays visible, such as a pinned one. */
const checkEveryMs = hourMs;

/**
 * Asks the server again who the user is, once a day, in a window that stays open: what the device keeps may be read for
 * fourteen days after its last answer. Asks when the window is looked at or the connection is back, and now and then
 * while it is visible. A failure is silent, but for a 401. Returns the function that stops it.
 */
export function refreshUserDaily(): () => void {
  let answeredAt = Date.now();
  let isRefreshing = false;
  const refreshOnce = async (background: boolean) => {
    if (isRefreshing || document.hidden || Date.now() - answeredAt < recentForMs) return;
    isRefreshing = true;
    if (!(await refreshUser({ background }))) answeredAt = Date.now();
    isRefreshing = false;
  };
  const onLook = () => void refreshOnce(false);
  const check = () => void refreshOnce(true);
  document.addEventListener("visibilitychange", onLook);
  const stopListening = onReconnect(check);
  const timer = setInterval(check, checkEveryMs);
  return () => {
    document.removeEventListener("visibilitychange", onLook);
    stopListening();
    clearInterval(timer);
  };
}
