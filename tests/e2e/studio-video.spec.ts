import { readFile, writeFile } from "node:fs/promises";
import { getStudioEntry } from "#shared/api/studio.ts";
import { videoPartSize } from "#shared/api/studio-videos.ts";
import { expect, test } from "../fixtures/portal.ts";

const sample = "seesaw-pivot-ride-and-end-position";

/** Writes a video of several parts: a short one, with an element at its end that players skip. */
async function writeLongVideo(path: string): Promise<void> {
  const short = await readFile(`resources/content/videos/${sample}/${sample}.webm`);
  const filler = Buffer.alloc(12_000_000);
  const header = Buffer.from([0xec, 0x10, 0, 0, 0]);
  header.writeUInt32BE(0x10000000 + filler.length, 1);
  await writeFile(path, Buffer.concat([short, header, filler]));
}

test("a video that was cut goes on after the browser was restarted, and gets a still and captions @exhaustive", async ({
  portal,
  page,
}, testInfo) => {
  const path = testInfo.outputPath("Training.webm");
  await writeLongVideo(path);
  const admin = await portal.createUser({ kind: "admin" });
  const headers = { authorization: `Bearer ${admin.token}` };
  await portal.signIn(admin);
  await portal.open("/studio/new/videos");
  await page.getByLabel("Title").fill("A long training");
  await page.getByRole("button", { name: "Start writing" }).click();
  await portal.expectPath("/studio/videos/a-long-training");

  // The second part never arrives.
  let parts = 0;
  await page.route("**/api/studio/uploads/*", (route) => {
    const isPart = route.request().method() === "PATCH";
    if (isPart) parts += 1;
    return isPart && parts > 1 ? undefined : route.continue();
  });
  const choose = () => page.locator('input[accept*="video/webm"]').first().setInputFiles(path);
  await choose();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expect.poll(() => parts).toBe(2);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await portal.reload();
  await expect(
    page.getByText(/The upload of Training.webm was interrupted at \d+ %/),
  ).toBeVisible();

  const offsets: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(request.headers()["upload-offset"]);
  });
  await choose();
  const video = page.locator("video");
  await expect(video).toBeVisible();
  expect(Number(offsets[0])).toBeGreaterThanOrEqual(videoPartSize);
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThanOrEqual(2);
  await page.getByRole("button", { name: "Use this moment" }).click();
  const still = page.getByRole("group", { name: "Still" }).locator("img");
  await expect(still).toHaveJSProperty("complete", true);
  await page
    .locator('input[accept*=".vtt"]')
    .first()
    .setInputFiles({
      name: "a.vtt",
      mimeType: "text/vtt",
      buffer: Buffer.from("WEBVTT\n\n00:00.000 --> 00:01.000\nTurn early.\n"),
    });
  await expect(page.getByText("English: Stored")).toBeVisible();
  const read = async () => {
    const address = portal.address("/api/studio/entries/videos/a-long-training");
    return getStudioEntry.answer.parse(await (await page.request.get(address, { headers })).json());
  };
  await expect.poll(async () => (await read()).draft.metadata["captions"]).toEqual(["en"]);
  const { draft, problems } = await read();
  expect(draft.metadata).toMatchObject({
    source: expect.stringMatching(/^a-long-training-[0-9a-f]{8}\.webm$/),
    poster: expect.stringMatching(/^a-long-training-poster-[0-9a-f]{8}\.webp$/),
    durationSeconds: expect.any(Number),
  });
  const places = problems.map(({ place }) => place);
  for (const place of ["source", "poster", "durationSeconds"]) expect(places).not.toContain(place);
});
