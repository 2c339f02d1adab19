import { readdirSync } from "node:fs";
import { readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { contentEntries } from "#api/modules/library/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { typeContent } from "#api/testing/content-commands.ts";
import { createContentPortal, syncFolder } from "#api/testing/content-portal.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";

let folder: TemporaryFolder;
const dataDir = await forFile(temporaryFolder());
const portal = await forFile(
  createContentPortal({ "tags.json": "{}" }, {}, { dataDir: dataDir.path }),
);
beforeEach(async () => {
  await portal.portal.database.delete(contentEntries);
  folder = await temporaryFolder();
  return () => folder.remove();
});

const front = "title: T\ndate: 2024-05-01\ntags: [a]\nsummary: S.\nauthor: Ada\nmotif: jump";
const post = (body: string) => `---\n${front}\n---\n\n${body}\n`;

async function picture(width: number, height: number, type: "jpeg" | "png" | "webp" = "jpeg") {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#b5481f";
  context.fillRect(0, 0, width / 2, height);
  return type === "png" ? canvas.encode("png") : canvas.encode(type, 90);
}

const bodyOf = async (slug = "first") =>
  String((await portal.get(`/content/articles/${slug}`, "member")).json().body);
const addressIn = (body: string) => /\]\((\/api\/media[^)]+)\)/.exec(body)?.[1] ?? "";

describe("images of imported texts", () => {
  test("are resized, stored once, and served to members by signed addresses", async () => {
    await folder.write({
      "posts/first.md": post("Look:\n\n![A jump](../img/Big%20Jump.jpg)\n\n![](/hero.png)"),
      "posts/second.md": post("![The same](../img/Big%20Jump.jpg)"),
      "img/Big Jump.jpg": await picture(2800, 1400),
      "static/hero.png": await picture(300, 200, "png"),
    });
    const { lines } = await typeContent(portal, "import", folder.path);
    expect(lines.at(-1)).toBe("2 imported, 0 unchanged, 0 refused.");
    const body = await bodyOf();
    expect(body).toMatch(/!\[A jump\]\(\/api\/media\/articles\/first\/big-jump-1400x700\.webp\?/);
    expect(body).toMatch(/!\[\]\(\/api\/media\/articles\/first\/hero-300x200\.webp\?/);
    const address = addressIn(body);
    const answer = await portal.app.inject(address);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/webp"]);
    const { width, height } = await loadImage(answer.rawPayload);
    expect([width, height]).toEqual([1400, 700]);
    expect((await portal.app.inject(address.replace("signature=", "signature=x"))).statusCode).toBe(
      403,
    );
    expect((await portal.app.inject(address.split("?")[0] ?? "")).statusCode).toBe(403);
    const stored = await portal.portal.database
      .select({ details: contentEntries.details })
      .from(contentEntries);
    const names = stored.flatMap(({ details }) => Object.values(details.stored ?? {}));
    expect([names.length, new Set(names).size]).toEqual([3, 2]);
  });

  test("are found by the names that authors write", async () => {
    const names = [
      "photo (1).png",
      "żółw.png".normalize("NFD"),
      "my photo.png",
      "plain.png",
      "UPPER.PNG",
      "per%20cent.png",
      "a#b.png",
    ];
    for (const [at, name] of names.entries()) {
      await folder.write({ [`posts/${name}`]: await picture(10 + at, 10, "png") });
    }
    await folder.write({
      "static/img/wide.png": await picture(50, 10, "png"),
      "posts/first.md": post(
        [
          "![one](photo%20(1).png) ![again](<photo (1).png>) ![raw](photo (1).png)",
          `![two](żółw.png) ![encoded](${encodeURI("żółw.png")})`,
          '![three](my photo.png "A title") ![](<my photo.png>)',
          '<img src="plain.png" alt="four" width="300">',
          "Within <img alt='words' src=plain.png> words.",
          "![five][pic] ![pic] ![Pic][]",
          "![six](upper.png) ![seven](per%2520cent.png) ![eight](a%23b.png)",
          "![nine](/img/wide.png?v=2) ![ten](img/wide.png) ![eleven]({{ site.baseurl }}/img/wide.png)",
          '{{< figure src="/img/wide.png" alt="twelve" caption="So wide" >}}',
          "`![code](my photo.png)`",
          "[pic]: plain.png",
        ].join("\n\n"),
      ),
    });
    const { lines } = await typeContent(portal, "import", folder.path, "--kind", "articles");
    expect(lines.slice(1)).toEqual(["1 imported, 0 unchanged, 0 refused."]);
    const body = (await bodyOf()).replaceAll(/\/api\/media\/articles\/first\/|\?[^\s)]*/g, "");
    const images = [...body.matchAll(/!\[([^\]]*)\]\(([^\s)]+(?: photo\.png)?)[^)]*\)/g)].map(
      ([, alt, name]) => [alt, name],
    );
    const [one, two, three, four] = [
      "photo-1-10x10",
      "zolw-11x10",
      "my-photo-12x10",
      "plain-13x10",
    ];
    const inOrder = `one ${one} again ${one} raw ${one} two ${two} encoded ${two} three ${three} - ${three} four ${four} words ${four} five ${four} pic ${four} Pic ${four} six upper-14x10 seven per-20cent-15x10 eight a-b-16x10 nine wide-50x10 ten wide-50x10 eleven wide-50x10 twelve wide-50x10`;
    expect(images.map(([alt, name]) => `${alt || "-"} ${name}`).join(" ")).toBe(
      `${inOrder.replaceAll(/(\d+x\d+)/g, "$1.webp")} code my photo.png`,
    );
    expect(body).toContain('.webp "A title")');
    expect(body).toContain('![twelve](wide-50x10.webp "So wide")');
  });

  test("never refuse their text: a tall one is made smaller, others are named", async () => {
    await folder.write({
      "tall.png": await picture(20, 17_000, "png"),
      "damaged.png": (await picture(20, 20, "png")).subarray(0, 60),
      "first.md": post("The text.\n\n![Tall](tall.png)\n\n![Damaged](damaged.png)"),
    });
    const { lines } = await typeContent(portal, "import", folder.path, "--kind", "articles");
    expect(lines.slice(1)).toEqual([
      "first.md: image: damaged.png: damaged",
      'first.md:14: left out: image: damaged.png ("Damaged")',
      "1 imported, 0 unchanged, 0 refused.",
    ]);
    expect(await bodyOf()).toMatch(/The text\.\n\n!\[Tall\]\(.*\/tall-19x16383\.webp\?/);
  });

  test("lie in the temporary folder only until their batch is stored", async () => {
    const own = await temporaryFolder();
    vi.stubEnv("TMPDIR", own.path);
    const image = await picture(40, 20);
    for (let at = 0; at < 210; at += 1) {
      await folder.write({
        [`e${at}.md`]: post(`![One](one-${at}.jpg) ![Again](again-${at}.jpg)`),
        [`one-${at}.jpg`]: image,
        [`again-${at}.jpg`]: image,
      });
    }
    let maxFiles = 0;
    const counting = setInterval(() => {
      maxFiles = Math.max(maxFiles, readdirSync(own.path, { recursive: true }).length - 1);
    }, 2);
    const { lines } = await typeContent(portal, "import", folder.path);
    expect(lines.at(-1)).toBe("210 imported, 0 unchanged, 0 refused.");
    expect(maxFiles).toBeGreaterThan(90);
    // one batch that is stored, and one that is read meanwhile
    expect(maxFiles).toBeLessThan(205 + 16);
    expect(await readdir(own.path)).toEqual([]);
    clearInterval(counting);
    vi.unstubAllEnvs();
    await own.remove();
  });

  test("are the same after an export, an import of it, and a synchronisation with it", async () => {
    await folder.write({
      "first.md": post("![A jump](jump.jpg)"),
      "jump.jpg": await picture(2000, 1000),
    });
    await typeContent(portal, "import", folder.path);
    const before = (await bodyOf()).split("?")[0];
    const bytes = (await portal.app.inject(addressIn(await bodyOf()))).rawPayload;
    await typeContent(portal, "export", join(folder.path, "export"));
    await portal.portal.database.delete(contentEntries);
    const again = await typeContent(portal, "import", join(folder.path, "export"));
    expect(again.lines).toEqual(["1 imported, 0 unchanged, 0 refused."]);
    expect((await bodyOf()).split("?")[0]).toBe(before);
    expect((await portal.app.inject(addressIn(await bodyOf()))).rawPayload.equals(bytes)).toBe(
      true,
    );
    await portal.portal.database.delete(contentEntries);
    await syncFolder(portal.portal, join(folder.path, "export"));
    expect((await portal.app.inject(addressIn(await bodyOf()))).rawPayload.equals(bytes)).toBe(
      true,
    );
  });

  test("that cannot be used are left out and named, and the text is imported", async () => {
    const header = Buffer.from(await picture(10, 10, "png"));
    header.writeUInt32BE(60_000, 16);
    header.writeUInt32BE(60_000, 20);
    await folder.write({
      "site/first.md": post(
        "Words. ![](missing.jpg) ![](text.jpg) ![](bomb.png) ![](../secret.jpg) ![](link.jpg) ![](https://evil.example/a.jpg) ![](cut.jpg)",
      ),
      "site/text.jpg": "<script>steal()</script>",
      "site/bomb.png": header,
      "site/cut.jpg": (await picture(100, 100)).subarray(0, 30),
      "secret.jpg": await picture(10, 10),
    });
    await symlink(join(folder.path, "secret.jpg"), join(folder.path, "site/link.jpg"));
    const { lines } = await typeContent(portal, "import", join(folder.path, "site"));
    expect(lines).toContain("first.md: image: text.jpg: neither JPEG, PNG, WebP nor GIF");
    expect(lines).toContain("first.md: image: bomb.png: more than 30 megapixels");
    for (const name of ["missing", "text", "bomb", "../secret", "link", "cut"]) {
      expect(lines.join("\n")).toMatch(new RegExp(`left out: image: ${name}\\.`));
    }
    expect(lines).toContain("refused: link.jpg:1: symbolic links are not followed");
    expect(await bodyOf()).not.toContain("![");
  });

  test("above the text become its first image, and are named where they cannot be had", async () => {
    await folder.write({
      "site/first.md": post("Words.").replace("title: T", "title: T\ncover: pictures/x.jpg"),
      "site/second.md": post("![Again](pictures/x.jpg)").replace(
        "title: T",
        'title: T\nimage: { path: /pictures/x.jpg, alt: "A *jump*" }',
      ),
      "site/third.md": post("Words.").replace("title: T", "title: T\ncover: ../secret.jpg"),
      "site/pictures/x.jpg": await picture(400, 200),
      "secret.jpg": await picture(10, 10),
    });
    const { lines } = await typeContent(portal, "import", join(folder.path, "site"));
    expect(lines).toContain("first.md:3: cover: became the first image of the text");
    expect(lines).toContain("third.md:3: left out: image: ../secret.jpg");
    expect(await bodyOf()).toMatch(
      /^!\[\]\(\/api\/media\/articles\/first\/x-400x200\.webp\?[^)]*\)\n\nWords\.$/,
    );
    expect(await bodyOf("second")).toMatch(/^!\[Again\]\([^)]*\)$/);
    expect(await bodyOf("third")).toBe("Words.");
  });

  test("of an export of Ghost come from the folder beside it, and are the same after an export", async () => {
    const html = [
      "<p>Look:</p>",
      '<figure><img src="__GHOST_URL__/content/images/size/w600/2024/05/Big-Jump.jpg" alt="A *jump*"><figcaption>Over "it"</figcaption></figure>',
      '<p><img src="__GHOST_URL__/content/images/missing.jpg"> <img src="__GHOST_URL__/content/images/../../../secret.jpg"> <img src="https://evil.example/content/images/2024/05/Big-Jump.jpg"> <img src="__GHOST_URL__/content/images/link.jpg"></p>',
    ].join("");
    const article = {
      id: 1,
      slug: "first",
      title: "T",
      html,
      status: "published",
      type: "post",
      published_at: "2024-05-01T10:00:00.000Z",
      custom_excerpt: "S.",
      feature_image: "__GHOST_URL__/content/images/top.png",
    };
    await folder.write({
      "ghost/export.json": JSON.stringify({ db: [{ data: { posts: [article] } }] }),
      "ghost/content/images/2024/05/Big-Jump.jpg": await picture(800, 400),
      "ghost/content/images/top.png": await picture(200, 100, "png"),
      "secret.jpg": await picture(10, 10),
    });
    const link = join(folder.path, "ghost/content/images/link.jpg");
    await symlink(join(folder.path, "secret.jpg"), link);
    const typed = [join(folder.path, "ghost/export.json")];
    const rehearsed = await typeContent(portal, "import", ...typed, "--dry-run");
    const { lines } = await typeContent(portal, "import", ...typed);
    expect(rehearsed.lines).toEqual(lines);
    const named = lines.filter((line) => line.includes("image: "));
    expect(named.map((line) => line.split("image: ")[1])).toEqual([
      "__GHOST_URL__/content/images/missing.jpg",
      "__GHOST_URL__/content/images/../../../secret.jpg",
      "https://evil.example/content/images/2024/05/Big-Jump.jpg",
      "__GHOST_URL__/content/images/link.jpg",
    ]);
    const before = (await bodyOf()).replaceAll(/\?[^\s)]*/g, "");
    expect(before).toBe(
      [
        "![](/api/media/articles/first/top-200x100.webp)",
        "Look:",
        String.raw`![A jump](/api/media/articles/first/big-jump-800x400.webp "Over \"it\"")`,
      ].join("\n\n"),
    );
    const bytes = (await portal.app.inject(addressIn(await bodyOf()))).rawPayload;
    await typeContent(portal, "export", join(folder.path, "export"));
    await portal.portal.database.delete(contentEntries);
    await typeContent(portal, "import", join(folder.path, "export"));
    expect((await bodyOf()).replaceAll(/\?[^\s)]*/g, "")).toBe(before);
    expect((await portal.app.inject(addressIn(await bodyOf()))).rawPayload.equals(bytes)).toBe(
      true,
    );
  });

  test("show no part of themselves to others, nor in feeds without their description", async () => {
    await folder.write({
      "first.md": post("![A jump](jump.jpg)"),
      "jump.jpg": await picture(40, 20),
    });
    await typeContent(portal, "import", folder.path);
    expect((await portal.get("/content/articles/first", "user")).statusCode).toBe(403);
    expect((await portal.get("/content/articles/first/teaser")).body).not.toContain(".webp");
  });
});
