import { createCanvas } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { ImagePreparer } from "./prepare-images.ts";
import { openImport, type ImportItem } from "./read-import.ts";

const defaults = {
  kind: "blog" as const,
  author: "Ringside",
  timeZone: "Europe/Warsaw",
  now: new Date("2026-03-01T12:00:00Z"),
  language: "en" as const,
  seenTags: new Map(),
  sites: [],
  images: new ImagePreparer(),
};

const folder = await forFile(temporaryFolder());

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
    addresses: ["/one/"],
  });
  expect(bare?.read?.entry.texts[0]?.front["summary"]).toBe("The two");
  expect(bare?.notes).toEqual([
    "ghost.json: two: author: an entry has one; left out Bob",
    "ghost.json: two: no motif: paw",
    "ghost.json: two: no excerpt: the title",
    "ghost.json: two: left out: image: x.jpg",
  ]);
});

test("each field that the portal has no field for is named once, also those of posts_meta", async () => {
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
  expect(bare?.refusal).toBe("ghost.json: bare: html: the post has no text");
  expect(bad?.refusal).toBe('ghost.json: bad: published_at: "soon" is not a date');
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

test("cards say all their words, without the parts of players", async () => {
  const { body, notes } = await bodyOf(
    `<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://e.example/x"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Title</div><div class="kg-bookmark-description">Description</div><div class="kg-bookmark-metadata"><span class="kg-bookmark-author">Ann</span><span class="kg-bookmark-publisher">Site</span></div></div></a><figcaption>Caption</figcaption></figure>
     <div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Why?</h4><button class="kg-toggle-card-icon"><svg></svg></button></div><div class="kg-toggle-content"><p>Because</p></div></div>
     <div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Take <b>care</b><br></div></div>
     <div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://e.example/a.pdf"><div class="kg-file-card-title">Plan</div><div class="kg-file-card-caption">For May</div><div class="kg-file-card-filename">a.pdf</div><div class="kg-file-card-filesize">1 KB</div><div class="kg-file-card-icon"><svg></svg></div></a></div>
     <div class="kg-card kg-audio-card"><audio src="a.mp3"></audio><div class="kg-audio-title">Song</div><div class="kg-audio-player"><button>x</button>0:00</div></div>
     <div class="kg-card kg-product-card"><h4 class="kg-product-card-title">Lead</h4><div class="kg-product-card-rating"><span class="kg-product-card-rating-active"></span><span></span></div><p>Soft</p></div>
     <p><strong>Bold line<br></strong>and on.<br></p>`,
  );
  expect(body?.split("\n\n")).toEqual([
    "[Title](https://e.example/x)",
    "Description",
    "Ann · Site",
    "Caption",
    "#### Why?",
    "Because",
    "💡 Take **care**",
    "[Plan](https://e.example/a.pdf)",
    "For May",
    "a.pdf · 1 KB",
    "Song",
    "#### Lead",
    "★☆",
    "Soft",
    "**Bold line**\\\nand on.",
  ]);
  expect(notes).toEqual(["ghost.json: p: left out: <audio> of a.mp3"]);
});

test("a post without HTML is read as Ghost's editors stored it", async () => {
  const root = {
    type: "root",
    children: [
      {
        type: "paragraph",
        children: [
          { type: "extended-text", text: "Bold ", format: 1 },
          { type: "extended-text", text: "and ", format: 0 },
          { type: "link", url: "https://e.example", children: [{ type: "text", text: "link" }] },
          { type: "linebreak" },
          { type: "text", text: "10", format: 0 },
          { type: "text", text: "2", format: 64 },
        ],
      },
      { type: "extended-heading", tag: "h1", children: [{ type: "text", text: "Part" }] },
      {
        type: "list",
        listType: "number",
        start: 2,
        children: [{ type: "listitem", children: [{ type: "text", text: "two" }] }],
      },
      { type: "callout", calloutEmoji: "💡", calloutText: "<p>Take <b>care</b></p>" },
      { type: "toggle", heading: "Why?", content: "<p>Because</p>" },
      {
        type: "bookmark",
        url: "https://e.example/x",
        metadata: { title: "Title", description: "Description" },
        caption: "Caption",
      },
      { type: "button", buttonText: "Join", buttonUrl: "https://e.example/join" },
      { type: "codeblock", code: "a < b", language: "js" },
      { type: "html", html: "<i>Own</i>" },
      { type: "image", src: "https://e.example/a.jpg", alt: "A dog", caption: "In May" },
    ],
  };
  const mobiledoc = {
    markups: [["strong"], ["a", ["href", "https://e.example"]]],
    atoms: [["soft-return", "", {}]],
    cards: [["embed", { url: "https://e.example/v", html: "<iframe></iframe>", caption: "A run" }]],
    sections: [
      [1, "p", [[0, [0], 1, "Bold"], [0, [], 0, " and "], [0, [1], 1, "link"], [1, [], 0, 0], [0, [], 0, "next"]]], // prettier-ignore
      [3, "ul", [[[0, [], 0, "one"]]]],
      [10, 0],
    ],
  };
  const [newer, older, empty] = await read(
    post("newer", null, { lexical: JSON.stringify({ root }) }),
    post("older", null, { lexical: null, mobiledoc: JSON.stringify(mobiledoc) }),
    post("empty", null, { lexical: '{"root":{"children":[]}}' }),
  );
  expect(newer?.read?.entry.texts[0]?.body.split("\n\n")).toEqual([
    "**Bold** and [link](https://e.example)\\\n10²",
    "## Part",
    "2. two",
    "💡",
    "Take **care**",
    "Why?",
    "Because",
    "[Title](https://e.example/x)",
    "Description",
    "Caption",
    "[Join](https://e.example/join)",
    "```js\na < b\n```",
    "*Own*",
    "In May",
  ]);
  expect(newer?.notes.slice(2)).toEqual([
    'ghost.json: newer: left out: image: https://e.example/a.jpg ("A dog")',
  ]);
  expect(older?.read?.entry.texts[0]?.body.split("\n\n")).toEqual([
    "**Bold** and [link](https://e.example)\\\nnext",
    "- one",
    "<https://e.example/v>",
    "A run",
  ]);
  expect(older?.notes.slice(2)).toEqual(["ghost.json: older: left out: <iframe>"]);
  expect(empty?.refusal).toBe("ghost.json: empty: html: nothing of the post can be imported");
});

const slow = { timeout: 180_000 }; // several seconds of processor time

test("a card of Markdown that parsers take minutes for refuses its post", slow, async () => {
  const cards = [{ type: "markdown", markdown: "*a_".repeat(20_000) }];
  const [long, fine] = await read(
    post("slow", null, { lexical: JSON.stringify({ root: { type: "root", children: cards } }) }),
    post("fine", "<p>Fine.</p>"),
  );
  expect(long?.refusal).toBe("ghost.json: slow: the text takes too long to be converted");
  expect(fine?.read?.entry.texts[0]?.body).toBe("Fine.");
});

test("one odd post refuses itself only, by name; odd rows of other tables are named", async () => {
  const [fine, odd, none] = await itemsOf(
    await openExport([
      post("fine", "<p>Fine.</p>"),
      post("odd", "<p>Odd.</p>", { published_at: 1_772_359_200_000 }),
      { ...post("no-slug", "<p>x</p>"), slug: 7 as never },
    ]),
  );
  expect(fine?.read?.entry.texts[0]?.body).toBe("Fine.");
  expect(odd?.refusal).toMatch(/^ghost\.json: odd: published_at: /);
  expect(none?.refusal).toMatch(/^ghost\.json: .*: slug: /);
  const users = [{ id: 1, name: "Ada" }, { id: 2 }];
  const { notes, items } = await openExport([post("fine", "<p>Fine.</p>")], { users });
  expect(notes).toEqual([
    expect.stringMatching(/^ghost\.json: users: left out: unreadable rows: 1 /),
  ]);
  expect((await itemsOf({ items } as never))[0]?.refusal).toBeNull();
});

test("pages of old versions are left out by name, and data without db is taken", async () => {
  const posts = [
    post("about", "<p>Who.</p>", { type: undefined, page: 1 }),
    post("terms", "<p>How.</p>", { type: undefined, page: true }),
    post("fine", "<p>Fine.</p>", { type: undefined, page: 0 }),
  ];
  await folder.write({ "ghost.json": JSON.stringify({ meta: {}, data: { posts } }) });
  const { items } = await openImport(`${folder.path}/ghost.json`, defaults);
  const found: ImportItem[] = [];
  for await (const item of items) found.push(item);
  expect(found.map(({ read: entry, notes }) => [entry !== null, notes[0]])).toEqual([
    [false, "ghost.json: about: left out: a page"],
    [false, "ghost.json: terms: left out: a page"],
    [true, expect.any(String)],
  ]);
});

test("a JSON file of something else is an error", async () => {
  await folder.write({ "other.json": "{}", "broken.json": "{\n]" });
  const open = (name: string) => openImport(`${folder.path}/${name}`, defaults);
  await expect(open("other.json")).rejects.toThrow("other.json:1: this is not a Ghost export");
  await expect(open("broken.json")).rejects.toThrow(/^broken\.json:\d: SyntaxError/);
});
