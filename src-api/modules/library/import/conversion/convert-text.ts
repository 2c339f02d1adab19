import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { limitedThread, TooSlowError } from "#api/infra/markdown/limited-thread.ts";
import { isPlain } from "#api/infra/markdown/render-markdown.ts";
import type { StoredImages } from "#api/modules/library/import/stored-images.ts";
import type { Anchors } from "./anchors.ts";
import type { Conversion, ConversionTask, Converted, TextToConvert } from "./convert-worker.ts";

const worker = new URL("convert-worker.ts", import.meta.url);
const inThread = limitedThread<Converted | string[] | Anchors>(worker);
const editorInThread = limitedThread<string>(new URL("../ghost-editor.ts", import.meta.url));

/** A text without any of these has nothing to change; parsing takes most of the time of an import. */
const suspicious = /[<&[]|\{[{%:#.=\w-]|(?:^|[\s>])#(?=\s)|(?:^|\s)#+[ \t]*$|^[ \t>]*=+[ \t]*\r?$/m;

/** Waits for a task of a thread, and names the location of a text that it cannot be done for. */
async function answerFor<Answer>(location: string, task: Promise<Answer>): Promise<Answer> {
  try {
    return await task;
  } catch (error) {
    if (error instanceof TooSlowError) {
      throw new ContentError(`${location}: the text takes too long to be converted`);
    }
    if (error instanceof RangeError) {
      throw new ContentError(`${location}: the text is nested too deeply`);
    }
    throw error;
  }
}

/** Converts a text to the Markdown that the portal stores. In a thread: some texts take parsers minutes. */
export async function convertText(
  location: string,
  text: TextToConvert,
  images: StoredImages = new Map(),
): Promise<Converted> {
  const isUnchanged = text.format !== "html" && !suspicious.test(text.text);
  if (isUnchanged && isPlain(text.text)) return { body: text.text, notes: [], anchors: {} };
  const task = { ...text, images } satisfies Conversion;
  return answerFor(location, inThread(task)) as Promise<Converted>; // that is what such a task is answered with
}

/** Returns the addresses of the images of a text. Rejects as `convertText` does. */
export async function imagesIn(location: string, text: TextToConvert): Promise<Set<string>> {
  if (!/!\[|<img|\{[{%]/i.test(text.text)) return new Set();
  const task = { ...text, wanted: "images" } satisfies ConversionTask;
  const found = await answerFor(location, inThread(task));
  return new Set(Array.isArray(found) ? found : []);
}

/** Returns the anchors that links may name in a text. Rejects as `convertText` does. */
export function anchorsIn(location: string, text: TextToConvert): Promise<Anchors> {
  const task = { ...text, wanted: "anchors" } satisfies ConversionTask;
  return answerFor(location, inThread(task)) as Promise<Anchors>; // that is what such a task is answered with
}

/** Returns the HTML of what an editor of Ghost stored; "" if it stored nothing. Rejects as `convertText` does. */
export const htmlOfEditor = (
  location: string,
  { lexical, mobiledoc }: Record<string, unknown>,
): Promise<string> => answerFor(location, editorInThread({ lexical, mobiledoc }));
