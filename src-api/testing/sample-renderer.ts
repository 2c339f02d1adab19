import { brotliCompressSync } from "node:zlib";

/** The script of the sample, long enough to be worth compressing. */
export const sampleScript = `console.log(${JSON.stringify("ringside ".repeat(500))});`;

/** A built renderer in little: what `vite build` leaves, compressed as `npm start` does. */
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
  "favicon.svg": "<svg xmlns='http://www.w3.org/2000/svg'></svg>",
  "og.png": Buffer.from("a picture"),
  "assets/main-A1b2.js": sampleScript,
  "assets/main-A1b2.js.br": brotliCompressSync(sampleScript),
  ".sources": "a hash",
  ".vite/manifest.json": "{}",
};
