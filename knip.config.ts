import type { KnipConfig } from "knip";

/** Files that are started by themselves, and packages whose files are read by path. */
export default {
  entry: [
    "src-api/cli/*.ts",
    "src-main/index.ts",
    "src-preload/index.ts",
    "resources/workbook/make-workbook.ts",
    "tests/**/*.{spec,walk,check}.ts",
    "tests/electron-standin/boot.ts",
    "src-*/**/*.test.{ts,tsx}",
  ],
  project: ["src-*/**/*.{ts,tsx}", "resources/**/*.ts", "tests/**/*.ts"],
  ignoreDependencies: [
    /^@fontsource-variable\//,
    "@expo-google-fonts/brygada-1918",
    "source-sans",
    /secretlint/,
    // Parts of pg and electron-builder.
    "pg-pool",
    "app-builder-lib",
  ],
  ignoreBinaries: ["caddy", "gdbus", "mkfifo", "unshare"],
  // Imported as a whole, and used by its members.
  ignoreIssues: { "src-renderer/app/layouts/member/*.tsx": ["exports"] },
} satisfies KnipConfig;
