import type { Privileges } from "electron";

export type SchemeHandler = (request: Request) => Response | Promise<Response>;

/** The app's registered schemes by name, with privileges and handler. */
export const schemes = new Map<string, { privileges: Privileges; handler?: SchemeHandler }>();

/**
 * Chromium loads `app://portal/x` as `http://portal.app.localhost/x` from our server: a stable origin and
 * a secure context. Text is translated whenever it passes between Chromium and the app.
 */
export function toWeb(text: string): string {
  let result = text;
  for (const name of schemes.keys()) {
    if (!result.includes(`${name}://`)) continue; // true for most texts, and faster to check
    const address = new RegExp(`(?<![\\w.+-])${name}://([\\w.-]+)`, "g");
    result = result.replaceAll(address, `http://$1.${name}.localhost`);
  }
  return result;
}

/** Translates text from Chromium to the app. */
export const toApp = (text: string): string =>
  text.includes(".localhost")
    ? text.replaceAll(
        /http:\/\/([\w.-]+)\.(\w+)\.localhost(?![\w.:-])/g,
        (address: string, host: string, scheme: string) =>
          schemes.has(scheme) ? `${scheme}://${host}` : address,
      )
    : text;

/** Maximum length of a URL's scheme and host. */
const longestOrigin = 300;

/** Returns the start of a URL that may be cut off at the end of a chunk; it waits for the next chunk. */
const cutAddress = () => {
  const starts = ["http", ...schemes.keys()].map((name) => {
    const start = `${name}://`;
    const beginnings = Array.from(start, (_, i) => start.slice(0, i + 1)).toReversed();
    return `${start}[\\w.:-]*|${beginnings.join("|")}`;
  });
  return new RegExp(`(?:${starts.join("|")})$`);
};

/** Translates a stream of text chunk by chunk, without delaying complete parts. */
export function translated(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  translate: (text: string) => string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const cut = cutAddress();
  let held = "";
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        const text = held + decoder.decode(chunk, { stream: true });
        held = cut.exec(text.slice(-longestOrigin))?.[0] ?? "";
        const whole = translate(text.slice(0, text.length - held.length));
        if (whole) controller.enqueue(encoder.encode(whole));
      },
      flush: (controller) => controller.enqueue(encoder.encode(translate(held + decoder.decode()))),
    }),
  );
}
