import { expect, test } from "vitest";
import { htmlCases } from "../../../../tests/fixtures/html-cases.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";

const markdownOf = (html: string) => htmlToMarkdown(html).markdown;

test.each(htmlCases)("HTML says the same as in imports: %s", (_, html, markdown) => {
  expect(markdownOf(html)).toBe(markdown);
});

test("Google Docs: styles become marks, and nothing is bold that was not", () => {
  const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1">
    <h1 dir="ltr"><span style="font-size:20pt;font-weight:400;">Title</span></h1>
    <p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400;">Plain, </span><span style="font-weight:700;">bold</span><span style="font-weight:400;font-style:italic;"> and italic</span><span style="text-decoration:line-through"> gone</span></p>
    <ul><li dir="ltr" aria-level="1"><p role="presentation"><span>One</span></p></li>
    <ul><li dir="ltr" aria-level="2"><p role="presentation"><span>Nested</span></p></li></ul>
    <li dir="ltr"><p role="presentation"><span>Two</span></p></li></ul>
    <p><a href="https://example.org/"><span style="color:#1155cc">Link</span></a></p></b><br>`;
  expect(markdownOf(html)).toBe(
    `## Title

Plain, **bold** *and italic* ~~gone~~

- One

  - Nested

- Two

[Link](https://example.org/)`,
  );
});

test("Word: paragraphs with signs become lists, and what only Office reads is gone", () => {
  const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style><xml><o:OfficeDocumentSettings/></xml></head><body lang=EN-US>
    <!--StartFragment--><h2>Warm-up<o:p></o:p></h2>
    <p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Walk<o:p></o:p></p>
    <p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp; </span></span>slowly</p>
    <p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><b>Trot</b></p>
    <p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>First</p>
    <p class=MsoNormal>After.<o:p>&nbsp;</o:p></p><!--EndFragment--></body></html>`;
  const { markdown } = htmlToMarkdown(html);
  expect(markdown).toContain("## Warm-up");
  expect(markdown).toMatch(/- Walk\n\n? {2}- slowly\n\n?- \*\*Trot\*\*/);
  expect(markdown).toMatch(/^1\. First$/m);
  expect(markdown).toMatch(/^After\.$/m);
  expect(markdown).not.toMatch(/[·<]|Mso|margin/);
});

test("a spreadsheet becomes a table", () => {
  const html = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" dir="ltr"><colgroup><col width="100"/></colgroup><tbody><tr><td>Dog</td><td>Height | cm</td></tr><tr><td>Mia</td><td>35.1</td></tr></tbody></table>`;
  expect(markdownOf(html)).toMatch(
    /\| Dog +\| Height \\\| cm +\|\n\| -+ \| -+ \|\n\| Mia +\| 35\.1 +\|/,
  );
});

test("a web page keeps its structure and loses what runs, loads or hides", () => {
  const { markdown, missed } = htmlToMarkdown(
    `<div onclick="x()"><h5>Small</h5><script>alert(1)</script><style>p{}</style><p>A <a href="java\tscript:alert(1)">bad</a>, <a href="data:text/html,x">worse</a> and <a href="/articles/x" onclick="y()">good</a> link.<span style="display:none">hidden</span></p>
    <img src="https://elsewhere.example/a.jpg" onerror="x()"><img src="data:image/png;base64,AAAA"><form><input value="name"></form>
    <pre><code class="language-js">a &lt; b</code></pre><blockquote>Said</blockquote><svg><script>1</script></svg></div>`,
  );
  expect(markdown).toBe(
    `#### Small

A bad, worse and [good](/articles/x) link.

\`\`\`js
a < b
\`\`\`

> Said`,
  );
  expect(missed.pictures).toEqual([
    "https://elsewhere.example/a.jpg",
    "data:image/png;base64,AAAA",
  ]);
});

test("text that looks like Markdown stays text", () => {
  expect(markdownOf("<p>2 * 3 * 4 [x](y) &lt;b&gt;</p>")).toBe("2 \\* 3 \\* 4 \\[x]\\(y) \\<b>");
});

test("lines of a cell stay apart, headings are not bold, and links within the document they came from are gone", () => {
  const table =
    "<table><tr><td><p><b>Dog</b>s</p></td><td><p>Big</p><p>Small</p></td></tr><tr><td><ul><li>Mia</li><li>Rex</li></ul></td><td>35</td></tr></table>";
  expect(markdownOf(table)).toMatch(/\| \*\*Dog\*\*s +\| Big Small +\|\n.*\n\| Mia Rex +\| 35 +\|/);
  const heading =
    '<h2><span style="font-weight:700">From Docs</span></h2><h3><b>From Word</b></h3>';
  expect(markdownOf(heading)).toBe("## From Docs\n\n### From Word");
  const note = '<p>Text<a href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a></p>';
  expect(markdownOf(note)).toBe("Text\\[1]");
});

const tasks = "- [x] done\n- [ ] open";

test.each([
  [
    "GitHub",
    '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" checked disabled> done</li><li class="task-list-item"><input type="checkbox" disabled> open</li></ul>',
  ],
  [
    "Google Docs",
    '<ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,AA" alt="checked" aria-roledescription="checkbox"/><span>done</span></li><li role="checkbox" aria-checked="false"><img src="data:image/png;base64,AA" alt="unchecked" aria-roledescription="checkbox"/><span>open</span></li></ul>',
  ],
  [
    "Notion",
    '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">done</span></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>open</span></li></ul>',
  ],
  [
    "Tiptap",
    '<ul data-type="taskList"><li data-checked="true"><label><input type="checkbox" checked><span></span></label><div>done</div></li><li data-checked="false"><label><input type="checkbox"><span></span></label><div>open</div></li></ul>',
  ],
  ["Quill", '<ol><li data-list="checked">done</li><li data-list="unchecked">open</li></ol>'],
  [
    "Evernote",
    '<ul style="--en-todo:true;"><li style="--en-checked:true;">done</li><li style="--en-checked:false;">open</li></ul>',
  ],
  [
    "TinyMCE",
    '<ul class="tox-checklist"><li class="tox-checklist--checked">done</li><li>open</li></ul>',
  ],
  [
    "Confluence",
    '<ul class="inline-task-list"><li class="checked" data-inline-task-id="1">done</li><li data-inline-task-id="2">open</li></ul>',
  ],
  [
    "Word",
    "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>☒<span>&nbsp; </span></span>done</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>☐<span>&nbsp; </span></span>open</p>",
  ],
])("to-do lists of %s keep what is done and what is open", (_, html) => {
  const { markdown, missed } = htmlToMarkdown(html);
  expect(markdown.replace(/\n\n[-*] /, "\n- ")).toBe(tasks);
  expect(missed.pictures).toEqual([]);
});

test("tasks stand in tasks, and boxes outside of lists are signs", () => {
  const nested =
    '<ul><li><p><input type="checkbox"> open</p><ul><li><input type="checkbox" checked>done</li><li>plain</li></ul></li></ul>';
  expect(markdownOf(nested)).toMatch(/^- \[ \] open\n\n? +- \[x\] done\n? +- plain$/);
  expect(markdownOf('<p><input type="checkbox" checked>Walk <input type="checkbox">Trot</p>')).toBe(
    "☑ Walk ☐ Trot",
  );
});

test.each([
  [
    '<iframe src="https://www.youtube.com/embed/aB-1?start=3" title="Weaves"></iframe>',
    "[Weaves](https://www.youtube.com/watch?v=aB-1)",
  ],
  ['<iframe data-src="//player.vimeo.com/video/12"></iframe>', "<https://vimeo.com/12>"],
  [
    '<video controls><source src="https://example.org/a.mp4">Your browser is old.</video>',
    "<https://example.org/a.mp4>",
  ],
  ['<audio src="https://example.org/a.mp3"></audio>', "<https://example.org/a.mp3>"],
  ['<object data="https://example.org/a.pdf"></object>', "<https://example.org/a.pdf>"],
])("%s leaves its link between the paragraphs around it", (html, link) => {
  expect(markdownOf(`<p>Before</p>${html}<p>After</p>`)).toBe(`Before\n\n${link}\n\nAfter`);
  expect(markdownOf(`<p>Before ${html} After</p>`)).toBe(`Before\n\n${link}\n\nAfter`);
});

test("what has no address is counted, and leads nowhere", () => {
  const { markdown, missed } = htmlToMarkdown(
    '<p>a</p><video src="blob:https://example.org/1"></video><iframe src="javascript:alert(1)"></iframe><math><mi>x</mi></math>',
  );
  expect([markdown, missed.embedded]).toEqual(["a", 3]);
});

test("a table within a table is named and leaves its words; a table of one cell is a frame", () => {
  const inner = "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>";
  const outer = htmlToMarkdown(
    `<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>${inner}</td></tr></table>`,
  );
  expect(outer.missed.tables).toBe(1);
  expect(outer.markdown).toBe("| a | b       |\n| - | ------- |\n| c | 1 2 3 4 |");
  const framed = htmlToMarkdown(
    `<table><tr><td><h2>Title</h2><p>Text</p>${inner}</td></tr></table>`,
  );
  expect(framed.missed.tables).toBe(0);
  expect(framed.markdown).toBe("## Title\n\nText\n\n| 1 | 2 |\n| - | - |\n| 3 | 4 |");
});

test("Word: a numbered list that goes on after a picture keeps its numbers", () => {
  const item = (sign: string, words: string) =>
    `<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>${sign}<span>&nbsp; </span></span>${words}</p>`;
  expect(
    markdownOf(`${item("1.", "one")}<p>between</p>${item("2.", "two")}${item("3.", "three")}`),
  ).toBe("1. one\n\nbetween\n\n2. two\n3. three");
});

test("what a style hides is gone, and nothing else", () => {
  expect(markdownOf("<p>one<span style='display: none'>two</span></p>")).toBe("one");
  expect(markdownOf("<p>one<span style='mso-hide:all'>two</span></p>")).toBe("one");
  expect(markdownOf("<p>one<span style='mso-x-display:none'>two</span></p>")).toBe("onetwo");
});
