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
