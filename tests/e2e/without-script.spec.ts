import type { Browser } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";

test.skip(({ build }) => build === "desktop", "the desktop app always runs scripts");

/** Opens a page of a browser that runs no scripts. Collects what its console reports. */
async function openWithoutScript(browser: Browser, origin: string) {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin });
  const page = await context.newPage();
  const reported: string[] = [];
  page.on("console", (message) => reported.push(message.text()));
  return { page, reported, close: () => context.close() };
}

test("without JavaScript, pages that need it lead to those that can be read", async ({
  browser,
  server,
}) => {
  const { page, reported, close } = await openWithoutScript(browser, server.proxy.origin);
  // Selectors by text pass over <noscript>; those by role find what is in it.
  const paragraph = (text: string) => page.getByRole("paragraph").filter({ hasText: text });
  await page.goto("/login?lang=pl");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Zaloguj się");
  await expect(paragraph("Ta strona wymaga JavaScriptu")).toBeVisible();
  await expect(page.getByRole("link", { name: "hello@ringside.example" }).first()).toBeVisible();
  await expect(page.getByRole("form")).toBeHidden();
  await page.getByRole("banner").getByRole("link", { name: "Kontakt" }).click();
  await expect(page).toHaveURL("/contact?lang=pl");
  await expect(paragraph("Formularz na tej stronie wymaga JavaScriptu")).toBeVisible();
  await page.goto("/articles/building-weave-entries");
  await expect(paragraph("This page needs JavaScript")).toBeVisible();
  // The style belongs to the page; the policy would report one that it does not allow.
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("font-weight", "600");
  expect(reported).toEqual([]);
  await close();
});
