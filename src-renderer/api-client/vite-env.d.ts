interface ImportMetaEnv {
  /** Version of this build, from package.json. */
  readonly VITE_VERSION: string;
}
