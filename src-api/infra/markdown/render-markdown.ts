import { createHash } from "node:crypto";
import { Lru } from "toad-cache";
import { hourMs } from "#shared/durations.ts";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { tooDeepAt } from "#api/infra/content-folder/text-rules.ts";
import { limitedThread, TooSlowError } from "./limited-thread.ts";
import type { TextToRender } from "./render-worker.ts";

const inThread = limitedThread<string>(new URL("render-worker.ts", import.meta.url));

/** Hashes of texts that took too long: they would again. */
const tooSlow = new Lru<true>(1000, hourMs);

/**
 * Returns a text in Markdown as safe HTML: see `markdownHtml`. It is rendered in a thread, because some texts take parsers
 * minutes. Resolves with null for such a text.
 *
 * @param page address that relative links are completed by
 */
export async function renderMarkdown(text: string, page: string): Promise<string | null> {
  const key = createHash("sha256").update(text).digest("base64url");
  if (tooSlow.get(key)) return null;
  try {
    return await inThread({ text, page } satisfies TextToRender);
  } catch (error) {
    // a RangeError: nested too deeply for the parser
    if (error instanceof TooSlowError || error instanceof RangeError) tooSlow.set(key, true);
    else throw error;
    return null;
  }
}

/** What parsers need time for: signs that may have a meaning, and lines. The time grows with the square of their number. */
const costly = /[^\p{L}\p{Nd}\s]|[\r\n]/gu;
const harmless = 1000;

/** Returns whether a text is so plain that no parser takes long for it. Most texts are. */
export const isPlain = (text: string): boolean => (text.match(costly)?.length ?? 0) < harmless;

/** Returns whether a text can be rendered in reasonable time, here and in a reader's browser. */
export const isRenderable = async (text: string): Promise<boolean> =>
  tooDeepAt(text) === null && (isPlain(text) || (await renderMarkdown(text, "")) !== null);

/** Rejects with a ContentError for a text that cannot be rendered in reasonable time. */
export async function requireRenderable(place: string, text: string): Promise<void> {
  if (await isRenderable(text)) return;
  throw new ContentError(`${place}: the text takes too long to be rendered`);
}

/** Returns a text as it is, or as a block of code with all of its words if it cannot be rendered in reasonable time. */
export const renderable = async (text: string): Promise<string> =>
  (await isRenderable(text)) ? text : text.replace(/^/gm, "    ");
