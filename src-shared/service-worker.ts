/** What service worker, page, API and build agree on (decision 0016). */

export const serviceWorkerPath = "/service-worker.js";

/** Address of the plain index.html, which the service worker caches and answers with while offline. */
export const shellPath = "/shell.html";

export const manifestPath = "/manifest.webmanifest";

/** Name of the `<meta>` whose content is the build that a page belongs to. */
export const buildTag = "build";

export const builtFilesCache = "built-files";

/** Address of a file that describes the build on the server: `BuiltFiles`. */
export const builtFilesPath = "/built-files.json";

export type BuiltFiles = {
  /** The same as in the `<meta>` of its pages. */
  build: string;
  /** Paths of all files below /assets/. */
  files: string[];
};
