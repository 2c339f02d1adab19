import { expect, test } from "vitest";
import { markdownHtml } from "./markdown-html.ts";
import { isPlain } from "./render-markdown.ts";

const page = "https://portal.test/articles/weave?lang=pl";
const of = (text: string) => markdownHtml(text, page);

test.each([
  "<script>alert(1)</script>",
  'Some <img src="x" onerror="alert(1)"> inline',
  '<iframe src="https://example.com"></iframe>',
  "[link](javascript:alert(1))",
  "[link](<data:text/html,x>)",
  "![picture](javascript:alert(1))",
  '[link](/a"onclick="alert(1))',
  "<a href='/x' onclick='alert(1)'>",
  "[^1]\n\n[^1]: <b onclick=alert(1)>note</b>",
])("%s is inert", (text) => {
  const markup = of(text);
  expect(markup).not.toMatch(/<(script|iframe|object|style|form)/i);
  expect(markup).not.toMatch(/<[^>]+\son\w+\s*=/i);
  expect(markup).not.toMatch(/="\s*(javascript|data):/i);
});

test("completes addresses within the portal, and leaves others and anchors alone", () => {
  const markup = of(
    '[a](/recipes/liver?x=1&y="2") [b](rings) [c](#part) [d](https://example.com/) ![e](/f.webp)',
  );
  expect(markup).toContain('href="https://portal.test/recipes/liver?x=1&amp;y=%222%22"');
  expect(markup).toContain('href="https://portal.test/articles/rings"');
  expect(markup).toContain('href="#part"');
  expect(markup).toContain('href="https://example.com/"');
  expect(markup).toContain('src="https://portal.test/f.webp"');
});

test("a video of another site, which pages may play, is a link in feeds and mails", () => {
  expect(of("https://youtu.be/dQw4w9WgXcQ")).toBe(
    '<p><a href="https://youtu.be/dQw4w9WgXcQ">https://youtu.be/dQw4w9WgXcQ</a></p>',
  );
});

test("quotes in the text that look like an attribute are not changed", () => {
  expect(of('Write ` href="/x"` there')).toContain(`<code> href="/x"</code>`);
});

test("a figure keeps its caption, and the image beside the text is described", () => {
  const own = of('![A *low* jump](jump-60x40.webp "Set it \\"low\\" & wide")');
  expect(own).toBe('<figure>A low jump<figcaption>Set it "low" &amp; wide</figcaption></figure>');
  const other = of("![Far](https://example.com/x.png 'On the web')");
  expect(other).toContain('<img src="https://example.com/x.png" alt="Far">');
  expect(other).toContain("<figcaption>On the web</figcaption>");
});

test("renders tables, as the pages do", () => {
  expect(of("| a | b |\n| - | - |\n| 1 | 2 |")).toContain("<td>1</td>");
});

test.each(["\n", "\r", "\r\n"])(
  "a text of thousands of lines that end with %j is not plain",
  (end) => {
    expect(isPlain(`a${end}`.repeat(2000))).toBe(false);
    expect(isPlain(`${"word ".repeat(100)}${end}`.repeat(100))).toBe(true);
  },
);
