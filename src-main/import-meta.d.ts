/** Set by the bundler (electron.vite.config.ts). `env` is undefined when the sources run unbundled. */
interface ImportMeta {
  readonly env?: Record<string, string | undefined>;
  /** Returns the modules of all files that match, by their path. The bundler puts them in its place. */
  glob<Module>(pattern: string, options: { eager: true }): Record<string, Module>;
}

/** The text of a file, which the bundler puts in the place of the import. */
declare module "*?raw" {
  const text: string;
  export default text;
}
