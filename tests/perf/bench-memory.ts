import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { measureAsMember } from "./measured-portal.ts";

/** Heap after all changes, as a multiple of the one at the start. */
const target = 1.3;

/** Pages that are visited in turn; entries are opened by the first link of their list. */
const paths = ["/articles", "/recipes", "/videos", "/protocols", "/blog", "/membership", "/about"];

/** Follows a link of the portal and waits for its page. */
async function visit(page: Page, selector: string): Promise<void> {
  await page.evaluate(async (wanted) => {
    const link = document.querySelector<HTMLAnchorElement>(wanted);
    if (!link) throw new Error(`No link: ${wanted}`);
    link.click();
    const loading = () =>
      document.querySelector("h1") === null || document.querySelector("main [role=progressbar]");
    do await new Promise((resolve) => setTimeout(resolve, 50));
    while (loading());
  }, selector);
}

/** Follows so many links. */
async function changeRoutes(page: Page, count: number): Promise<void> {
  for (let done = 0; done < count;) {
    const path = paths[Math.floor(done / 2) % paths.length] ?? "/articles";
    await visit(page, `a[href="${path}"]`);
    const entry = `main article a[href^="${path}/"]`;
    const hasEntry = (await page.locator(entry).count()) > 0;
    if (hasEntry) await visit(page, entry);
    done += hasEntry ? 2 : 1;
    if (!hasEntry) {
      await visit(page, `a[href="/dashboard"]`);
      done += 1;
    }
  }
  await visit(page, `a[href="/dashboard"]`);
}

/** Returns the MB of live objects after a garbage collection. */
async function heapOf(page: Page): Promise<{ heap: number; nodes: number; listeners: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  for (let times = 0; times < 3; times++) await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  const value = (name: string) =>
    metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    heap: value("JSHeapUsedSize") / 1e6,
    nodes: value("Nodes"),
    listeners: value("JSEventListeners"),
  };
}

/**
 * Prints the heap, the elements and the listeners of the member area after many route changes, compared
 * with those after each page was visited once. Fails above the target.
 *
 * @param options `--changes 200`: how many
 */
export async function benchMemory(options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: { changes: { type: "string" } } });
  const count = z.parse(z.coerce.number().check(z.int(), z.gte(1)), values.changes ?? 200);
  const [first, last] = await measureAsMember("/dashboard", async (page) => {
    await changeRoutes(page, paths.length * 2);
    const start = await heapOf(page);
    await changeRoutes(page, count);
    return [start, await heapOf(page)] as const;
  });
  const ratio = last.heap / first.heap;
  console.log(
    `Live memory at the start and after ${count} route changes; target: heap ${target} times\n`,
  );
  const row = (name: string, before: string, after: string, times: number) =>
    console.log(
      name.padEnd(12) +
        before.padStart(12) +
        after.padStart(12) +
        `${times.toFixed(2)} times`.padStart(14),
    );
  row("heap", `${first.heap.toFixed(1)} MB`, `${last.heap.toFixed(1)} MB`, ratio);
  row("nodes", `${first.nodes}`, `${last.nodes}`, last.nodes / first.nodes);
  row("listeners", `${first.listeners}`, `${last.listeners}`, last.listeners / first.listeners);
  if (ratio > target) process.exitCode = 1;
}
