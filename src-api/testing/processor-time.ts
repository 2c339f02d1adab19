import { PGlite } from "@electric-sql/pglite";
import { vi } from "vitest";

/**
 * Returns the processor time, in ms, that this thread used until a task was done. Other threads do not count, and a busy
 * machine makes a task slow, not expensive: a text that is given up costs the thread that parses it 3 s.
 */
export async function processorMsOf(run: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Returns the processor time, in ms, of the longest block of this thread until a task was done: nothing else is served in one. `own` is
 * the longest without what the embedded database uses, which runs in this thread.
 */
export async function longestBlockOf<T>(
  run: () => Promise<T>,
): Promise<{ answer: T; whole: number; own: number }> {
  const now = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let embedded = 0;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the instance below
  const call = PGlite.prototype.execProtocolRawSync;
  const measured = vi
    .spyOn(PGlite.prototype, "execProtocolRawSync")
    .mockImplementation(function measure(this: PGlite, ...given) {
      const before = now();
      try {
        return call.apply(this, given);
      } finally {
        embedded += now() - before;
      }
    });
  const longest = { whole: 0, own: 0 };
  let isDone = false;
  let [before, embeddedBefore] = [now(), embedded];
  const look = () => {
    const whole = now() - before;
    longest.whole = Math.max(longest.whole, whole);
    longest.own = Math.max(longest.own, whole - (embedded - embeddedBefore));
    [before, embeddedBefore] = [now(), embedded];
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  try {
    const answer = await run();
    look();
    return { answer, ...longest };
  } finally {
    isDone = true;
    measured.mockRestore();
  }
}
