import { createCanvas } from "@napi-rs/canvas";
import type { Browser, Page } from "@playwright/test";
import { createDraft, getStudioEntry, uploadPicture } from "#shared/api/studio.ts";
import { onDevice, recordInteractions, slowDown, type MeasuredPortal } from "./measured-portal.ts";
import { elapsed, printHead, report } from "./samples.ts";

const words = 10_000;
const pictures = 60;

/** Returns a text with pictures between its paragraphs. */
function longText(names: string[]): string {
  const sentence =
    "Walk the course once for the numbers, once for the lines and once for the dog. ";
  const paragraph = sentence.repeat(4).trim();
  const count = words / paragraph.split(" ").length;
  const every = Math.floor(count / names.length);
  return Array.from({ length: count }, (_, at) => {
    const name = at % every === 0 ? names[at / every] : undefined;
    const heading = at % 12 === 0 ? `## Part ${at / 12 + 1}\n\n` : "";
    return heading + paragraph + (name ? `\n\n![A jump](${name} "Seen from the side")` : "");
  }).join("\n\n");
}

/** Draws a plain picture in a colour of its own. */
async function drawPicture(at: number) {
  const canvas = createCanvas(1200, 800);
  const context = canvas.getContext("2d");
  context.fillStyle = `hsl(${at * 6} 60% 50%)`;
  context.fillRect(0, 0, 1200, 800);
  return new Uint8Array(await canvas.encode("jpeg"));
}

/** Writes the entry that is opened. Returns the path of its page. */
async function writeEntry({ origin }: MeasuredPortal, token: string): Promise<string> {
  const send = async (method: string, path: string, body?: object) => {
    const isPicture = body instanceof Uint8Array;
    const type = isPicture ? "image/jpeg" : "application/json";
    const answer = await fetch(`${origin}/api/studio${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": type }) },
      body: isPicture ? new Uint8Array(body) : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const created = await send("POST", "/entries", { kind: "articles", title: "A long text" });
  const path = `/articles/${createDraft.answer.parse(created).slug}`;
  const names: string[] = [];
  for (let at = 0; at < pictures; at++) {
    const picture = await drawPicture(at);
    const sent = await send("POST", `/entries${path}/pictures?name=jump-${at}.jpg`, picture);
    names.push(uploadPicture.answer.parse(sent).name);
  }
  const { draft, revision } = getStudioEntry.answer.parse(await send("GET", `/entries${path}`));
  draft.texts.en = { front: draft.texts.en?.front ?? {}, body: longText(names) };
  await send("PUT", `/entries${path}`, { revision, draft });
  return `/studio${path}`;
}

const text = (page: Page) => page.getByRole("textbox", { name: "English: text" });

/** Opens the page of the entry until its text is there. Returns the ms. */
const open = (page: Page, address: string) =>
  elapsed(async () => {
    await page.goto(address);
    await text(page).getByText("Part 1", { exact: true }).waitFor();
  });

/** Types in the middle of the text. Returns the ms from each key to the next paint. */
async function typeWords(page: Page, interactions: (pattern: RegExp) => Promise<number[]>) {
  await text(page).getByText("Part 5", { exact: true }).click();
  const count = 100;
  for (let at = 0; at < count; at++) {
    await page.keyboard.press(at % 6 === 5 ? "Space" : "x");
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const keys = await interactions(/^keydown$/);
  return [...keys, ...Array<number>(Math.max(0, count - keys.length)).fill(16)];
}

/**
 * Measures a text of 10,000 words with 60 pictures in the studio, on a slow processor: until its page can be written in,
 * and from a key to the next paint.
 */
export async function measureWriting(
  portal: MeasuredPortal,
  browser: Browser,
  rounds: number,
): Promise<void> {
  const token = await portal.signIn("admin");
  const address = portal.origin + (await writeEntry(portal, token));
  const [opening, keys]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    await onDevice(browser, { token }, async (page) => {
      const interactions = await recordInteractions(page);
      await open(page, address); // the code is in the cache, as on each visit but the first
      await slowDown(page);
      opening.push(await open(page, address));
      keys.push(...(await typeWords(page, interactions)));
    });
  }
  printHead(`ms, ${words} words and ${pictures} pictures, processor 4 times slower`);
  report("opening", { ours: opening }, { atMost: 2_000 });
  report("a key, p95", { ours: keys }, { atMost: 50, share: 0.95 });
}
