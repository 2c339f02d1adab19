import { expect, test } from "../fixtures/portal.ts";

test("a video plays, and has captions in both languages @seam:media", async ({ portal, page }) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/videos");
  await page
    .getByRole("link", { name: /seesaw/i })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /seesaw/i })).toBeVisible();
  const video = page.locator("video");
  const state = () =>
    video.evaluate((element: HTMLVideoElement) => ({
      canPlay: element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA,
      duration: element.duration,
      position: element.currentTime,
      error: element.error?.message ?? null,
      captions: [...element.textTracks]
        .map(({ kind, language }) => `${kind} ${language}`)
        .toSorted(),
    }));
  await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
  });
  await expect.poll(async () => (await state()).position).toBeGreaterThan(0);
  const { duration, canPlay, error, captions } = await state();
  expect(error).toBeNull();
  expect(canPlay).toBe(true);
  expect(duration).toBeGreaterThan(1);
  expect(captions).toEqual(["captions en", "captions pl"]);
  const cues = await video.evaluate(async (element: HTMLVideoElement) => {
    const track = element.textTracks[0];
    if (!track) return 0;
    track.mode = "showing";
    const trackElement = element.querySelector("track");
    if (trackElement && trackElement.readyState < 2) {
      await new Promise((resolve) => trackElement.addEventListener("load", resolve));
    }
    return track.cues?.length ?? 0;
  });
  expect(cues).toBeGreaterThan(0);
});

test("anybody plays a free video; a member looks at one frame by frame, slowly, by chapter and line, with the keyboard alone @exhaustive", async ({
  portal,
  page,
}) => {
  await test.step("a free entry is whole, and its video plays for anybody", async () => {
    await portal.open("/preview/videos/seesaw-pivot-ride-and-end-position");
    const film = page.getByLabel(/The seesaw/);
    await film.evaluate((video: HTMLVideoElement) => {
      video.muted = true;
      return video.play();
    });
    await expect
      .poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0);
    await expect(page.getByRole("heading", { name: "What to practise" })).toBeVisible();
  });
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/videos/seesaw-pivot-ride-and-end-position");
  await expect(page.getByText("Silent, with captions").first()).toBeVisible();
  const video = page.locator("video");
  const state = () =>
    video.evaluate((element: HTMLVideoElement) => ({
      frame: Math.floor(element.currentTime * 30),
      seconds: Math.round(element.currentTime * 10) / 10,
      paused: element.paused,
      rate: element.playbackRate,
      shown: [...element.textTracks].filter(({ mode }) => mode === "showing").length,
    }));
  // Without playing.
  await expect(
    page.getByText("The end touches the ground. Only now may it step off."),
  ).toBeVisible();
  await expect.poll(async () => (await state()).shown).toBe(1);

  const chapter = page.getByRole("button", { name: "0:16 End position" });
  await chapter.focus();
  await page.keyboard.press("Enter");
  await expect(chapter).toHaveAttribute("aria-current", "true");
  await page.keyboard.press(",");
  const { frame, paused } = await state();
  expect(paused).toBe(true);
  for (const key of [".", ".", ","]) await page.keyboard.press(key);
  expect((await state()).frame).toBe(frame + 1);
  for (const key of ["<", "<", "c"]) await page.keyboard.press(key);
  expect(await state()).toMatchObject({ rate: 0.5, shown: 0 });
  await expect(page.getByLabel("Speed")).toHaveValue("0.5");

  await page.getByRole("button", { name: "Play from 0:30" }).focus();
  await page.keyboard.press("Enter");
  await video.focus();
  await page.keyboard.press("Space");
  await expect.poll(async () => (await state()).paused).toBe(true);
  const before = (await state()).seconds;
  await page.keyboard.press("ArrowLeft");
  expect((await state()).seconds).toBeCloseTo(before - 5, 1);
  await page.keyboard.press("j");
  expect((await state()).seconds).toBeCloseTo(before - 15, 1);

  // Another video of the tab has the same speed; the search's key still works.
  await page.getByRole("link", { name: /pinwheel/i }).click();
  await expect(page.getByRole("heading", { level: 1, name: /pinwheel/i })).toBeVisible();
  expect((await state()).rate).toBe(0.5);
  await video.focus();
  await page.keyboard.press("/");
  await portal.expectPath("/search");
});

test("on a phone the player comes first, stays in view while one reads, and fills the screen with its controls @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.resize({ width: 360, height: 740 });
  await portal.open("/videos/seesaw-pivot-ride-and-end-position");
  const video = page.locator("video");
  const play = page.getByRole("button", { name: "Play", exact: true });
  await expect(play).toBeInViewport();
  const top = async () => (await video.boundingBox())?.y ?? 0;
  const title = page.getByRole("heading", { level: 1 });
  expect(await top()).toBeLessThan((await title.boundingBox())?.y ?? 0);
  await page.getByRole("heading", { name: "Related" }).scrollIntoViewIfNeeded();
  await expect(title).not.toBeInViewport();
  await expect(play).toBeInViewport({ ratio: 1 });
  await expect(video).toBeInViewport({ ratio: 1 });
  // What is jumped to is below the player, and a line of the transcript does not move when it is chosen.
  const line = page.getByRole("button", { name: "Play from 0:30" });
  await line.evaluate((button) => button.scrollIntoView());
  const y = async () => (await line.boundingBox())?.y ?? 0;
  const { y: controlsY = 0, height = 0 } = (await play.boundingBox()) ?? {};
  expect(await y()).toBeGreaterThan(controlsY + height);
  const before = await y();
  await line.click();
  expect(await y()).toBe(before);
  await page.keyboard.press("k");
  const fill = page.getByRole("button", { name: "Full screen", exact: true });
  for (const size of [
    { width: 360, height: 740 },
    { width: 800, height: 360 },
    { width: 1280, height: 720 },
  ]) {
    await portal.resize(size);
    await fill.click();
    const leave = page.getByRole("button", { name: "Leave full screen" });
    await expect(leave).toBeInViewport({ ratio: 1 });
    await expect(video).toBeInViewport({ ratio: 1 });
    expect((await video.boundingBox())?.height).toBeGreaterThan(size.height * 0.7);
    await page.keyboard.press("f");
    await expect(fill).toBeVisible();
  }
});
