import { useEffect } from "react";
import { create } from "zustand";
import { registerStorage } from "./storages.ts";

/**
 * Path of a page that stays on screen when its session expires, and asks for the login itself: its text may not be saved yet
 * (docs/decisions/0051-studio.md). A logout leaves it like any other page.
 */
export const useRetainedPage = create<{ path: string | null }>(() => ({ path: null }));
registerStorage("retainedPage", () => useRetainedPage.setState({ path: null }));

/** Hook: keeps the page of a path on screen if the session expires. */
export function useRetainPage(path: string): void {
  useEffect(() => {
    useRetainedPage.setState({ path });
    return () => useRetainedPage.setState({ path: null });
  }, [path]);
}
