import { expect, test } from "../../fixtures/desktop.ts";

test("a window reopens at its last position @exhaustive", async ({ desktop }) => {
  const bounds = { x: 140, y: 90, width: 1010, height: 720 };
  const page = await desktop.start();
  await (await desktop.window(page)).evaluate((window, to) => window.setBounds(to), bounds);
  await desktop.quit();
  expect(await desktop.bounds(await desktop.start())).toEqual(bounds);
});

test("a window whose last display is gone opens on an available one @exhaustive", async ({
  desktop,
}) => {
  const lost = { x: 9_000, y: 5_000, width: 900, height: 700, maximized: false };
  await desktop.writeStoreFile(JSON.stringify({ "window-bounds": lost }));
  const page = await desktop.start();
  const { x, y, width, height } = await desktop.bounds(page);
  const area = await desktop.electron.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
  expect(x).toBeGreaterThanOrEqual(area.x);
  expect(y).toBeGreaterThanOrEqual(area.y);
  expect(x + width).toBeLessThanOrEqual(area.x + area.width);
  expect(y + height).toBeLessThanOrEqual(area.y + area.height);
});

test("a window on a display that is removed moves to another one @exhaustive", async ({
  desktop,
}) => {
  const page = await desktop.start();
  await (
    await desktop.window(page)
  ).evaluate((window) => window.setBounds({ x: 8_000, y: 4_000, width: 800, height: 600 }));
  await desktop.electron.evaluate(({ screen }) => void screen.emit("display-removed"));
  await expect.poll(async () => (await desktop.bounds(page)).x).toBeLessThan(1_920);
});

test("the window's title follows the page @exhaustive", async ({ desktop }) => {
  const page = await desktop.start();
  const window = await desktop.window(page);
  const title = () => window.evaluate((own) => own.getTitle());
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect.poll(title).toMatch(/beside the ring · Ringside$/);
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect.poll(title).toBe("Contact · Ringside");
  expect(await window.evaluate((own) => own.getMinimumSize())).toEqual([360, 480]);
});

test("the menu goes back and forward, reloads, opens the home page, zooms and toggles full screen @exhaustive", async ({
  desktop,
}) => {
  const page = await desktop.start();
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
  const window = await desktop.window(page);
  await desktop.chooseInMenu("togglefullscreen", page);
  await expect.poll(() => window.evaluate((own) => own.isFullScreen())).toBe(true);
  await desktop.chooseInMenu("togglefullscreen", page);
  await expect.poll(() => window.evaluate((own) => own.isFullScreen())).toBe(false);
});

test("find in page opens a field, highlights the matches, and returns the focus @exhaustive", async ({
  desktop,
}) => {
  const page = await desktop.start();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await desktop.chooseInMenu("find", page);
  const field = page.getByRole("textbox", { name: "Find in page" });
  await expect(field).toBeFocused();
  await field.fill("membership");
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  await field.fill("no such words anywhere");
  await expect(page.getByText("No matches")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
});

test("the menu has the chosen language, at once and after the next start @exhaustive", async ({
  desktop,
}) => {
  const page = await desktop.start();
  expect((await desktop.menuLabels())["pin"]).toBe("Keep on Top");
  await page.getByRole("banner").getByRole("button", { name: /^PL/ }).click();
  await expect.poll(async () => (await desktop.menuLabels())["new-window"]).toBe("Nowe okno");
  await desktop.quit();
  const again = await desktop.start();
  expect((await desktop.menuLabels())["new-window"]).toBe("Nowe okno");
  await expect(again.locator("html")).toHaveAttribute("lang", "pl");
});

test("every shortcut occurs once in the menu @exhaustive", async ({ desktop }) => {
  await desktop.start();
  const accelerators = await desktop.electron.evaluate(({ Menu }) =>
    Object.fromEntries(
      (Menu.getApplicationMenu()?.items ?? [])
        .flatMap(({ submenu }) => submenu?.items ?? [])
        .filter(({ accelerator }) => accelerator)
        .map(({ id, accelerator }) => [id, String(accelerator)]),
    ),
  );
  const named = ["back", "forward", "reload", "find", "pin", "preferences"];
  for (const id of named) expect(Object.keys(accelerators)).toContain(id);
  const all = Object.values(accelerators);
  expect(new Set(all).size).toBe(all.length);
});

test("a second start brings the first window to the front and opens none", async ({ desktop }) => {
  const page = await desktop.start();
  const window = await desktop.window(page);
  await window.evaluate((own) => own.minimize());
  await desktop.startAgain();
  await expect.poll(() => window.evaluate((own) => own.isMinimized())).toBe(false);
  expect(desktop.electron.windows()).toHaveLength(1);
});
