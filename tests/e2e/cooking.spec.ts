import type { Page } from "@playwright/test";
import { expect, test, type Portal } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

/** Records what is requested of the device: wake locks and tones. */
function recordDevice(): void {
  const record = { locks: 0, released: 0, tones: 0 };
  Object.assign(window, { record });
  const request = async () => {
    record.locks += 1;
    return Object.assign(new EventTarget(), { release: async () => void (record.released += 1) });
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
  const { OscillatorNode: Tone } = window;
  class RecordedTone extends Tone {
    override start(when?: number) {
      record.tones += 1;
      super.start(when);
    }
  }
  Object.assign(window, { OscillatorNode: RecordedTone });
}

type DeviceRecord = { locks: number; released: number; tones: number };

const recorded = (page: Page) => page.evaluate(() => Reflect.get(window, "record") as DeviceRecord); // made by `recordDevice`

async function openRecipe(portal: Portal) {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/recipes/liver-training-cubes");
  await expect(portal.page.getByText("500 g", { exact: true })).toBeVisible();
}

test("a recipe is scaled, ticked off, and left as it was @exhaustive", async ({ portal, page }) => {
  await openRecipe(portal);
  const liver = page.getByRole("checkbox", { name: /beef liver/ });
  await liver.check();
  await page.getByRole("checkbox", { name: "Step 2 is done" }).check();
  await page.getByRole("button", { name: "Half the recipe" }).click();
  await page.getByRole("button", { name: "One fewer portion" }).click();
  await expect(page.getByText("9 portions")).toBeVisible();
  await expect(page.getByText("225 g", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "US", exact: true }).click();
  await expect(page.getByText("8 oz", { exact: true })).toBeVisible();
  await expect(page.getByText("1⅓ teaspoons")).toBeVisible();

  await page.getByRole("button", { name: "Fit to a dog or tin" }).click();
  await page.getByLabel("Weight in kg").fill("12");
  await page.getByRole("button", { name: "Cook 2½ portions" }).click();
  await expect(page.getByRole("group", { name: "Number of portions" })).toContainText("2½");
  await expect
    .poll(() => portal.path())
    .toBe("/recipes/liver-training-cubes?portions=2.5&units=us");
  await expect(liver).toBeChecked();

  await portal.follow("/recipes");
  await page.goBack();
  await expect(liver).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Step 2 is done" })).toBeChecked();
  await expect(page.getByRole("group", { name: "Number of portions" })).toContainText("2½");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("2¼ oz")).toBeVisible();
  await expect(page.getByRole("button", { name: "Fit to a dog or tin" })).toBeHidden();
  await page.emulateMedia({ media: null }); // other specs reuse the page
});

test("cook mode shows steps by keys, keeps the screen on, and its timer rings on another page after a reload @exhaustive", async ({
  portal,
  page,
}) => {
  await page.addInitScript(recordDevice);
  await page.clock.install();
  await openRecipe(portal);
  const start = page.getByRole("button", { name: "Start cooking" });
  await start.click();
  const cooking = page.getByRole("dialog", { name: "Cooking: Liver training cubes" });
  await expect(cooking.getByRole("heading", { name: "Get everything ready" })).toBeVisible();
  await expect.poll(async () => (await recorded(page)).locks).toBe(1);
  for (let step = 1; step <= 5; step += 1) await page.keyboard.press("ArrowRight");
  await expect(cooking.getByRole("heading", { name: "Step 5 of 7" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await cooking.getByRole("button", { name: "Start timer: 30 min" }).click();
  await page.keyboard.press("ArrowLeft");
  await expect(cooking.getByRole("heading", { name: "Step 4 of 7" })).toBeVisible();
  await expect(cooking.getByText(/left$/)).toBeVisible();
  await expect.poll(async () => (await recorded(page)).tones).toBeGreaterThan(0);

  await page.keyboard.press("Escape");
  await expect(cooking).toBeHidden();
  // The place is kept: any device goes on there.
  await expect(page.getByRole("button", { name: "Continue at step 4" })).toBeFocused();
  expect(await recorded(page)).toMatchObject({ locks: 1, released: 1 });
  await expect.poll(() => portal.path()).toBe("/recipes/liver-training-cubes");

  await portal.follow("/recipes");
  await portal.reload();
  const timers = page.getByRole("region", { name: "Timers" });
  await expect(timers.getByText(/left$/)).toBeVisible();
  await page.clock.fastForward("30:05");
  await expect(timers.getByRole("alert")).toContainText("Time is up");
  await page.keyboard.press("Shift");
  await expect.poll(async () => (await recorded(page)).tones).toBeGreaterThan(0);
  await timers.getByRole("button", { name: "Stop" }).click();
  await expect(timers).toBeHidden();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("cooking"))).toBeNull();
});
