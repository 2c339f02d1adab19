import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";
import { followDaily } from "../fixtures/training.ts";
import { violations } from "../fixtures/violations.ts";

test("a session is trained in field mode: by keys, with its timer, to the result; a phone that lies on its side shows it whole @exhaustive", async ({
  portal,
  page,
}) => {
  await test.step("by keys, with its timer, to the result", async () => {
    await portal.signIn(await portal.createUser({ kind: "member" }));
    await followDaily(portal, "weave-poles-from-zero");
    await portal.open("/dashboard");
    const open = page.getByRole("button", { name: /^(Start|Continue)$/ });
    await open.click();
    const field = page.getByRole("dialog", {
      name: "Training: The gate pays off, Weave poles from zero",
    });
    await expect(field.getByRole("heading", { name: "Step 1 of 2" })).toBeVisible();
    await field.getByRole("button", { name: "Start the timer: 8 min" }).click();
    await expect(field.getByRole("timer")).toHaveText(/^[78]:\d\d$/);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("ArrowRight");
    await expect(field.getByRole("heading", { name: "Step 2 of 2" })).toBeVisible();

    await portal.reload();
    await expect(field.getByRole("heading", { name: "Step 2 of 2" })).toBeVisible();
    await expect(field.getByRole("timer")).toHaveText(/^[78]:\d\d$/);
    await page.keyboard.press("Escape");
    await expect(field).toBeHidden();
    await expect(page.getByRole("timer")).toHaveText(/^[78]:\d\d$/);
    await open.click(); // goes on at the second step
    await field.getByRole("button", { name: "Result" }).click();
    await field.getByRole("button", { name: "8 of 10" }).click();
    await expect(field).toBeHidden();
    await expect(page.getByRole("region", { name: "Round the clock" })).toContainText(
      "8 of 10 right.",
    );
  });
  await test.step("on a phone that lies on its side the instruction stands beside the buttons, and nothing leaves the screen", async () => {
    await portal.signIn(await portal.createUser({ kind: "member" }));
    await followDaily(portal, "weave-poles-from-zero");
    const start = page.getByRole("button", { name: "Start", exact: true });
    const undo = page.getByRole("button", { name: "Undo" });
    const field = page.getByRole("dialog");
    /** Whether an element is whole on screen, between the bars, and nothing covers it. */
    const isSeen = (element: Locator) =>
      element.evaluate((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        const corners = [top + 2, bottom - 2].map((y) =>
          document.elementFromPoint((left + right) / 2, y),
        );
        return corners.every((found) => found !== null && node.contains(found));
      });
    for (const size of lyingPhones) {
      await portal.resize(size);
      await portal.open("/dashboard");
      await start.evaluate((node) => node.scrollIntoView({ block: "center" }));
      await start.click();
      await field.getByRole("button", { name: "Start the timer: 8 min" }).click();
      expect(await isSeen(field.getByRole("timer")), `timer at ${size.width}`).toBe(true);
      for (const text of ["Two poles 60 cm apart", "From 2 m, mark every pass"]) {
        const step = field.getByText(text);
        await expect(step).toBeVisible();
        expect(await isSeen(step), `${text} at ${size.width}`).toBe(true);
        for (const name of ["Right", "Not right", "Pause"])
          expect(await isSeen(field.getByRole("button", { name, exact: true }))).toBe(true);
        await page.keyboard.press("ArrowRight");
      }
      await field.getByRole("button", { name: "8 of 10" }).click();
      await expect(undo).toBeVisible();
      await expect(page.getByRole("heading", { name: "Round the clock" })).toBeFocused();
      await expect.poll(() => isSeen(undo), `undo at ${size.width}`).toBe(true);
      await undo.click();
      await expect(start).toBeVisible();
    }
  });
});

const lyingPhones = [
  { width: 740, height: 360 },
  { width: 823, height: 412 },
  { width: 568, height: 320 },
];
