/** What service worker, page, API and build agree on (decision 0016). */

export const serviceWorkerPath = "/service-worker.js";

/** Address of the plain index.html, which the service worker caches and answers with while offline. */
export const shellPath = "/shell.html";

/** Stands for the shell's revision in the built service worker: whoever sends it knows what is in the shell. */
export const shellRevision = "revision-of-the-shell";

export const manifestPath = "/manifest.webmanifest";

/** Name of the `<meta>` whose content is the build that a page belongs to. */
export const buildTag = "build";

/** Paths whose names bear a hash of their content: built files, and pictures of the brand. */
export const isHashed = (path: string): boolean => /^\/(assets|brand)\//.test(path);

export const builtFilesCache = "built-files";

/** Address of a file that describes the build on the server: `BuiltFiles`. */
export const builtFilesPath = "/built-files.json";

export type BuiltFiles = {
  /** The same as in the `<meta>` of its pages. */
  build: string;
  /** Paths of all files below /assets/. */
  files: string[];
};
