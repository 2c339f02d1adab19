import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { contentKinds } from "#shared/content-kinds.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createContentPortal, type ContentPortal } from "#api/testing/content-portal.ts";
import { typeContent } from "#api/testing/content-commands.ts";
import { entryJson, markdown, sampleContent, videoBytes } from "#api/testing/sample-content.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";

/** Texts that a careless writer of YAML or Markdown would change. */
const odd = {
  "articles/odd-texts/entry.json": entryJson("2026-02-01T07:00:00Z", {
    related: ["videos/front-cross", "recipes/gone"],
    sources: [{ title: "A guide", publisher: "A society", url: "https://example.com/a?b#c" }],
    reviewed: { on: "2026-02-10", by: "Ada" },
    dogs: { classes: ["small"], fromMonths: 12 },
    cover: {
      picture: "gate-4x3.webp",
      focus: { x: 0.25, y: 1 },
      alt: { en: "A gate", pl: "Brama" },
    },
  }),
  "articles/odd-texts/gate-4x3.webp": await createCanvas(4, 3).encode("webp"),
  "authors/marta-wolska/entry.json": JSON.stringify({ name: "Marta Wolska" }),
  "authors/marta-wolska/en.md":
    "---\ncredentials: 'Judge: \"since\" 2008'\n---\n\nRuns **fast**.\n",
  "authors/marta-wolska/pl.md": "---\ncredentials: Sędzia\n---\n\nBiega.\n",
  "articles/odd-texts/en.md": markdown(
    "Odd: 'quotes' # no comment, \\\\ – „Łódź” 🐕",
    '---\n\nA rule first.\n\n<!-- members-only -->\n\n    code\n\n1. one\n\n---\n"quoted"  \nline\ttab',
    "showDay: [{ daysBefore: 3, part: food, text: 'Odd: \"bowl\" # 2', classes: [small] }]\n",
  ),
};

const folder = await forFile(temporaryFolder());
const source = await forFile(createContentPortal({ ...sampleContent, ...odd }));
const target = await forFile(createContentPortal({ "tags.json": "{}" }));

/** Answers of the API to a member in both languages, without signatures and versions of addresses. */
async function answers(portal: ContentPortal): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const read = async (path: string, language: string) => {
    const { body } = await portal.get(path, "member", { "accept-language": language });
    found[`${language} ${path}`] = body.replaceAll(/\?(session|v)=[^"]*/g, "");
    return body;
  };
  for (const language of ["en", "pl"]) {
    await read("/showcase", language);
    await read("/content/search?q=weave", language);
    await read("/shows", language);
    for (const kind of contentKinds) {
      const { items } = JSON.parse(await read(`/content/${kind}?limit=50`, language));
      for (const { slug } of items) {
        await read(`/content/${kind}/${slug}`, language);
        await read(`/content/${kind}/${slug}/teaser`, language);
        await read(`/content/${kind}/${slug}/related`, language);
      }
    }
    await read("/authors/marta-wolska", language);
    await read("/authors/marta-wolska/entries", language);
  }
  return found;
}

test("an export that is imported into an empty portal answers byte for byte as the first one", async () => {
  const out = join(folder.path, "out");
  expect(await typeContent(source, "export", out)).toEqual({
    isDone: true,
    lines: ["Authors: 1.", `9 entries exported to ${out}.`],
    steps: Array.from({ length: 9 }, (_, at) => [at + 1, 9]),
  });
  expect((await typeContent(target, "import", out)).lines).toEqual([
    "articles/odd-texts/entry.json: related: there is no recipes/gone",
    "Authors: 1.",
    "9 imported, 0 unchanged, 0 refused.",
  ]);
  const first = await answers(source);
  expect(Object.keys(first).length).toBeGreaterThan(30);
  expect(first["en /content/articles/odd-texts"]).toContain("A rule first.");
  expect(first["en /content/articles/odd-texts"]).toContain("https://example.com/a?b#c");
  expect(first["en /content/articles/odd-texts/related"]).toContain("front-cross");
  expect(first["pl /authors/marta-wolska"]).toContain("Sędzia");
  expect(first["en /shows"]).toContain("bowl");
  expect(first["pl /content/articles/odd-texts/teaser"]).toContain('"alt":"Brama"');
  expect(await answers(target)).toEqual(first);

  const again = join(folder.path, "again");
  await typeContent(target, "export", again);
  for (const name of await readdir(out, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const path = join(name.parentPath, name.name);
    const copy = join(again, path.slice(out.length));
    expect((await readFile(copy)).equals(await readFile(path)), path).toBe(true);
  }
});

test("imported videos are served from the portal's own store, stills and captions too", async () => {
  const { media } = (await target.get("/content/videos/front-cross", "member")).json();
  const video = await target.app.inject(String(media.source.src));
  expect(video.statusCode).toBe(200);
  expect(video.rawPayload.equals(videoBytes)).toBe(true);
  expect(video.headers["content-type"]).toBe("video/webm");
  expect((await target.app.inject(String(media.captions[0].src))).body).toContain("Turn early.");
  expect((await target.get("/media/posters/front-cross.webp")).body).toBe("a still");
  expect((await target.get("/media/posters/of-tomorrow.webp")).statusCode).toBe(404);
});

test("an imported cover is served from the portal's own store", async () => {
  const { cover } = (await target.get("/content/articles/odd-texts/teaser")).json();
  expect((await target.app.inject(cover.src)).headers["content-type"]).toBe("image/webp");
});

test("an export never mixes with other files", async () => {
  await expect(typeContent(source, "export", join(folder.path, "out"))).rejects.toThrow(
    "is not empty",
  );
});
