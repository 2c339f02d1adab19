import { expect, test, type Portal } from "../fixtures/portal.ts";
import { chooseInMenu } from "../fixtures/training.ts";

// A Wednesday, wherever the tests run.
const wednesday = "2026-11-25T10:00:00";

/** Where changes of a session's timer are sent to. */
const timers = "/api/training/";

/** Follows a protocol from its page, from the first of its days on. */
async function follow(portal: Portal, firstDay?: string): Promise<void> {
  const { page } = portal;
  await portal.open("/protocols/weave-poles-from-zero");
  await page.getByRole("button", { name: "Follow this protocol" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("First day")).toHaveValue("2026-11-25");
  if (firstDay !== undefined) await dialog.getByLabel("First day").fill(firstDay);
  await dialog.getByRole("button", { name: "Start" }).click();
  await expect(page.getByText("You follow this protocol")).toBeVisible();
}

test("a protocol is followed: today's session, its timer, eight of ten, and the next day @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await page.clock.setFixedTime(wednesday);
  await portal.open("/dashboard");
  await expect(page.getByRole("heading", { name: "Train with a plan" })).toBeVisible();
  await follow(portal);
  await portal.open("/dashboard");
  const card = page.getByRole("region", { name: "The gate pays" });
  await expect(card).toContainText("week 1 of 6 · session 1 of 3 · 8 min");
  await card.getByRole("button", { name: "Start" }).click();
  const field = page.getByRole("dialog");
  await field.getByRole("button", { name: "Start the timer: 8 min" }).click();
  await expect(field.getByRole("timer")).toHaveText("8:00");
  await field.getByRole("button", { name: "1 min" }).click();
  await field.getByRole("button", { name: "Pause" }).click();
  await expect(field.getByRole("button", { name: "Resume" })).toBeVisible();
  // A reload cancels what is on its way: the start, the minute and the pause have arrived before it.
  await expect.poll(() => portal.requests(timers, "PUT").length).toBe(3);
  await expect.poll(() => portal.openRequests(timers)).toBe(0);
  await portal.reload();
  await expect(field.getByRole("timer")).toHaveText("9:00");
  await field.getByRole("button", { name: "Leave field mode" }).click();
  await expect(card.getByRole("timer")).toHaveText("9:00");
  await chooseInMenu(page, "Enter the result");
  await card.getByRole("button", { name: "8 of 10" }).click();
  const next = page.getByRole("region", { name: "Round the clock" });
  await expect(next).toContainText("Done for today. Next session: Friday 27 November");
  await expect(next.getByRole("status")).toContainText("8 of 10 right.");

  await page.clock.setFixedTime("2026-11-28T10:00:00"); // Friday was missed
  await portal.reload();
  await expect(next).toContainText("Next session: Sunday 29 November");
  await page.clock.setFixedTime("2026-11-29T10:00:00");
  await portal.reload();
  await chooseInMenu(page, "Enter the result");
  await next.getByRole("button", { name: "7 of 10" }).click();
  await expect(next.getByRole("status")).toContainText("Repeat this session next time.");

  await portal.open("/dashboard");
  const own = page.getByRole("navigation", { name: "Your pages" });
  await own.getByRole("link", { name: "Train" }).click();
  const plan = page.getByRole("region", { name: "Your plan" });
  await expect(plan.getByRole("listitem")).toHaveCount(1);
  const diary = page.getByRole("list", { name: "Sessions" });
  await expect(diary.getByRole("listitem")).toHaveCount(2);
  await expect(diary.getByRole("listitem").first()).toContainText("7 of 10 right · Repeat");
  // Drawn by Fluent: a bar for the week that was trained in.
  await expect(
    page.getByRole("region", { name: "Minutes by week" }).locator("svg rect"),
  ).not.toHaveCount(0);
  await page.getByRole("button", { name: /25 November: 1 session, 8 min/ }).click();
  await expect(diary.getByRole("listitem")).toHaveCount(1);
  await diary.getByRole("button", { name: "Add a note" }).click();
  await diary.getByLabel("Note on this session").fill("Wet grass, slow.");
  await diary.getByRole("button", { name: "Save the note" }).click();
  await expect(diary.getByText("Wet grass, slow.")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("training-diary.csv");

  await portal.open("/protocols/weave-poles-from-zero#weeks");
  await expect(page.getByText("Done on Wednesday 25 November, 8 of 10 right")).toBeVisible();
  await expect(page.getByText("Planned for Wednesday 2 December")).toBeVisible();
});

test("two windows record one step, which can be undone; a protocol starts on a later day, one week of it is printed, and it is no longer followed @exhaustive", async ({
  portal,
  page,
}) => {
  await test.step("two windows record one step, and a skipped session can be undone", async () => {
    await portal.signIn(await portal.createUser({ kind: "member" }));
    await page.clock.setFixedTime(wednesday);
    await follow(portal);
    await portal.open("/dashboard");
    const first = page.getByRole("region", { name: "The gate pays" });
    await expect(first).toBeVisible();
    const other = await portal.anotherWindow("/dashboard");
    await other.clock.setFixedTime(wednesday);
    await other.reload();
    await chooseInMenu(other, "Skip this session");
    const second = other.getByRole("region", { name: "Round the clock" });
    await expect(second.getByRole("status")).toContainText("Skipped.");

    portal.expectFailures(409);
    await chooseInMenu(page, "Skip this session");
    const here = page.getByRole("region", { name: "Round the clock" });
    await expect(here.getByRole("status")).toContainText("another window");
    await second.getByRole("button", { name: "Undo" }).click();
    await expect(other.getByRole("region", { name: "The gate pays" })).toBeVisible();
  });
  await test.step("a protocol starts on a later day, one week of it is printed, and it is no longer followed", async () => {
    await portal.signIn(await portal.createUser({ kind: "member" }));
    await follow(portal, "2026-12-01");
    await expect(page.getByText("next: Tuesday 1 December")).toBeVisible();
    await page.evaluate(() => {
      window.print = () => void Reflect.set(globalThis, "printed", true);
    });
    await expect(page.getByText("The gate pays")).toBeVisible();
    await expect(page.getByText("Two gates in a row")).toBeHidden();
    await page.getByRole("button", { name: "Print" }).click();
    await page.getByRole("menuitem", { name: "Week 2" }).click();
    await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, "printed"))).toBe(true);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText("Two gates in a row")).toBeVisible();
    await expect(page.getByText("The gate pays")).toBeHidden();
    // A printed heading stays with what follows it.
    for (const heading of await page.getByRole("main").getByRole("heading").all()) {
      await expect(heading).toHaveCSS("break-after", "avoid");
      // Chromium breaks after a heading regardless of the rule where its parent is a grid or a flex box.
      const display = await heading.evaluate(
        ({ parentElement }) => parentElement && getComputedStyle(parentElement).display,
      );
      expect((await heading.isVisible()) ? display : "block").toBe("block");
    }
    await page.emulateMedia({ media: null }); // other specs reuse the page
    await page.evaluate(() => void dispatchEvent(new Event("afterprint")));
    await expect(page.getByText("Two gates in a row")).toBeHidden();
    await page.getByText("Week 2", { exact: true }).click();
    await expect(page.getByText("Two gates in a row")).toBeVisible();

    await page.getByRole("button", { name: "Add a note" }).first().click();
    await page.getByLabel("Note on this session").fill("Wet grass, slow.");
    await page.getByRole("button", { name: "Save the note" }).click();
    await expect(page.getByText("Wet grass, slow.")).toBeVisible();
    await page.getByRole("button", { name: "Stop following" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stop following" }).click();
    await expect(page.getByRole("button", { name: "Follow this protocol" })).toBeVisible();
  });
});
