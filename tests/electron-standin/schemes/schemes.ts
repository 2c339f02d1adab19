import type { Privileges } from "electron";

export type SchemeHandler = (request: Request) => Response | Promise<Response>;

/** The app's registered schemes by name, with privileges and handler. */
export const schemes = new Map<string, { privileges: Privileges; handler?: SchemeHandler }>();

/**
 * Chromium loads `app://portal/x` as `http://portal.app.localhost/x` from our server: a stable origin and
 * a secure context. Addresses in headers, IPC and DevTools are translated between Chromium and the app; bodies are not.
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
