import {
  builtFilesPath,
  manifestPath,
  serviceWorkerPath,
  shellPath,
} from "#shared/service-worker.ts";

/*
 * What the portal serves beside its pages. Whoever serves one takes its address from here, and a redirect from one is refused,
 * since it would never be looked up (docs/decisions/0062-redirects.md).
 */

/** Files at an address of their own; the pictures of the brand are in `src-api/brand.ts`. */
export const ownFiles = {
  atomFeed: "/feed.atom",
  jsonFeed: "/feed.json",
  sitemap: "/sitemap.xml",
  robots: "/robots.txt",
  /** Where researchers look for it (RFC 9116). */
  securityTxt: "/.well-known/security.txt",
  manifest: manifestPath,
  serviceWorker: serviceWorkerPath,
  shell: shellPath,
  builtFiles: builtFilesPath,
} as const;

/** Folders in which the portal looks for nothing else: a missing address there is 404. */
export const ownFolders = {
  api: "/api",
  assets: "/assets",
  linkPictures: "/og",
  sitemaps: "/sitemaps",
} as const;

/** Returns whether a path is a folder or in it. */
export const isIn = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);
