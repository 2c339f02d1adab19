import { createCanvas } from "@napi-rs/canvas";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "../../../testing/temporary-folder.ts";
import { ImagePreparer } from "./prepare-images.ts";
import { openImport, type ImportItem } from "./read-import.ts";

const defaults = {
  kind: "blog" as const,
  author: "Ringside",
  timeZone: "Europe/Warsaw",
  now: new Date("2026-03-01T12:00:00Z"),
  seenTags: new Map(),
  sites: [],
  images: new ImagePreparer(),
};

let folder: TemporaryFolder;
beforeAll(async () => void (folder = await temporaryFolder()));
afterAll(() => folder.remove());

const post = (slug: string, html: string | null, more: Record<string, unknown> = {}) => ({
  id: slug,
  slug,
  title: `The ${slug}`,
  html,
  status: "published",
  type: "post",
  visibility: "members",
  published_at: "2024-05-01T10:00:00.000Z",
  custom_excerpt: "An excerpt.",
  feature_image: null,
  lexical: "{}",
  ...more,
});

type More = { users?: Record<string, unknown>[]; posts_meta?: Record<string, unknown>[] };

/** Opens an export of these posts, which have two authors and the tags Rally and #hidden. */
async function openExport(posts: ReturnType<typeof post>[], more: More = {}) {
  const data = {
    posts,
    tags: [
      { id: "t1", name: "Rally", slug: "rally" },
      { id: "t2", name: "#hidden", slug: "hash-hidden" },
    ],
    posts_tags: posts.flatMap(({ id }) => [
      { post_id: id, tag_id: "t2", sort_order: 1 },
      { post_id: id, tag_id: "t1", sort_order: 0 },
    ]),
    users: [
      { id: 1, name: "Ada" },
      { id: 2, name: "Bob" },
    ],
    ...more,
    posts_authors: posts.flatMap(({ id }) => [
      { post_id: id, author_id: 2, sort_order: 1 },
      { post_id: id, author_id: 1, sort_order: 0 },
    ]),
  };
  await folder.write({ "ghost.json": JSON.stringify({ db: [{ meta: {}, data }] }) });
  return openImport(`${folder.path}/ghost.json`, defaults);
}

/** Reads the posts of an export. */
async function read(...posts: ReturnType<typeof post>[]): Promise<ImportItem[]> {
  return itemsOf(await openExport(posts));
}

async function itemsOf({ items }: Awaited<ReturnType<typeof openExport>>): Promise<ImportItem[]> {
  const found: ImportItem[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const bodyOf = async (html: string) => {
  const [item] = await read(post("p", html));
  return { body: item?.read?.entry.texts[0]?.body, notes: item?.notes.slice(2) };
};

test("a members-only post keeps its first author, tags and excerpt in their order; its text stays out of the summary", async () => {
  const [item, bare] = await read(
    post("one", "<p>Text.</p>"),
    post("two", "<p>For members.</p>", { custom_excerpt: null, feature_image: "x.jpg" }),
  );
  expect(item?.read?.entry).toEqual({
    kind: "blog",
    slug: "one",
    metadata: {
      publishedAt: "2024-05-01T10:00:00.000Z",
      author: "Ada",
      tags: ["rally"],
      motif: "paw",
    },
    texts: [{ language: "en", front: { title: "The one", summary: "An excerpt." }, body: "Text." }],
    tags: { rally: { en: "Rally" } },
    files: {},
  });
  expect(bare?.read?.entry.texts[0]?.front["summary"]).toBe("The two");
  expect(bare?.notes).toEqual([
    "ghost.json: two: author: an entry has one; left out Bob",
    "ghost.json: two: no motif: paw",
    "ghost.json: two: no excerpt: the title",
    "ghost.json: two: left out: image: x.jpg",
  ]);
});

test("each field that the portal has no place for is named once, also those of posts_meta", async () => {
  const meta = {
    post_id: "p",
    id: "m1",
    og_title: "Seen elsewhere",
    meta_description: "",
    feature_image_alt: "A *dog*",
    feature_image_caption: "In <b>May</b>",
  };
  const full = post("p", "<p>Text.</p>", {
    visibility: "paid",
    canonical_url: "https://elsewhere.example/p",
    codeinjection_head: "<script>steal()</script>",
    codeinjection_foot: null,
    feature_image: "__GHOST_URL__/content/images/dog.png",
  });
  await folder.write({ "content/images/dog.png": await createCanvas(20, 10).encode("png") });
  const [item] = await itemsOf(await openExport([full], { posts_meta: [meta] }));
  expect(item?.notes.slice(2)).toEqual([
    "ghost.json: p: cover: became the first image of the text",
    "ghost.json: p: left out: canonical_url, codeinjection_head, feature_image_caption, og_title",
    "ghost.json: p: visibility: paid: the text is for all members here",
  ]);
  expect(item?.read?.entry.texts[0]?.body).toBe("![A dog](dog-20x10.webp)\n\nText.");
  expect(JSON.stringify(item?.read?.entry)).not.toMatch(/steal|elsewhere/);
});

test("users with a biography become authors, and what is left out of users is named", async () => {
  const users = [
    {
      id: 1,
      name: "Ada",
      slug: "ada-l",
      bio: "Runs **fast**. <script>steal()</script>",
      profile_image: "__GHOST_URL__/content/images/ada.png",
      website: "https://ada.example",
      email: "ada@example.com",
    },
    { id: 2, name: "Bob", slug: "bob", bio: null, profile_image: null },
    { id: 3, name: "Łoś", bio: "Jumps.\u0000" },
  ];
  const { authors, notes, refusals } = await openExport([post("p", "<p>Text.</p>")], { users });
  expect(authors).toEqual([
    {
      slug: "ada-l",
      metadata: { name: "Ada" },
      texts: [
        {
          language: "en",
          front: { credentials: "Author" },
          body: expect.stringMatching(/^Runs \*\*fast\*\*\.\s*$/),
        },
      ],
    },
  ]);
  expect(notes).toEqual([
    "ghost.json: user ada-l: left out: profile_image, website",
    "ghost.json: user ada-l: left out: <script>",
    "ghost.json: user ada-l: no credentials: Author",
    "ghost.json: user Łoś: no credentials: Author",
  ]);
  expect(refusals).toEqual([expect.stringContaining("ghost.json: user Łoś: ")]);
  expect(JSON.stringify(authors)).not.toContain("example.com");
});

test("drafts are imported unpublished, scheduled posts with their time, pages and posts without HTML not at all", async () => {
  const [draft, scheduled, page, bare, bad] = await read(
    post("draft", "<p>x</p>", { status: "draft", published_at: null }),
    post("scheduled", "<p>x</p>", { status: "scheduled", published_at: "2030-01-01T00:00:00Z" }),
    post("page", "<p>x</p>", { type: "page" }),
    post("bare", null),
    post("bad", "<p>x</p>", { published_at: "soon" }),
  );
  expect(draft?.read?.entry.metadata["publishedAt"]).toBeNull();
  expect(draft?.notes).toContain("ghost.json: draft: a draft: imported unpublished");
  expect(scheduled?.read?.entry.metadata["publishedAt"]).toBe("2030-01-01T00:00:00.000Z");
  expect(page).toMatchObject({
    read: null,
    refusal: null,
    notes: ["ghost.json: page: left out: a page"],
  });
  expect(bare?.refusal).toBe("ghost.json: bare: html: the post has no text as HTML");
  expect(bad?.refusal).toBe('ghost.json: bad: published_at: "soon" is no date');
});

test("code, tables, lists, quotes and footnotes become Markdown", async () => {
  const { body, notes } = await bodyOf(
    `<h1>Part</h1><p>One <strong>bold</strong>, <em>two</em> * stars<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup>.</p>
     <!--kg-card-begin: html--><ul><li>a<ul><li>b</li></ul></li></ul><!--kg-card-end: html-->
     <pre><code class="language-js">const a = "&lt;b&gt;";\n</code></pre>
     <blockquote>Quote</blockquote><table><tr><th>Dog</th></tr><tr><td>Rex</td></tr></table>
     <section class="footnotes"><ol><li id="fn1"><p>A note. <a href="#fnref1" class="footnote-backref">↩︎</a></p></li></ol></section>`,
  );
  expect(body).toBe(
    [
      "## Part",
      "One **bold**, *two* \\* stars[^1].",
      "- a\n  - b",
      '```js\nconst a = "<b>";\n```',
      "> Quote",
      "| Dog |\n| --- |\n| Rex |",
      "[^1]: A note.",
    ].join("\n\n"),
  );
  expect(notes).toEqual([]);
});

test("cards keep their words and links; embeds, images, scripts, handlers and unsafe links are named", async () => {
  const { body, notes } = await bodyOf(
    `<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://e.example/x"><div class="kg-bookmark-content"><div class="kg-bookmark-title">A page</div></div></a></figure>
     <figure class="kg-card kg-embed-card"><iframe src="https://video.example/embed/1"></iframe><figcaption>A run</figcaption></figure>
     <figure class="kg-card kg-image-card"><img src="__GHOST_URL__/a.jpg" onerror="steal()"></figure>
     <div class="kg-card kg-callout-card"><div class="kg-callout-text">Take care.</div></div>
     <div class="kg-card kg-button-card"><a href="__GHOST_URL__/join/" class="kg-btn">Join</a></div>
     <p onclick="steal()"><a href="java&#10;script:steal()">click</a><script>steal()</script></p>`,
  );
  expect(body).toBe(
    ["[A page](https://e.example/x)", "A run", "Take care.", "[Join](/join/)", "click"].join(
      "\n\n",
    ),
  );
  expect(notes).toEqual([
    "ghost.json: p: left out: <iframe> of https://video.example/embed/1",
    "ghost.json: p: left out: image: __GHOST_URL__/a.jpg",
    "ghost.json: p: left out: <p> with onclick",
    "ghost.json: p: left out: link to javascript:",
    "ghost.json: p: left out: <script>",
    "ghost.json: p: link to /join/: nothing in this import has this address",
  ]);
});

test("a JSON file of something else is an error", async () => {
  await folder.write({ "other.json": "{}", "broken.json": "{\n]" });
  const open = (name: string) => openImport(`${folder.path}/${name}`, defaults);
  await expect(open("other.json")).rejects.toThrow("other.json:1: this is no export of Ghost");
  await expect(open("broken.json")).rejects.toThrow(/^broken\.json:\d: SyntaxError/);
});
