/**
 * Calls the listener now, if the window is visible, and whenever it becomes visible. The signal aborts
 * when the window is hidden. Returns the function that stops that, and aborts the signal too.
 */
export function whileVisible(listener: (hidden: AbortSignal) => void): () => void {
  let visible: AbortController | null = null;
  const follow = () => {
    if (document.visibilityState === "hidden") {
      visible?.abort();
      visible = null;
    } else if (!visible) {
      visible = new AbortController();
      listener(visible.signal);
    }
  };
  document.addEventListener("visibilitychange", follow);
  follow();
  return () => {
    document.removeEventListener("visibilitychange", follow);
    visible?.abort();
    visible = null;
  };
}
