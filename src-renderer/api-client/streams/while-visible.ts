/** Calls the listener whenever the window is visible; the signal aborts when it is hidden. Returns what stops it. */
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
