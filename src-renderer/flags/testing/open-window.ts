import { vi } from "vitest";

type Listener = () => void;
const closers: (() => void)[] = [];

type WindowOptions = { visible?: boolean; session?: "ready" | "starting" };

/**
 * Opens a window of the device: it has its own modules and visibility, and shares the storage with the
 * other windows.
 */
export async function openWindow({ visible = true, session = "ready" }: WindowOptions = {}) {
  vi.resetModules();
  const { platform } = await import("#renderer/platform/current-platform.ts");
  const { useSession } = await import("#renderer/session/session-store.ts");
  const { startFlags, useFlags } = await import("../flag-store.ts");
  const { followFlagService } = await import("../flag-service.ts");
  await platform.load();
  useSession.setState({ status: session });
  startFlags();

  const listeners: Listener[] = [];
  let state = visible ? "visible" : "hidden";
  const show = (on: boolean) => {
    state = on ? "visible" : "hidden";
    spied(() => listeners.forEach((listener) => listener()));
  };
  /** Runs code that sees the visibility of this window and adds listeners to it. */
  function spied(run: () => void) {
    const visibility = vi
      .spyOn(document, "visibilityState", "get")
      .mockReturnValue(state as DocumentVisibilityState); // one of the two above
    const adding = vi
      .spyOn(document, "addEventListener")
      .mockImplementation((_type, listener) => void listeners.push(listener as Listener));
    run();
    visibility.mockRestore();
    adding.mockRestore();
  }
  const start = () => spied(followFlagService);
  closers.push(() => show(false));
  return {
    flags: () => useFlags.getState(),
    session: useSession,
    platform,
    start,
    act: spied,
    hide: () => show(false),
    show: () => show(true),
  };
}

/** Hides all windows, so that they close their streams. */
export const closeWindows = () => closers.splice(0).forEach((close) => close());

/** Advances the fake time by the given number of ms. */
export const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Advances the fake time until the check passes, by two minutes at most. */
export async function eventually(check: () => void): Promise<void> {
  for (let passed = 0; passed < 120_000; passed += 250) {
    try {
      return check();
    } catch {
      await advanceTime(250);
    }
  }
  check();
}
