import type { Finding } from "./scan.ts";

/**
 * All findings of Electronegativity in the desktop app, each with the reason why it is accepted. `code` is
 * the line in the built file. The check for Electron releases with security fixes
 * (AvailableSecurityFixes) is excluded because it fetches the list of releases from GitHub.
 */
export const baseline: (Finding & { reason: string })[] = [
  {
    check: "CSP_GLOBAL_CHECK",
    file: "N/A",
    code: "",
    reason:
      "It only finds policies in <meta> and onHeadersReceived. Ours is a header of every page " +
      "served under app://, see src-main/protocol/app-protocol.test.ts.",
  },
  {
    check: "ELECTRON_VERSION_JSON_CHECK",
    file: "package.json",
    code: "{",
    reason: "It only finds the version for the excluded check.",
  },
  {
    check: "OPEN_EXTERNAL_JS_CHECK",
    file: "src-main/links/external-links.js",
    code: "await shell.openExternal(url);",
    reason:
      "It reports that the URL is not a constant. It was accepted by externalUrl: https, mailto or " +
      "the API's origin, see src-main/links/external-links.test.ts.",
  },
  {
    check: "PROTOCOL_HANDLER_JS_CHECK",
    file: "src-main/shell.js",
    code: "if (app.isPackaged) app.setAsDefaultProtocolClient(brand.deepLinkScheme);",
    reason:
      "It reports that other programs can open links in the app. Such a link opens a known route " +
      "or nothing, see src-main/links/deep-links.test.ts.",
  },
  {
    check: "AUXCLICK_JS_CHECK",
    file: "src-main/window/main-window.js",
    code: "return new BrowserWindow({",
    reason:
      "A middle click reaches the window open handler, see src-main/links/navigation-lock.test.ts.",
  },
  {
    check: "PRELOAD_JS_CHECK",
    file: "src-main/window/main-window.js",
    code: "preload: preloadFile,",
    reason:
      "It asks for a review of the preload script. The script exposes named functions only; main " +
      "checks the sender and arguments of each call, see src-preload/index.test.ts.",
  },
];
