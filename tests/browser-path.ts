import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Debian's Chromium. Its headless shell starts a page in a third of the time. */
export const wholeBrowser = "/usr/bin/chromium";
const systemBrowsers = ["/usr/bin/chromium-headless-shell", wholeBrowser];

/**
 * Path of the system's browser if Playwright's own is missing; null if that is installed, or if
 * there is neither.
 */
export const systemBrowserPath = (): string | null =>
  existsSync(chromium.executablePath())
    ? null
    : (systemBrowsers.find((path) => existsSync(path)) ?? null);

/** Path of the browser for the specs: Playwright's own, else the system's; null if there is none. */
export const browserPath = (): string | null =>
  systemBrowserPath() ?? [chromium.executablePath()].find((path) => existsSync(path)) ?? null;
