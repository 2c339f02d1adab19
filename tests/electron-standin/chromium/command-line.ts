import { startedWith } from "../started-with.ts";
import { strictObject } from "../strict.ts";

/** Switches for Chromium that the app or Playwright's loader added before the start. */
export const switches = new Map<string, string>();

/** `app.commandLine` */
export const commandLine = strictObject("CommandLine", {
  appendSwitch(name: string, value = ""): void {
    const before = name === "disable-features" ? switches.get(name) : undefined;
    switches.set(name, before ? `${before},${value}` : value); // Chromium uses only the last of two equal switches
  },
  getSwitchValue: (name: string): string =>
    switches.get(name) ?? startedWith.switchValue(name) ?? "",
});

/** Flags for Chromium without a screen, background requests and throttling. */
export const chromiumFlags = [
  "--headless=new",
  "--no-sandbox",
  "--no-startup-window",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-extensions",
  "--disable-sync",
  "--disable-breakpad",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-field-trial-config",
  "--disable-back-forward-cache",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--disable-ipc-flooding-protection",
  "--disable-popup-blocking",
  // A fake camera, so that it can be denied: without one, pages get NotFoundError.
  "--use-fake-device-for-media-stream",
  "--hide-scrollbars",
  // Pages share a process and none is kept in reserve: starting one is most of the work of a new window.
  "--renderer-process-limit=1",
  // Frames of other origins stay in their page's DevTools target.
  "--disable-site-isolation-trials",
  "--force-color-profile=srgb",
  "--allow-pre-commit-input",
  "--autoplay-policy=no-user-gesture-required",
];

export const disabledFeatures = [
  "IsolateOrigins",
  "site-per-process",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "PaintHolding",
  "Translate",
  "DestroyProfileOnBrowserClose",
  "LocalNetworkAccessChecks",
  "ThirdPartyStoragePartitioning",
];
