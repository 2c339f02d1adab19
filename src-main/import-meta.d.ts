/** Set by the bundler (electron.vite.config.ts). Undefined when the sources run unbundled. */
interface ImportMeta {
  readonly env?: Record<string, string | undefined>;
}

/** The text of a file, which the bundler puts in the place of the import. */
declare module "*?raw" {
  const text: string;
  export default text;
}
