import { brotliCompressSync } from "node:zlib";

/** The script of the sample, long enough to be compressed. */
export const sampleScript = `console.log(${JSON.stringify("ringside ".repeat(500))});`;

/** A small built renderer: the output of `vite build`, compressed as by `npm start`. */
export const sampleRenderer: Record<string, string | Buffer> = {
  "index.html": [
    "<!doctype html>",
    '<html lang="en">',
    "  <head>",
    '    <meta name="launchdarkly-client-id" content="" />',
    "    <title>Built</title>",
    '    <script type="module" src="/assets/main-A1b2.js"></script>',
    "  </head>",
    '  <body><div id="root"></div></body>',
    "</html>",
  ].join("\n"),
  "assets/main-A1b2.js": sampleScript,
  "assets/main-A1b2.js.br": brotliCompressSync(sampleScript),
  "service-worker.js": sampleScript,
  "service-worker.js.br": brotliCompressSync(sampleScript),
  ".sources": "a hash",
  ".vite/manifest.json": "{}",
};
