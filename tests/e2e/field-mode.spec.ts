import { expect, test } from "../fixtures/portal.ts";
import { followDaily } from "../fixtures/training.ts";
import { violations } from "../fixtures/violations.ts";

test("a session is trained in field mode: by keys, with its timer, to the result @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await followDaily(portal, "weave-poles-from-zero");
  await portal.open("/dashboard");
  const open = page.getByRole("button", { name: "Field mode" });
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
  await open.click();
  await field.getByRole("button", { name: "Next" }).click();
  await field.getByRole("button", { name: "Result" }).click();
  await field.getByRole("button", { name: "8 of 10" }).click();
  await expect(field).toBeHidden();
  await expect(page.getByRole("region", { name: "Round the clock" })).toContainText(
    "8 of 10 right.",
  );
});

test("a result without a connection stays in field mode, and is recorded once there is one @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await followDaily(portal, "ring-confidence");
  await portal.open("/dashboard");
  await page.getByRole("button", { name: "Field mode" }).click();
  const field = page.getByRole("dialog", { name: "Training: Ready, in three steps" });
  await field.getByRole("button", { name: "Next" }).click();
  await field.getByRole("button", { name: "Result" }).click();
  await expect(field.getByText(/takes food in the new place within a minute/)).toBeVisible();
  await portal.faults.offline(true);
  await field.getByRole("button", { name: "Done, continue" }).click();
  await expect(field.getByText(/“Done, continue” is kept here/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await portal.faults.offline(false);
  await expect(field).toBeHidden();
  await expect(page.getByText("Done. On to the next session.")).toBeVisible();
  await expect(page.getByRole("region", { name: "The way out counts too" })).toBeVisible();
});

test("a recipe goes on at its step on another device @exhaustive", async ({ portal, page }) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/recipes/liver-training-cubes?cook=0");
  const cooking = page.getByRole("dialog", { name: "Cooking: Liver training cubes" });
  await cooking.getByRole("button", { name: "First step" }).click();
  const stored = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await cooking.getByRole("button", { name: "Next" }).click();
  await page.keyboard.press("Escape");
  await stored;
  await portal.open("/dashboard");
  const row = page.getByRole("region", { name: "Continue" });
  await expect(row).toContainText("Step 2 of 7");
  await row.getByRole("link", { name: "Liver training cubes" }).click();
  await expect(cooking.getByRole("heading", { name: "Step 2 of 7" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Continue at step 2" })).toBeVisible();
});
