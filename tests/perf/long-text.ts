import { createCanvas } from "@napi-rs/canvas";
import type { Browser, Page } from "@playwright/test";
import { createDraft, getStudioEntry, uploadPicture } from "#shared/api/studio.ts";
import { buildRendererIfStale } from "#api/cli/build/build-renderer.ts";
import { defaultBrandDir } from "#api/brand.ts";
import { launchBrowser, openDevice, startPortal } from "./measured-portal.ts";
import { median, printHead, quantile, reportValue } from "./samples.ts";

/** Factor by which the processor is slowed down, as that of a phone. */
const slowdown = 4;
const words = 10_000;
const pictures = 60;
/** ms, of 95 in 100 keys, and until the text of the opened entry can be written. */
const targets = { key: 50, opening: 2_000 };

type Portal = Awaited<ReturnType<typeof startPortal>>;

const sentence = "Walk the course once for the numbers, once for the lines and once for the dog. ";

/** Returns a text with pictures between its paragraphs. */
function longText(names: string[]): string {
  const paragraph = sentence.repeat(4).trim();
  const count = words / paragraph.split(" ").length;
  const every = Math.floor(count / names.length);
  return Array.from({ length: count }, (_, at) => {
    const name = at % every === 0 ? names[at / every] : undefined;
    const heading = at % 12 === 0 ? `## Part ${at / 12 + 1}\n\n` : "";
    return heading + paragraph + (name ? `\n\n![A jump](${name} "Seen from the side")` : "");
  }).join("\n\n");
}

/** Writes the entry that is opened. Returns the path of its page. */
async function writeEntry({ origin, token }: Portal): Promise<string> {
  const send = async (method: string, path: string, type: string, body: BodyInit | null) => {
    const headers = { authorization: `Bearer ${token}`, ...(type && { "content-type": type }) };
    const answer = await fetch(`${origin}/api/studio${path}`, { method, headers, body });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const sendJson = (method: string, path: string, body: object) =>
    send(method, path, "application/json", JSON.stringify(body));
  const created = await sendJson("POST", "/entries", { kind: "articles", title: "A long text" });
  const { slug } = createDraft.answer.parse(created);
  const names: string[] = [];
  for (let at = 0; at < pictures; at++) {
    const canvas = createCanvas(1200, 800);
    const context = canvas.getContext("2d");
    context.fillStyle = `hsl(${at * 6} 60% 50%)`;
    context.fillRect(0, 0, 1200, 800);
    const image = new Uint8Array(await canvas.encode("jpeg"));
    const path = `/entries/articles/${slug}/pictures?name=jump-${at}.jpg`;
    const { name } = uploadPicture.answer.parse(await send("POST", path, "image/jpeg", image));
    names.push(name);
  }
  const read = await send("GET", `/entries/articles/${slug}`, "", null);
  const { draft, revision } = getStudioEntry.answer.parse(read);
  draft.texts.en.body = longText(names);
  await sendJson("PUT", `/entries/articles/${slug}`, { revision, draft });
  return `/studio/articles/${slug}`;
}

declare global {
  interface Window {
    /** Durations of keys in ms, each to the next paint; those under 16 ms are missing. */
    keys: number[];
  }
}

function observeKeys(): void {
  window.keys = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (name === "keydown") window.keys.push(duration);
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}

const text = (page: Page) => page.getByRole("textbox", { name: "English: text" });

/** Opens the page of the entry until its text is there. Returns the ms. */
async function open(page: Page, address: string): Promise<number> {
  const begin = performance.now();
  await page.goto(address);
  await text(page).getByText("Part 1", { exact: true }).waitFor();
  return performance.now() - begin;
}

/** Types in the middle of the text. Returns the ms from each key to the next paint. */
async function typeWords(page: Page): Promise<number[]> {
  await text(page).getByText("Part 5", { exact: true }).click();
  const count = 100;
  for (let at = 0; at < count; at++) {
    await page.keyboard.press(at % 6 === 5 ? "Space" : "x");
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  await page.waitForTimeout(500); // entries come after the paint
  const keys = await page.evaluate(() => window.keys);
  return [...keys, ...Array<number>(Math.max(0, count - keys.length)).fill(16)];
}

async function measure(browser: Browser, { token }: Portal, address: string, rounds: number) {
  const opening: number[] = [];
  const keys: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { page, close } = await openDevice(browser, token);
    await page.addInitScript(observeKeys);
    await open(page, address); // the code is in the cache, as on each visit but the first
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    opening.push(await open(page, address));
    keys.push(...(await typeWords(page)));
    await close();
  }
  return { opening, keys };
}

/**
 * Measures a text of 10,000 words with 60 pictures in the studio, on a slow processor: until its page can be written in, and
 * from a key to the next paint.
 */
export async function measureWriting(rounds: number): Promise<void> {
  await buildRendererIfStale(defaultBrandDir, () => console.log("Building the interface…"));
  const [portal, browser] = await Promise.all([startPortal("admin"), launchBrowser()]);
  try {
    const path = await writeEntry(portal);
    const { opening, keys } = await measure(browser, portal, portal.origin + path, rounds);
    printHead(`ms, ${words} words and ${pictures} pictures, processor 4 times slower`, "");
    reportValue("opening", median(opening), targets.opening);
    reportValue("a key, p95", quantile(keys, 0.95), targets.key);
  } finally {
    await browser.close();
    await portal.close();
  }
}
