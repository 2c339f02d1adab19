import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Debian's. The shell without a browser's own windows starts a page in a third of the time. */
const systemBrowsers = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The system's browser, for where Playwright's own is missing; null: that one is there, or neither. */
export const systemBrowserPath = (): string | null =>
  existsSync(chromium.executablePath())
    ? null
    : (systemBrowsers.find((path) => existsSync(path)) ?? null);

/** The browser that the specs run in: Playwright's own, else the system's; null: there is none. */
export const browserPath = (): string | null =>
  systemBrowserPath() ?? [chromium.executablePath()].find((path) => existsSync(path)) ?? null;
