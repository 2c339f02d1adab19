import type { Finding } from "./scan.ts";

/**
 * All that Electronegativity has to say about the desktop app, each with the reason why it stays.
 * `code` is the line as it reads once built. Its check for Electron releases with security fixes
 * (AvailableSecurityFixes) is left out, since it asks GitHub for the list of releases: that is
 * looked up with every new version of a dependency.
 */
export const baseline: (Finding & { reason: string })[] = [
  {
    check: "CSP_GLOBAL_CHECK",
    file: "N/A",
    code: "",
    reason:
      "It knows policies in <meta> and in onHeadersReceived. Ours is a header of every page that " +
      "app:// answers with: see app-protocol.test.ts.",
  },
  {
    check: "ELECTRON_VERSION_JSON_CHECK",
    file: "package.json",
    code: "{",
    reason: "It tells that there is a version, for the check that is left out.",
  },
  {
    check: "OPEN_EXTERNAL_JS_CHECK",
    file: "src-main/external-links.js",
    code: "await shell.openExternal(url);",
    reason:
      "It tells that the address is no constant. It is one that externalUrl let pass: https, " +
      "mailto, the API's origin; see external-links.test.ts.",
  },
  {
    check: "AUXCLICK_JS_CHECK",
    file: "src-main/main-window.js",
    code: "return new BrowserWindow({",
    reason: "A middle click ends at the window open handler: see navigation-lock.test.ts.",
  },
  {
    check: "PRELOAD_JS_CHECK",
    file: "src-main/main-window.js",
    code: "preload: preloadFile,",
    reason:
      "It asks for a review of the preload script. What that exposes is a list of named functions, " +
      "each parsed and its sender checked in main: see src-preload/index.test.ts.",
  },
  {
    check: "PROTOCOL_HANDLER_JS_CHECK",
    file: "src-main/shell.js",
    code: "if (app.isPackaged) app.setAsDefaultProtocolClient(brand.deepLinkScheme);",
    reason:
      "It tells that other programs can open links of ours. Such a link leads to a known route " +
      "or nowhere: see deep-links.test.ts.",
  },
];
