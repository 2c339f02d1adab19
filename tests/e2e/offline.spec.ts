import type { Page } from "@playwright/test";
import { dayMs } from "#shared/durations.ts";
import { listShows } from "#shared/api/show-day.ts";
import { listSaved } from "#shared/api/shelf.ts";
import { listTraining } from "#shared/api/training.ts";
import { builtFilesPath } from "#shared/service-worker.ts";
import { expect, test, type Portal } from "../fixtures/portal.ts";
import { followDaily } from "../fixtures/training.ts";
import { violations } from "../fixtures/violations.ts";
import {
  isStored,
  keptFiles,
  untilAnswerStored,
  untilEmptied,
  untilStored,
} from "../fixtures/offline-library.ts";

test.skip(({ build }) => build === "desktop", "the desktop app has a spec of its own");
test.use({ serviceWorkers: "allow" });

const weave = "building-weave-entries";
const seesaw = "seesaw-pivot-ride-and-end-position";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
/** The line that says to a member that there is no connection. */
const line = (page: Page) => page.getByText(/^Offline · as of /);
const text = (page: Page) => page.locator(".members-only p").first();

/** Waits until the service worker keeps all files of the build. */
const untilStartsOffline = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async (path) => {
          const { files } = (await (await fetch(path)).json()) as { files: string[] }; // our own file
          const found = await Promise.all(files.map((file) => caches.match(file)));
          return files.filter((_, i) => !found[i]);
        }, builtFilesPath),
      { timeout: 60_000 },
    )
    .toEqual([]);

/** Signs in as a new member, saves an article, and waits until it is on the device. */
async function saveAnArticle({ portal, page }: { portal: Portal; page: Page }) {
  const member = await portal.createUser({ kind: "member" });
  await portal.signIn(member);
  await portal.open(`/articles/${weave}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Saved", exact: true })).toBeVisible();
  await untilStored(page, weave);
  await untilAnswerStored(page, listSaved, weave);
  return member;
}

test("what a member saved is read when the connection drops and after a start without one, until they log out; the files that are kept have nothing of theirs @exhaustive", async ({
  portal,
  page,
}) => {
  const member = await saveAnArticle({ portal, page });
  await untilStartsOffline(page);
  await test.step("the files of the build that are kept have nothing of the member's", async () => {
    for (const { path, text: kept } of await keptFiles(page)) {
      expect(path).toMatch(/^\/(shell\.html|assets\/[\w.-]+|brand\/[\w-]+\/[\w.-]+)$/);
      for (const secret of [member.email, member.name, member.token])
        expect(kept.includes(secret), `${path}: ${secret}`).toBe(false);
    }
  });
  await test.step("when the connection drops after the start, it is read without a reload", async () => {
    await portal.open("/dashboard");
    await expect(heading(page)).toBeVisible();
    await portal.faults.offline(true);
    await expect(line(page)).toBeVisible();
    await portal.follow("/saved");
    await page.getByRole("main").getByRole("link", { name: /weave/i }).click();
    await expect(text(page)).toBeVisible();
    await expect(line(page)).toBeVisible();
    await portal.faults.offline(false);
    await expect(line(page)).toBeHidden();
    await expect(text(page)).toBeVisible();
  });
  await test.step("after a start without a connection it is read, and the page recovers with one", async () => {
    await portal.faults.offline(true);
    await portal.open("/saved");
    await expect(line(page)).toBeVisible();
    await expect(page.getByText(/please pay membership fee/)).toBeHidden();
    await expect(heading(page)).toHaveText("Saved");
    await page.getByRole("main").getByRole("link", { name: /weave/i }).click();
    await portal.expectPath(`/articles/${weave}`);
    await expect(heading(page)).toHaveText(/weave/i);
    await expect(text(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Saved", exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await portal.reload();
    await expect(text(page)).toBeVisible();
    await expect(line(page)).toBeVisible();
    await expect.poll(() => portal.stored.get("token")).toBe(member.token);
    await portal.faults.offline(false);
    await expect(line(page)).toBeHidden();
    await portal.expectPath(`/articles/${weave}`);
  });
  await test.step("a logout without a connection empties the device", async () => {
    await portal.faults.offline(true);
    await portal.open("/logout");
    await expect(heading(page)).toHaveText("You are logged out");
    await untilEmptied(page);
    await portal.open(`/articles/${weave}`);
    await expect(heading(page)).toHaveText("Log in");
    await expect(line(page)).toBeHidden();
  });
});

test("what a member does without a connection is kept, and sent with one: the countdown to a show, a recipe that was read, today's session @exhaustive", async ({
  portal,
  page,
}) => {
  const recipe = "/recipes/liver-training-cubes";
  const papers = page.getByRole("checkbox", { name: /Papers in one folder/ });
  await test.step("with a connection the pages are seen once", async () => {
    await portal.signIn(await portal.createUser({ kind: "member" }));
    await portal.open(recipe);
    await expect(page.getByRole("button", { name: "Start cooking" })).toBeVisible();
    await untilStored(page, "liver-training-cubes");
    await portal.open("/show-day");
    await page.getByRole("button", { name: "Add a show" }).click();
    await page.getByLabel("Name of the show").fill("Spring Cup");
    await page.getByLabel("Date").fill(new Date(Date.now() + 5 * dayMs).toISOString().slice(0, 10));
    await page.getByLabel("Dog or class").selectOption({ label: "Without a dog: Small" });
    await page.getByRole("button", { name: "Put the countdown together" }).click();
    await expect(papers).toBeVisible();
    await untilAnswerStored(page, listShows, "Spring Cup");
    await followDaily(portal, "weave-poles-from-zero");
    await portal.open("/dashboard");
    await expect(page.getByRole("button", { name: "Start", exact: true })).toBeVisible();
    await untilAnswerStored(page, listTraining, "weave-poles-from-zero");
    await untilStartsOffline(page);
    await portal.faults.offline(true);
  });
  await test.step("the countdown to a show is read and ticked", async () => {
    await portal.open("/show-day");
    await expect(page.getByRole("heading", { name: "Spring Cup" })).toBeVisible();
    await expect(line(page)).toBeVisible();
    await papers.check();
    expect(await violations(page)).toEqual([]);
    await portal.reload();
    await expect(papers).toBeChecked();
  });
  await test.step("a list that was not read says that there is no connection", async () => {
    await portal.open("/videos");
    await expect(heading(page)).toHaveText("Videos");
    await expect(page.getByText(/There seems to be no connection/)).toBeVisible();
    await expect(line(page)).toBeVisible();
    await expect(page.getByRole("alert", { name: /error/i })).toBeHidden();
    expect(await violations(page)).toEqual([]);
  });
  await test.step("a recipe that was read is cooked, its ticks and timer kept", async () => {
    await portal.open(recipe);
    const liver = page.getByRole("checkbox", { name: /beef liver/ });
    await liver.check();
    await portal.reload();
    await expect(liver).toBeChecked();
    await page.getByRole("button", { name: "Start cooking" }).click();
    await expect(page.getByRole("heading", { name: "Get everything ready" })).toBeVisible();
    for (let step = 1; step <= 5; step += 1) await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("heading", { name: "Step 5 of 7" })).toBeVisible();
    await page.getByRole("button", { name: "Start timer: 30 min" }).click();
    await page.keyboard.press("Escape");
    await portal.follow("/saved");
    await expect(page.getByRole("region", { name: "Timers" }).getByText(/left$/)).toBeVisible();
  });
  await test.step("today's session is trained, and all of it is sent with a connection", async () => {
    await portal.open("/dashboard");
    await expect(heading(page)).toHaveText(/Good to see you/);
    await expect(line(page)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    const field = page.getByRole("dialog", { name: /^Training: The gate pays off/ });
    await field.getByRole("button", { name: "Next" }).click();
    await field.getByRole("button", { name: "Result" }).click();
    await field.getByRole("button", { name: "8 of 10" }).click();
    await expect(field.getByText(/“8 of 10” is kept here/)).toBeVisible();
    await portal.reload();
    await expect(field.getByText(/“8 of 10” is kept here/)).toBeVisible();
    await portal.faults.offline(false);
    await expect(page.getByRole("region", { name: "Round the clock" })).toContainText(
      "8 of 10 right",
    );
    await expect(line(page)).toBeHidden();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("unsent-changes"))).toBeNull();
    await portal.open("/show-day");
    await expect(papers).toBeChecked();
  });
});

test("a video is kept on request, plays and seeks without a connection, and is removed @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open(`/videos/${seesaw}`);
  await page.getByRole("button", { name: /^Save for offline \(\d\.\d MB\)$/ }).click();
  await expect(page.getByText(/^On this device, \d\.\d MB$/)).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await untilStartsOffline(page);
  await portal.faults.offline(true);
  await portal.open(`/videos/${seesaw}`);
  const video = page.locator("video");
  const position = await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
    element.currentTime = 5;
    await new Promise((resolve) => element.addEventListener("seeked", resolve, { once: true }));
    return element.currentTime;
  });
  expect(position).toBeGreaterThanOrEqual(5);
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.textTracks.length))
    .toBe(2);
  await portal.open("/saved");
  await page.getByRole("button", { name: /^Remove The seesaw/i }).click();
  await expect(page.getByRole("button", { name: /^Remove The seesaw/i })).toBeHidden();
  await portal.open(`/videos/${seesaw}`);
  await expect(page.getByText("The video itself is not on this device.")).toBeVisible();
});

test("another account on the device sees nothing of it, nor does a member whose membership ended @exhaustive", async ({
  portal,
  page,
}) => {
  await saveAnArticle({ portal, page });
  await untilStartsOffline(page);
  const other = await portal.createUser({ kind: "member" });
  await portal.faults.offline(true);
  await portal.signIn(other);
  await portal.open(`/articles/${weave}`);
  await expect(heading(page)).toHaveText("Log in");
  await expect(line(page)).toBeHidden();
  await portal.faults.offline(false);
  await portal.open(`/recipes/liver-training-cubes`);
  await untilStored(page, "liver-training-cubes");
  expect(await isStored(page, weave)).toBe(false);
  // The page on screen belongs to the other user.
  portal.expectFailures(403);
  await portal.signIn(await portal.createUser({ kind: "user" }));
  await portal.open("/dashboard");
  await untilEmptied(page);
});
