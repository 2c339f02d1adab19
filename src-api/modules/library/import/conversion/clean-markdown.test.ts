import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import type { Nodes } from "mdast";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, test } from "vitest";
import { htmlCases } from "../../../../../tests/fixtures/html-cases.ts";
import { cleanMarkdown } from "./clean-markdown.ts";
import { htmlToMarkdown } from "./convert-worker.ts";

/** Returns the types of all nodes of a text, as the pages parse it. */
function typesIn(markdown: string): string[] {
  const types: string[] = [];
  const visit = (node: Nodes) => {
    types.push(node.type);
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  return types;
}

const table = (row: string, line = "| --- | --- |") => `| a | b |\n${line}\n${row}\n`;

describe("a text has neither images nor HTML, as the pages parse it", () => {
  test.each([
    ["code that a cell ends", table("| `x | ![](https://evil.example/a.png) ` |")],
    ["HTML in code that a cell ends", table("| `x | <img src=x onerror=steal()> ` |")],
    ["a cell", table("| ![](https://evil.example/a.png) | <script>steal()</script> |")],
    [
      "a table in a quote",
      `> ${table("| `x | ![](//evil.example) ` |").trim().replaceAll("\n", "\n> ")}`,
    ],
    [
      "a table in a list",
      `- ${table("| `x | ![](//evil.example) ` |").trim().replaceAll("\n", "\n  ")}`,
    ],
    ["one column", "a\n:-:\n`x\n![](//evil.example) `\n"],
    ["aligned columns", table("| `x | ![](//evil.example) ` |", ":-- | --:")],
    ["code that an address ends", "http://good.example/`![](https://evil.example/a.png)`"],
    ["code that www ends", "www.good.example/` ![](https://evil.example/a.png) `"],
    ["a footnote", "a[^1]\n\n[^1]: ![](//evil.example) <b onclick=x>b</b>\n"],
  ])("%s", (_, markdown) => {
    const { body } = cleanMarkdown(markdown);
    expect(typesIn(body).filter((type) => /^(html|image|imageReference)$/.test(type))).toEqual([]);
  });
});

test.each(htmlCases)("HTML says the same as Markdown: %s", (_, html, markdown) => {
  expect(htmlToMarkdown(html)).toMatchObject({ body: markdown, dropped: [] });
  expect(cleanMarkdown(html).body).toBe(markdown);
});

/** Lists of HTML, and their Markdown. */
const lists: [html: string, markdown: string, dropped?: string[]][] = [
  ["<ol><li>One<ol><li>a</ol><li>Two</ol>", "1. One\n   1. a\n2. Two"],
  ["<ol><li>One</li><ol><li>a</li></ol><li>Two</li></ol>", "1. One\n   1. a\n2. Two"],
  ["<ul><ul><li>deep</li></ul><li>One</li></ul>", "- - deep\n- One"],
  ["<ul><li>One</li><p>between</p><li>Two</li></ul>", "- One\n\n  between\n\n- Two"],
  ["<ul>before <b>it</b><li>One</li></ul>", "- before **it**\n\n- One"],
  ['<ol start="5"><li>five<li>six</ol>', "5. five\n6. six"],
  ['<ol><li value="3">three<li>four<li value="7">seven</ol>', "3. three\n4. four\n\n7) seven"],
  ["<ol reversed><li>a<li>b<li>c</ol>", "3. a\n\n2) b\n\n1. c"],
  ['<ol reversed start="10"><li>a<li value="8">b<li>c</ol>', "10. a\n\n8) b\n\n7. c"],
  [
    '<ol reversed start="1"><li>a<li>b<li>c</ol>',
    "1. a\n2. b\n3. c",
    ["the numbers of a list that counts down below zero"],
  ],
  ['<ol start="-2"><li>a</ol>', "1. a", ["the first number of a list: -2"]],
  ['<ol><li value="-2">a</ol>', "1. a", ["the number of an item: -2"]],
  [
    '<ol type="a"><li>a</ol>',
    "1. a",
    ['the letters of a list that has them for numbers: type="a"'],
  ],
];
test.each([
  [
    '<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed" title="Weaves"></iframe><figcaption>A run</figcaption></figure>',
    "[Weaves](https://www.youtube.com/watch?v=dQw4w9WgXcQ)\n\nA run",
  ],
  [
    '<p>Look:</p><div><iframe src="//player.vimeo.com/video/12?dnt=1&h=1a" title="Vimeo video player"></iframe></div>',
    "Look:\n\n<https://vimeo.com/12/1a>",
  ],
  [
    '<p><iframe src="https://video.example.org/videos/embed/9zvLVgmNs4Wg3mVUqqHTqa?p2p=0"></iframe></p>',
    "<https://video.example.org/videos/watch/9zvLVgmNs4Wg3mVUqqHTqa>",
  ],
])("a player of a site with videos becomes a link that can play again: %s", (html, markdown) => {
  expect(htmlToMarkdown(html)).toMatchObject({ body: markdown, dropped: [] });
  expect(cleanMarkdown(html)).toMatchObject({ body: markdown, dropped: [] });
});

test.each(lists)(
  "a list keeps its items and numbers, or they are named: %s",
  (html, body, dropped) => {
    expect(htmlToMarkdown(html)).toMatchObject({
      body,
      dropped: dropped?.map((what) => ({ line: 1, what })) ?? [],
    });
  },
);

test("the mark of the wall stays between blocks, in Markdown as in Ghost's HTML, and is named elsewhere", () => {
  const mark = "<!-- members-only -->";
  for (const text of [`Open\n\n${mark}\n\nClosed`, `Open\n\n${mark}\n\n<p>Closed</p>`]) {
    expect(cleanMarkdown(text)).toMatchObject({ body: `Open\n\n${mark}\n\nClosed`, dropped: [] });
  }
  expect(htmlToMarkdown("<p>Open</p><!--members-only--><p>Closed</p>").body).toBe(
    `Open\n\n${mark}\n\nClosed`,
  );
  const what = "the mark of the wall (members-only) within a block";
  expect(cleanMarkdown(`> Open\n>\n> ${mark}\n>\n> Closed`)).toMatchObject({
    body: "> Open\n>\n> Closed",
    dropped: [{ line: 3, what }],
  });
  expect(htmlToMarkdown(`<p>Open ${mark}Closed</p>`).dropped).toEqual([{ line: 1, what }]);
});

/** Attributes of other programs, what remains of the text, and what is named. */
const attributes: [written: string, body: string, named: string[]][] = [
  ["## Part {#part}", "## Part", []],
  ["## Part ## {#own .wide}", "## Part", ["{#own .wide}", "id own"]],
  ["## A *part* {#own}", "## A *part*", ["id own"]],
  ["Part {#own}\n===", "## Part", ["id own"]],
  ["## Part\n{: #own}\n\nText.", "## Part\n\nText.", ["id own"]],
  ["Text.\n{: .note}", "Text.", ["{: .note}"]],
  ["{:.note}\nText.", "Text.", ["{:.note}"]],
  ["one\n{: .note}\ntwo", "one\ntwo", ["{: .note}"]],
  ["Text.\n\n{.note #x}\n\nMore.", "Text.\n\nMore.", ["{.note #x}"]],
  ["A text {.lead}", "A text", ["{.lead}"]],
  [
    '*a*{: .b} [l](/x){:target="_blank"} `c`{.js}',
    "*a* [l](/x) `c`",
    ["{: .b}", "{:target", "{.js}"],
  ],
  ["[small]{.caps} letters", "small letters", ["{.caps}"]],
  ["- a {.x}\n- {: .y} b\n{: .z}", "- a\n- b", ["{.x}", "{: .y}", "{: .z}"]],
  ["> quote\n{: .q}", "> quote", ["{: .q}"]],
  ["| a | b |\n|---|---|\n| 1 | 2 |\n{: .t}", "| a | b |\n| - | - |\n| 1 | 2 |", ["{: .t}"]],
  ["- TOC\n{:toc}\n\nText.", "Text.", ["{:toc}"]],
  ["``` {.python #x}\n{: .code}\n```", "```python\n{: .code}\n```", ["{.python #x}"]],
  [
    "![](a.jpg){width=300} and ![](a.jpg){: .b}",
    "![](a.webp) and ![](a.webp)",
    ["{width=300}", "{: .b}"],
  ],
  ["![A|300](a.jpg)", "![A](a.webp)", ["300"]],
  ["Text {x=1}, {b = c}, f{a,b} and `{: .x}`", "Text {x=1}, {b = c}, f{a,b} and `{: .x}`", []],
];
test.each(attributes)(
  "attributes of other programs are taken out and named: %s",
  (text, body, named) => {
    const cleaned = cleanMarkdown(text, new Map([["a.jpg", "a.webp"]]));
    expect(cleaned.body).toBe(body);
    expect(cleaned.dropped.map(({ what }) => what)).toEqual(
      named.map((one) => expect.stringContaining(one)),
    );
    expect(cleanMarkdown(body, new Map([["a.webp", "a.webp"]])).dropped).toEqual([]);
  },
);

test("a table keeps its cells, and code keeps its HTML", () => {
  const markdown = table("| `<b>` and \\| | x<br>y |");
  expect(cleanMarkdown(markdown).body).toBe(
    ["| a            | b   |", "| ------------ | --- |", "| `<b>` and \\| | x y |"].join("\n"),
  );
});

test("images that are kept get the address of their file, others are left out", () => {
  const images = new Map([["photos/a b.jpg", "a-b-640x480.webp"]]);
  const { body, dropped } = cleanMarkdown(
    'One ![A *jump*\nand [more]](<photos/a b.jpg> "title") and ![](other.jpg).',
    images,
  );
  expect(body).toBe('One ![A jump and more](a-b-640x480.webp "title") and .');
  expect(dropped).toEqual([{ line: 2, what: "image: other.jpg" }]);
});

test("captions stay with their images", () => {
  const images = new Map([["a.jpg", "a-6x4.webp"]]);
  const figure = (caption: string, image = '<img src="a.jpg" alt="A dog">') =>
    cleanMarkdown(`<figure class="wp-block-image">${image}${caption}</figure>`, images).body;
  const captioned = '![A dog](a-6x4.webp "Over the \\"last\\" jump")';
  expect(figure("<figcaption>Over the &quot;last&quot; <b>jump</b></figcaption>")).toBe(captioned);
  expect(
    figure("<figcaption>In May</figcaption>", '<a href="/x"><img src="a.jpg" alt="A dog"></a>'),
  ).toBe('[![A dog](a-6x4.webp "In May")](/x)');
  expect(figure('<figcaption>By <a href="https://b.example">Bo</a></figcaption>')).toBe(
    "![A dog](a-6x4.webp)\n\nBy [Bo](https://b.example)",
  );
  expect(figure("<figcaption>Of none</figcaption>", '<img src="b.jpg">')).toBe("Of none");
  const referred = '![A dog][a]\n\n[a]: a.jpg "In May"';
  expect(cleanMarkdown(referred, images).body).toContain('![A dog](a-6x4.webp "In May")');
  expect(cleanMarkdown(captioned, new Map([["a-6x4.webp", "a-6x4.webp"]])).body).toBe(captioned);
});
