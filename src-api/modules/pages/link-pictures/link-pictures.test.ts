import { loadImage, createCanvas } from "@napi-rs/canvas";
import { describe, expect, test, vi } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { createPagesPortal } from "#api/testing/pages-portal.ts";
import drawPicture from "./draw-picture.ts";
import { pictureOfPage } from "./link-picture.ts";
import { createPictureStore } from "./link-picture-routes.ts";

const portal = await forFile(createPagesPortal());

const installed = () => portal.portal.brand;

const noPicture = () => Promise.reject(new Error("No entry has a picture."));

const get = (address: string, headers: Record<string, string> = {}) =>
  portal.app.inject({ url: address, headers });

/** Returns the address of the picture that a page's preview shows. */
async function pictureOf(page: string): Promise<string> {
  const [, url = ""] = /property="og:image" content="([^"]*)"/.exec(await portal.page(page)) ?? [];
  return url.replace("http://portal.test", "");
}

describe("the picture of a link preview", () => {
  test("is a PNG of the promised size, with the cover in its right half", async () => {
    const { headers, rawPayload } = await get(await pictureOf("/articles/weave-entries"));
    expect(headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "cross-origin",
    });
    const image = await loadImage(rawPayload);
    expect([image.width, image.height]).toEqual([1200, 630]);
    const context = createCanvas(1200, 630).getContext("2d");
    context.drawImage(image, 0, 0);
    const at = (x: number, y: number) =>
      Array.from(context.getImageData(x, y, 1, 1).data.slice(0, 3));
    expect(at(610, 315)).toEqual([255, 0, 0]);
    expect(at(590, 315)).not.toEqual([255, 0, 0]);
  });

  test.each(["/", "/memberships?lang=pl", "/blog/a-diary", "/videos/front-cross?lang=pl"])(
    "exists for %s at the address that its head names",
    async (page) => {
      expect((await get(await pictureOf(page))).statusCode).toBe(200);
    },
  );

  test("is 304 for whoever holds it, and is asked for again at an address with another version", async () => {
    const address = await pictureOf("/about");
    const { etag = "" } = (await get(address)).headers;
    expect((await get(address, { "if-none-match": etag })).statusCode).toBe(304);
    const old = await get(address.replace(/v=.*/, "v=old"));
    expect([old.statusCode, old.headers["cache-control"]]).toEqual([200, "no-cache"]);
  });

  test.each([
    "/og/en/articles/unheard-of.png",
    "/og/en/articles/of-tomorrow.png",
    "/og/en/blog/weave-entries.png",
    "/og/xx/home.png",
    "/og/en/login.png",
    "/og/en/home.svg",
    "/og/en/../home.png",
    "/og/en/constructor.png",
    "/og/",
  ])("is 404 at %s", async (address) => {
    expect((await get(address)).statusCode).toBe(404);
  });
});

/** Characters without a font all look like the same box. */
test.each([
  ["Chinese", "王小明", "李大文"],
  ["Korean", "김철수", "박영희"],
  ["Thai", "กขค", "งจช"],
  ["Devanagari", "कखग", "चटप"],
  ["emoji", "🐕🐩", "🐈🐇"],
])("a title in %s is drawn with its letters", async (_, one, other) => {
  const { colours } = portal.portal.brand;
  const cover = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="630"/>';
  const draw = (title: string) =>
    drawPicture({
      picture: { ...pictureOfPage("home", "en", portal.portal.brand), title },
      brand: { name: "Ringside", colours, logo: cover },
      cover,
    });
  expect(Buffer.from(await draw(one)).equals(await draw(other))).toBe(false);
});

const image = await createCanvas(60, 63).encode("png");

describe("the store of pictures", () => {
  const cover = vi.fn(() => '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="630"/>');

  test("draws each picture once, also for those who ask at the same time", async () => {
    const store = await createPictureStore(cover, installed, noPicture);
    const home = pictureOfPage("home", "en", portal.portal.brand);
    const [one, other] = await Promise.all([store.png(home), store.png({ ...home })]);
    expect(other).toBe(one);
    expect(await store.png(home)).toBe(one);
    await store.close();
  });

  test("refuses what would wait too long", async () => {
    const store = await createPictureStore(cover, installed, noPicture);
    const many = Array.from({ length: 60 }, (_, at) =>
      store.png({ ...pictureOfPage("home", "en", portal.portal.brand), name: `en/${at}` }),
    );
    await expect(many.at(-1)).rejects.toMatchObject({ code: "busy" });
    await store.close();
    const outcomes = await Promise.allSettled(many);
    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBeLessThan(45);
  });

  const covered = (name: string, src = "/cover.webp?v=1") => {
    const home = pictureOfPage("home", "en", portal.portal.brand);
    return { ...home, name, cover: { ...home.cover, own: { src, focus: { x: 0, y: 0 } } } };
  };

  test("refuses what would wait too long to be read", async () => {
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    const store = await createPictureStore(cover, installed, () => promise);
    const many = Array.from({ length: 60 }, (_, at) => store.png(covered(`en/${at}`)));
    const outcomes = Promise.allSettled(many);
    await expect(many.at(-1)).rejects.toMatchObject({ code: "busy" });
    resolve(image);
    const drawn = (await outcomes).filter(({ status }) => status === "fulfilled");
    expect(drawn).toHaveLength(40);
    await store.close();
  });

  test("keeps no picture whose cover is missing, or may change under its name", async () => {
    const read = vi.fn(async (): Promise<Buffer | null> => image);
    read.mockResolvedValueOnce(null);
    const store = await createPictureStore(cover, installed, read);
    const home = covered("en/home");
    expect(await store.png(home)).toMatchObject({ isKept: false });
    expect(await store.png(home)).toMatchObject({ isKept: true });
    expect(await store.png(home)).toBe(await store.png(home));
    expect(read).toHaveBeenCalledTimes(2);
    const changing = covered("en/home", "/cover.webp");
    for (const times of [3, 4]) {
      expect(await store.png(changing)).toMatchObject({ isKept: false });
      expect(read).toHaveBeenCalledTimes(times);
    }
    await store.close();
  });

  test("gives another version to another title, cover or brand, and to one without dogs", async () => {
    const home = pictureOfPage("home", "en", portal.portal.brand);
    expect(home.title).toBe(portal.portal.brand.texts.en.hero.headline);
    const versions = await Promise.all(
      [
        { picture: home, drawn: "<svg/>", name: "A" },
        { picture: { ...home, title: "B" }, drawn: "<svg/>", name: "A" },
        { picture: home, drawn: "<svg />", name: "A" },
        { picture: home, drawn: "<svg/>", name: "B" },
        { picture: home, drawn: "<svg/>", name: "A", partsOff: ["dogs" as const] },
      ].map(async ({ picture, drawn, ...brand }) => {
        const store = await createPictureStore(
          () => drawn,
          () => ({ ...installed(), ...brand }),
          noPicture,
        );
        const version = store.version(picture);
        await store.close();
        return version;
      }),
    );
    expect(new Set(versions).size).toBe(5);
  });
});
