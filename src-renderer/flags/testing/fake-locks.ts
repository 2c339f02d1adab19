/** A fake `navigator.locks` for requests with a signal: one holder per name, in order. */
export function createFakeLocks() {
  const queues = new Map<string, { start: () => void }[]>();
  return {
    request: async (
      name: string,
      { signal }: { signal: AbortSignal },
      hold: () => Promise<void>,
    ): Promise<void> => {
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      const { promise: turn, resolve: start, reject: giveUp } = Promise.withResolvers<void>();
      const waiting = { start };
      queue.push(waiting);
      if (queue[0] === waiting) queueMicrotask(start);
      // A signal does not release a lock that is held.
      signal.addEventListener("abort", () => {
        if (queue[0] === waiting) return;
        queue.splice(queue.indexOf(waiting), 1);
        giveUp(signal.reason);
      });
      await turn;
      await hold();
      queue.shift();
      queue[0]?.start();
    },
  };
}
