/**
 * What the service worker, the page, the API and the build agree on.
 * docs/decisions/0016-service-worker.md
 */

export const serviceWorkerPath = "/service-worker.js";

/** Address of the plain index.html, which the service worker keeps and answers with offline. */
export const shellPath = "/shell.html";

export const manifestPath = "/manifest.webmanifest";

/** Name of the `<meta>` whose content tells which build a page belongs to. */
export const buildTag = "build";

/** What pages and service worker send each other. A question comes with a port for its answer. */
export type WorkerMessage =
  /** Asks either side which build it belongs to; the answer is a text. */
  | { type: "build" }
  /** Tells a waiting service worker that the user wants the update. */
  | { type: "activate" }
  /** Gives the service worker the paths of the files that a page has loaded, to keep those of its build. */
  | { type: "keep"; build: string; paths: string[] }
  /**
   * Asks the service worker whether it keeps the files that show kept content, those of its build; `fetches`: once it has
   * fetched what is missing.
   */
  | { type: "keep-offline"; build: string; fetches: boolean };

/** Returns the message in an event's data, or null for anything else. */
export function parseWorkerMessage(data: unknown): WorkerMessage | null {
  if (typeof data !== "object" || data === null || !("type" in data)) return null;
  if (data.type === "build" || data.type === "activate") return { type: data.type };
  if (!("build" in data)) return null;
  if (data.type === "keep-offline") {
    const fetches = "fetches" in data && data.fetches === true;
    return { type: data.type, build: String(data.build), fetches };
  }
  if (data.type !== "keep" || !("paths" in data) || !Array.isArray(data.paths)) return null;
  return { type: "keep", build: String(data.build), paths: data.paths.map(String) };
}
