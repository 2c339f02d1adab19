import { expect, test } from "../../fixtures/desktop.ts";

test("the window's title follows the page; the menu leads, zooms and has the chosen language; a second start opens no other window @exhaustive", async ({
  desktop,
}) => {
  const page = await desktop.start();
  const window = await desktop.window(page);
  await test.step("the title follows the page", async () => {
    const title = () => window.evaluate((own) => own.getTitle());
    await page.getByRole("banner").getByRole("link", { name: "About" }).click();
    await expect.poll(title).toMatch(/beside the ring · Ringside$/);
    await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
    await expect.poll(title).toBe("Contact · Ringside");
    expect(await window.evaluate((own) => own.getMinimumSize())).toEqual([360, 480]);
  });
  await test.step("the menu goes back and forward, reloads, opens the home page, zooms and toggles full screen", async () => {
    await desktop.chooseInMenu("home", page);
    const heading = page.getByRole("heading", { level: 1 });
    await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
    await expect(heading).toHaveText("Contact");
    await desktop.chooseInMenu("back", page);
    await expect(page).toHaveURL("app://portal/");
    await desktop.chooseInMenu("forward", page);
    await expect(heading).toHaveText("Contact");
    await page.getByLabel("What is it about?").fill("Gone with the reload");
    await desktop.chooseInMenu("reload", page);
    await expect(page.getByLabel("What is it about?")).toHaveValue("");
    await desktop.chooseInMenu("home", page);
    await expect(page).toHaveURL("app://portal/");

    const width = await page.evaluate(() => innerWidth);
    await desktop.chooseInMenu("zoomIn", page);
    await expect.poll(() => page.evaluate(() => innerWidth)).toBeLessThan(width);
    await desktop.chooseInMenu("resetZoom", page);
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    await desktop.chooseInMenu("togglefullscreen", page);
    await expect.poll(() => window.evaluate((own) => own.isFullScreen())).toBe(true);
    await desktop.chooseInMenu("togglefullscreen", page);
    await expect.poll(() => window.evaluate((own) => own.isFullScreen())).toBe(false);
  });
  await test.step("a second start brings the window to the front and opens none", async () => {
    await window.evaluate((own) => own.minimize());
    await desktop.startAgain();
    await expect.poll(() => window.evaluate((own) => own.isMinimized())).toBe(false);
    expect(desktop.electron.windows()).toHaveLength(1);
  });
  await test.step("the menu has the chosen language, at once and after the next start", async () => {
    expect((await desktop.menuLabels())["pin"]).toBe("Keep on Top");
    await page.getByRole("banner").getByRole("button", { name: /^PL/ }).click();
    await expect.poll(async () => (await desktop.menuLabels())["new-window"]).toBe("Nowe okno");
    await desktop.quit();
    const again = await desktop.start();
    expect((await desktop.menuLabels())["new-window"]).toBe("Nowe okno");
    await expect(again.locator("html")).toHaveAttribute("lang", "pl");
  });
});
