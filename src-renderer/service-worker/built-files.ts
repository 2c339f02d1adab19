/** The files of the build that a service worker belongs to. */
export type BuiltFiles = {
  /** Names the build; the same as in the `<meta>` of its pages. */
  build: string;
  /** Paths of the files that every visit loads. */
  shell: readonly string[];
  /** Paths of what shows kept content besides: docs/decisions/0033-offline-shelf.md. */
  offline: readonly string[];
  /** Path of the list of all files below /assets/: JSON, fetched by updates only. */
  list: string;
};

/** Replaced by bundling/service-worker-plugin.ts. */
declare const BUILT_FILES: BuiltFiles;

export const built = BUILT_FILES;
