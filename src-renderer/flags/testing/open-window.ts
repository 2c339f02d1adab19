import { vi } from "vitest";
import { createFakeLocks } from "./fake-locks.ts";

type Listener = () => void;
const closers: (() => void)[] = [];

/** Whether windows find locks to take turns by; those that were held are gone. */
export function provideLocks(on: boolean): void {
  const value = createFakeLocks();
  if (on) Object.defineProperty(navigator, "locks", { value, configurable: true });
  else Reflect.deleteProperty(navigator, "locks");
}

type WindowOptions = { visible?: boolean; session?: "ready" | "starting" };

/**
 * A window of the device: modules of its own, which share storage, channels and locks with those of
 * other windows, and a visibility of its own.
 */
export async function openWindow({ visible = true, session = "ready" }: WindowOptions = {}) {
  vi.resetModules();
  const { platform } = await import("../../platform/current-platform.ts");
  const { useSession } = await import("../../session/session-store.ts");
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
  /** What runs in it sees this window's visibility, and adds listeners to this window. */
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

/** Hides all windows for good, so that they let go of what they hold. */
export const closeWindows = () => closers.splice(0).forEach((close) => close());

/** Lets whatever is under way for that many ms happen; `setTimeout` is faked. */
export const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Moves the faked time on until the check holds, by two minutes at most. */
export async function eventually(check: () => void): Promise<void> {
  for (let passed = 0; passed < 120_000; passed += 250) {
    try {
      return check();
    } catch {
      await later(250);
    }
  }
  check();
}
