import { rename, rm, writeFile } from "node:fs/promises";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { createDraft, getStudioEntry, type Draft, type StudioEntry } from "#shared/api/studio.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createPagesPortal } from "#api/testing/pages-portal.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";

const folder = await forFile(temporaryFolder());
const portal = await forFile(createPagesPortal(undefined, { dataDir: folder.path }));

const studio = async (method: "GET" | "POST" | "PUT", path: string, body?: object) => {
  const answer = await portal.send(method, `/studio/entries${path}`, "admin", body);
  return { status: answer.statusCode, body: answer.json() };
};

const read = async (path: string): Promise<StudioEntry> =>
  getStudioEntry.answer.parse((await studio("GET", path)).body);

const upload = (path: string, file: Buffer, name = "Gate.jpg", use = "&use=cover") =>
  portal.app.inject({
    method: "POST",
    url: `/api/studio/entries${path}/pictures?name=${name}${use}`,
    headers: { ...portal.headersOf.admin, "content-type": "application/octet-stream" },
    payload: file,
  });

/** Starts an article in English that can be published. Returns its path. */
async function write(title: string): Promise<string> {
  const { body } = await studio("POST", "", { kind: "articles", title });
  const path = `/articles/${createDraft.answer.parse(body).slug}`;
  await change(path, ({ metadata }) => ({
    metadata: { ...metadata, tags: ["agility"] },
    texts: { en: { front: { title, summary: "What it says." }, body: "A text." } },
  }));
  return path;
}

async function change(path: string, changed: (draft: Draft) => Draft) {
  const { draft, revision } = await read(path);
  return studio("PUT", path, { draft: changed(draft), revision });
}

const cover = (picture: string, more: object = {}) => ({
  picture,
  focus: { x: 0, y: 1 },
  alt: { en: "A gate in the fog" },
  ...more,
});

const setCover = (path: string, value: object | undefined) =>
  change(path, (draft) => ({ ...draft, metadata: { ...draft.metadata, cover: value } }));

const publish = async (path: string) =>
  studio("POST", `${path}/publish`, { revision: (await read(path)).revision, at: "now" });

const teaser = async (path: string) =>
  (await portal.get(`/content${path}/teaser`, "visitor")).json();

/** Returns a picture of one colour with a bar of another one at its left edge and its foot. */
async function pictureOf(width: number, height: number): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#0000ff";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#00ff00";
  context.fillRect(0, 0, width / 8, height);
  context.fillRect(0, height - height / 8, width, height / 8);
  return canvas.encode("jpeg");
}

/** An animated GIF of two frames, 2 by 2 px. */
const animated = Buffer.from(
  "R0lGODlhAgACAPAAAP8AAAAA/yH/C05FVFNDQVBFMi4wAwEAAAAh+QQACgAAACwAAAAAAgACAAACAoRRACH5BAAKAAAALAAAAAACAAIAAAIDjI8FADs=",
  "base64",
);

test("a picture is seen by nobody before it is published, and then in lists, previews, link pictures and feeds", async () => {
  const path = await write("A gate in the fog");
  const { name } = (await upload(path, await pictureOf(1600, 1200))).json();
  expect(name).toBe("gate-1400x1050.webp");
  expect((await setCover(path, cover(name))).body.problems).toEqual([]);
  const address = `/api/media/covers${path}/${name}`;
  expect((await portal.app.inject(address)).statusCode).toBe(404);
  const listed = (await studio("GET", "")).body.items;
  expect(listed).toContainEqual(
    expect.objectContaining({ picture: expect.stringContaining(name), focus: { x: 0, y: 1 } }),
  );
  const shown = (await studio("GET", `${path}/preview`)).body;
  expect((await portal.app.inject(shown.preview.cover.src)).statusCode).toBe(200);

  expect((await publish(path)).status).toBe(200);
  const expected = {
    src: expect.stringMatching(`^${address}\\?v=[0-9a-f]{16}$`),
    width: 1400,
    height: 1050,
    focus: { x: 0, y: 1 },
    alt: "A gate in the fog",
  };
  expect(await teaser(path)).toMatchObject({ cover: expected });
  const list = (await portal.get("/content/articles", "visitor")).json();
  expect(list.items[0]).toMatchObject({ title: "A gate in the fog", cover: expected });
  expect((await portal.get(`/content${path}`, "member")).json()).toMatchObject({ cover: expected });
  const { src } = (await teaser(path)).cover;
  const file = await portal.app.inject(src);
  expect(file.headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
  });

  const html = await portal.page(`/preview${path}`);
  const [, image = ""] = /property="og:image" content="([^"]*)"/.exec(html) ?? [];
  const { rawPayload } = await portal.app.inject(image.replace("http://portal.test", ""));
  const canvas = createCanvas(1200, 630);
  const context = canvas.getContext("2d");
  context.drawImage(await loadImage(rawPayload), 0, 0);
  const [red = 0, green = 0, blue = 0] = context.getImageData(620, 300, 1, 1).data;
  // The bar at the left, which a crop around the middle would cut off.
  expect([red < 60, green > 200, blue < 60]).toEqual([true, true, true]);
  expect(html).toContain(`http://portal.test${src.replace("&", "&amp;")}`);
  expect((await portal.app.inject("/feed.json")).body).toContain("/og/en/articles/a-gate");
});

test("a portrait is kept whole, however high, and cropped where it is shown", async () => {
  const path = await write("A tower");
  expect((await upload(path, await pictureOf(900, 1600))).json().name).toBe("gate-900x1600.webp");
  expect((await upload(path, await pictureOf(1000, 16_000))).json().name).toBe(
    "gate-175x2800.webp",
  );
  const ofText = await upload(path, await pictureOf(200, 3000), "Gate.jpg", "");
  expect(ofText.json().name).toBe("gate-200x3000.webp");
});

test("of an animated picture the first frame is stored", async () => {
  const path = await write("A dance");
  const { name, address } = (await upload(path, animated, "Dance.gif")).json();
  expect(name).toBe("dance-2x2.webp");
  const { rawPayload } = await portal.app.inject(address);
  expect(rawPayload.includes("ANIM")).toBe(false);
});

test.each([
  [
    "of 16,000 by 9,000 px",
    () =>
      createCanvas(16, 9)
        .encode("png")
        .then((png) => {
          const large = Buffer.from(png);
          large.writeUInt32BE(16_000, 16);
          large.writeUInt32BE(9_000, 20);
          return large;
        }),
    "30 megapixels",
  ],
  ["that is none", async () => Buffer.from("<svg/>"), "neither"],
])("a picture %s is refused in words", async (_, make, words) => {
  const answer = await upload(await write("Refused"), await make());
  expect([answer.statusCode, answer.json().fields.picture]).toEqual([
    400,
    expect.stringContaining(words),
  ]);
});

test("a picture of 40 MB is refused", async () => {
  const answer = await upload(await write("Too heavy"), Buffer.alloc(40_000_000));
  expect(answer.statusCode).toBe(413);
});

test("a picture without words in a language of the entry prevents publishing, and says so", async () => {
  const path = await write("Without words");
  const { name } = (await upload(path, await pictureOf(80, 60))).json();
  const saved = await setCover(path, cover(name, { alt: {} }));
  expect(saved.body.problems).toMatchObject([{ place: "cover.alt.en" }]);
  await setCover(path, cover(name, { alt: { pl: "Brama" } }));
  expect((await read(path)).problems).toEqual([
    { place: "cover.alt.en", message: "Describe the picture for those who do not see it." },
  ]);
  expect((await publish(path)).status).toBe(400);
});

test("in a portal without English, missing words are named where there is a field", async () => {
  const path = await write("Bez słów");
  const { name } = (await upload(path, await pictureOf(80, 60))).json();
  const { brand } = portal.portal;
  portal.portal.brand = { ...brand, languages: ["pl"] };
  const { problems } = (await setCover(path, cover(name, { alt: {} }))).body;
  portal.portal.brand = brand;
  const places = problems.map(({ place }: { place: string }) => place);
  expect(places.filter((place: string) => place.startsWith("cover"))).toEqual(["cover.alt.pl"]);
});

test.each([
  [{ focus: { x: 1.2, y: 0 } }, "cover.focus.x"],
  [{ picture: "../secret-4x3.webp" }, "cover.picture"],
  [{ picture: "gone-4x3.webp" }, "cover"],
])("a cover with %j prevents publishing", async (more, place) => {
  const path = await write("A wrong cover");
  const { name } = (await upload(path, await pictureOf(80, 60))).json();
  const saved = await setCover(path, cover(name, more));
  expect(saved.body.problems).toMatchObject([{ place }]);
});

test("a cover comes back with the version that had it, and with discarded changes", async () => {
  const path = await write("Twice");
  const { name: first } = (await upload(path, await pictureOf(80, 60))).json();
  await setCover(path, cover(first));
  await publish(path);
  const { src } = (await teaser(path)).cover;

  const { name: second } = (await upload(path, await pictureOf(60, 80))).json();
  await setCover(path, cover(second));
  const { revision } = await read(path);
  await studio("POST", `${path}/discard`, { revision });
  expect((await read(path)).draft.metadata["cover"]).toEqual(cover(first));

  portal.advance(60_000);
  await setCover(path, undefined);
  await publish(path);
  expect((await teaser(path)).cover).toBeUndefined();
  const { items } = (await studio("GET", `${path}/revisions`)).body;
  const body = { revision: (await read(path)).revision };
  await studio("POST", `${path}/revisions/${items.at(-1).id}/restore`, body);
  await publish(path);
  expect((await teaser(path)).cover.src).toBe(src);
  expect((await portal.app.inject(src)).statusCode).toBe(200);
});

test("a link picture has the drawing while the file of its cover is missing, and none while the storage fails", async () => {
  const path = await write("A file that is gone");
  const { name } = (await upload(path, await pictureOf(80, 60))).json();
  await setCover(path, cover(name));
  await publish(path);
  const html = await portal.page(`/preview${path}`);
  const [, image = ""] = /property="og:image" content="([^"]*)"/.exec(html) ?? [];
  const picture = async () => {
    const answer = await portal.app.inject(image.replace("http://portal.test", ""));
    return [answer.statusCode, answer.headers["cache-control"]];
  };
  const media = `${folder.path}/media`;
  await rename(media, `${media}-away`);
  expect(await picture()).toEqual([200, "no-cache"]);
  await writeFile(media, "");
  expect(await picture()).toEqual([503, "no-store"]);
  await rm(media);
  await rename(`${media}-away`, media);
  expect(await picture()).toEqual([200, "public, max-age=31536000, immutable"]);
});
