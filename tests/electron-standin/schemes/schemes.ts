import type { Privileges } from "electron";

export type SchemeHandler = (request: Request) => Response | Promise<Response>;

/** The schemes that the app registered: name → what it may do, and who answers it. */
export const schemes = new Map<string, { privileges: Privileges; handler?: SchemeHandler }>();

/**
 * Chromium knows `app://portal/x` as `http://portal.app.localhost/x`: a stable origin and a secure
 * context, answered by our own server. Inside Chromium everything says the latter, outside the
 * former: text is translated as it crosses.
 */
export function toWeb(text: string): string {
  let result = text;
  for (const name of schemes.keys()) {
    if (!result.includes(`${name}://`)) continue; // as in most of it: much quicker to know
    const address = new RegExp(`(?<![\\w.+-])${name}://([\\w.-]+)`, "g");
    result = result.replaceAll(address, `http://$1.${name}.localhost`);
  }
  return result;
}

/** The way back. */
export const toApp = (text: string): string =>
  text.includes(".localhost")
    ? text.replaceAll(
        /http:\/\/([\w.-]+)\.(\w+)\.localhost(?![\w.:-])/g,
        (address: string, host: string, scheme: string) =>
          schemes.has(scheme) ? `${scheme}://${host}` : address,
      )
    : text;

/** Characters that an address's scheme and host have at most. */
const longestOrigin = 300;

/** Where an address begins that the end of a chunk may have cut: it must wait for the next one. */
const cutAddress = () => {
  const starts = ["http", ...schemes.keys()].map((name) => {
    const start = `${name}://`;
    const beginnings = Array.from(start, (_, i) => start.slice(0, i + 1)).toReversed();
    return `${start}[\\w.:-]*|${beginnings.join("|")}`;
  });
  return new RegExp(`(?:${starts.join("|")})$`);
};

/** Translates a stream of text, chunk by chunk, without keeping back what is complete. */
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
