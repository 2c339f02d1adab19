/** Set by the bundler (electron.vite.config.ts). Undefined when the sources run unbundled. */
interface ImportMeta {
  readonly env?: Record<string, string | undefined>;
}
