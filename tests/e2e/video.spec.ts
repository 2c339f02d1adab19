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
