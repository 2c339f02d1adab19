import { createOtherBrand, otherName } from "#api/testing/other-brand.ts";
import { expect, test } from "../../fixtures/desktop.ts";
import { startWithBrand } from "../../fixtures/portal-server.ts";

test("the app shows the brand of its portal after a reload, which it offers, and from the next start on", async ({
  server,
  portal,
  desktop,
}) => {
  const brand = await createOtherBrand();
  const other = await startWithBrand(brand.path, server.proxy.origin);
  try {
    portal.useBackend(other.origin);
    await desktop.quit();
    // The answer comes once a page shows the brand of before.
    const shown = Promise.withResolvers<void>();
    server.proxy.add({ path: "/api/brand", until: shown.promise });
    const first = await desktop.start();
    await expect(first).toHaveTitle(/Ringside$/);
    shown.resolve();
    await expect.poll(() => desktop.storeFile()).toHaveProperty("brand.name", otherName);
    const notice = first.getByRole("status").filter({ hasText: "has changed" });
    await expect(notice).toContainText("Ringside has changed. Reload to see how it looks now.");
    await notice.getByRole("button", { name: "Reload" }).click();
    await expect(first).toHaveTitle(new RegExp(`${RegExp.escape(otherName)}$`));
    await desktop.quit();
    const page = await desktop.start();
    await expect(page).toHaveTitle(new RegExp(`${RegExp.escape(otherName)}$`));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sit, Kyoto.");
    const paper = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await expect.poll(paper).toBe("rgb(240, 247, 250)");
    const logo = page.locator("header img").first();
    await expect(logo).toHaveAttribute("src", /^data:image\/svg\+xml;base64,/);
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  } finally {
    // Its stream would fail with the server.
    await desktop.quit();
    await other.close();
    await brand.remove();
  }
});
