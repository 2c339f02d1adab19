import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const systemBrowser = "/usr/bin/chromium";

/** The browser that the specs run in: Playwright's own, else the system's; null: there is none. */
export const browserPath = (): string | null =>
  [chromium.executablePath(), systemBrowser].find((path) => existsSync(path)) ?? null;
