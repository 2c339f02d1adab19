import { expect, test } from "vitest";
import { htmlToMarkdown as importHtml } from "#api/modules/library/import/conversion/html-to-markdown.ts";
import { htmlToMarkdown as pasteHtml } from "#renderer/features/studio/editor/html-to-markdown.ts";

const docs = (words: string) =>
  `<b id="docs-internal-guid-9" style="font-weight:normal"><p>${words}</p></b>`;
const raised = (words: string) =>
  `<span style="font-size:0.6em;vertical-align:super">${words}</span>`;
const lowered = (words: string) =>
  `<span style="font-size:0.6em; vertical-align : sub">${words}</span>`;

test.each([
  ["<p>10<sup>2</sup> m, 1.5 × 10<sup>-3</sup>, CO<sub>2</sub></p>", "10² m, 1.5 × 10⁻³, CO₂"],
  [
    docs(`<span>Area 10</span>${raised("2")}<span> m, H</span>${lowered("2")}<span>O</span>`),
    "Area 10² m, H₂O",
  ],
  [docs(`x${raised("n+1")}`), "x^(n+1)"],
  ["<p>10<sup>(2)</sup>, a<sub>i</sub></p>", "10⁽²⁾, a_i"],
  ["<p><b>10<sup>2</sup></b> m</p>", "**10²** m"],
  ["<p>10<sup><b>2</b></sup></p>", "10**²**"],
  ["<p>x<span style='position:relative;top:-3pt;mso-text-raise:3.0pt'>2</span></p>", "x²"],
  ["<table><tr><th>m<sup>2</sup></th></tr><tr><td>10</td></tr></table>", "| m² |\n| -- |\n| 10 |"],
  ["<p>a <b style='mso-bidi-font-weight:normal'>bold</b> word</p>", "a **bold** word"],
  ["<p>a <i style='mso-bidi-font-style:normal'>soft</i> word</p>", "a *soft* word"],
  ["<p>a <b style='FONT-WEIGHT : Normal'>plain</b> word</p>", "a plain word"],
  ["<p>a <b style='font-style:normal'>bold</b> word</p>", "a **bold** word"],
  ["<p>a <b style='font-weight:bold'>bold</b> word</p>", "a **bold** word"],
  ["<p>a <strong style='font-weight: 600;'>bold</strong> word</p>", "a **bold** word"],
  ["<p>a <em style='font-weight:700'>both</em> word</p>", "a ***both*** word"],
  ["<p>a <b style='font-weight:400;font-style:italic'>soft</b> word</p>", "a *soft* word"],
  ["<p>a <span style='font:italic bold 12pt Arial'>both</span> word</p>", "a ***both*** word"],
  [`<p>a <span style='font-family:"x;font-weight:bold"'>plain</span> word</p>`, "a plain word"],
  ["<p>a <span style='mso-ansi-font-weight:bold'>plain</span> word</p>", "a plain word"],
  ["<p>a <span style='font-weight:bold;font-weight:normal'>plain</span> word</p>", "a plain word"],
  ["<p>a <span style='font-weight:bold !important'>bold</span> word</p>", "a **bold** word"],
  ["<p>a <span style='text-decoration:underline line-through'>gone</span></p>", "a ~~gone~~"],
  ["<p>one<span style='display: none'>two</span></p>", "one"],
  ["<p>one<span style='mso-x-display:none'>two</span></p>", "onetwo"],
  ["<p>a <b>bold </b>word</p>", "a **bold** word"],
  ["<ol start='4'><li>four</li><li>five</li></ol>", "4. four\n5. five"],
  [
    "<ul><li><input type='checkbox' checked> done</li><li><input type='checkbox'> open</li></ul>",
    "- [x] done\n- [ ] open",
  ],
  ["<p>one<br>two</p>", "one\\\ntwo"],
  ["<p><abbr title='Border Collie'>BC</abbr></p>", "BC (Border Collie)"],
  ["<p>Press <kbd>Ctrl</kbd></p>", "Press `Ctrl`"],
  ["<p>very <mark>important</mark></p>", "very *important*"],
  [
    "<table><tr><th>a</th><th><p>b</p><p>c</p></th></tr><tr><td>d<br>e</td><td><ul><li>f</li><li>g</li></ul></td></tr></table>",
    "| a   | b c |\n| --- | --- |\n| d e | f g |",
  ],
])("imports and pasting read %s alike", (html, markdown) => {
  expect(importHtml(html).body).toBe(markdown);
  expect(pasteHtml(html).markdown).toBe(markdown);
});
