/** Filled in by the bundler (electron.vite.config.ts), absent where the sources run as they are. */
interface ImportMeta {
  readonly env?: Record<string, string | undefined>;
}
