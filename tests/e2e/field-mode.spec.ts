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
