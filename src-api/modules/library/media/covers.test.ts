import { expect, test } from "vitest";
import { wholeText } from "#api/modules/library/feeds/whole-text.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { forFile } from "#api/testing/for-file.ts";
import { entryJson, markdown, sampleContent } from "#api/testing/sample-content.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";

const cover = (alt: object) => ({
  picture: "week#1 100%-14x7.webp",
  focus: { x: 0.5, y: 0.5 },
  alt,
});
const media = await forFile(temporaryFolder());
const files = {
  ...sampleContent,
  "articles/covered/entry.json": entryJson("2026-02-01T07:00:00Z", {
    cover: cover({ pl: "Brama we mgle" }),
  }),
  "articles/covered/en.md": markdown("Covered", "![A gate](week#1-14x7.webp)"),
  "articles/covered/week#1 100%-14x7.webp": "a picture",
  "articles/covered/week#1-14x7.webp": "a picture of the text",
  "videos/front-cross/entry.json": entryJson("2026-02-05T07:00:00Z", {
    durationSeconds: 34,
    source: "front-cross.webm",
    poster: "front-cross.webp",
    cover: cover({ en: "A dog that turns" }),
  }),
  "videos/front-cross/week#1 100%-14x7.webp": "a picture",
};
const portal = await forFile(createContentPortal(files, {}, { mediaDir: media.path }));
const read = async (path: string) => (await portal.get(path, "member")).json();
const file = (url: string) => portal.app.inject({ url });

test("a file is served at its address, whatever its name is", async () => {
  const { cover: own, body } = await read("/content/articles/covered");
  expect((await file(own.src)).body).toBe("a picture");
  const [, ofText = ""] = /!\[A gate\]\((.*)\)/.exec(body) ?? [];
  expect((await file(ofText)).body).toBe("a picture of the text");
  const draft = await portal.get("/studio/entries/videos/front-cross/preview", "admin");
  expect((await file(draft.json().preview.cover.src)).body).toBe("a picture");
});

test("a cover and a still are shown by feed readers in a browser", async () => {
  const { cover: own, video } = await read("/content/videos/front-cross");
  for (const url of [own.src, video.poster])
    expect((await file(url)).headers["cross-origin-resource-policy"]).toBe("cross-origin");
});

test("the words of a cover have their language, which may be another one than the reader's", async () => {
  expect((await read("/content/articles/covered")).cover).toMatchObject({
    alt: "Brama we mgle",
    language: "pl",
  });
});

test("a video with a cover has that one in feeds, with its words", async () => {
  const entry = await read("/content/videos/front-cross");
  const page = "/videos/front-cross";
  const html = await wholeText(entry, { language: "en", origin: "http://portal.test", page });
  expect(html).toContain(`src="http://portal.test${entry.cover.src}"`);
  expect(html).toContain('alt="A dog that turns"');
  expect(html).not.toContain(entry.video.poster);
});
