import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { courses, type CourseName, type Obstacle } from "./courses.ts";
import { drawCourse, ink } from "./draw-course.ts";
import { workbooks, type WorkbookTexts } from "./texts.ts";

/*
 * Prints the course-walking workbook into `resources/brand/extras`, one file a language:
 * `node resources/workbook/make-workbook.ts [path of a Chromium]`.
 */

const resource = (path: string) => new URL(`../${path}`, import.meta.url);
const dataUrl = async (path: string, type: string) =>
  `data:${type};base64,${(await readFile(resource(path))).toString("base64")}`;

const names = Object.keys(courses) as CourseName[]; // Object.keys loses the keys

const style = (sans: string, serif: string) => `
  @font-face { font-family: "Portal Sans"; font-weight: 400 700; src: url("${sans}"); }
  @font-face { font-family: "Portal Serif"; font-weight: 600; src: url("${serif}"); }
  @page { size: A4; margin: 0; }
  * { box-sizing: border-box; margin: 0; }
  body { font: 11.5pt/1.5 "Portal Sans"; color: ${ink.dark}; }
  h1, h2, h3 { font-family: "Portal Serif"; font-weight: 600; line-height: 1.15; }
  h1 { font-size: 40pt; }
  h2 { font-size: 24pt; }
  h3 { font-size: 15pt; }
  section { position: relative; width: 210mm; height: 297mm; padding: 20mm 18mm 22mm; break-after: page; overflow: hidden; }
  section:last-child { break-after: auto; }
  .cover { background: ${ink.dark}; color: white; padding: 34mm 22mm; }
  .cover img { width: 26mm; margin-bottom: 46mm; }
  .cover p { margin-top: 8mm; font-size: 16pt; color: ${ink.pale}; }
  .cover svg { position: absolute; right: -8mm; bottom: -46mm; width: 96mm; opacity: 0.45; }
  .eyebrow { font-weight: 700; font-size: 10pt; letter-spacing: 0.08em; text-transform: uppercase; color: #8f5a0f; }
  .lead { margin: 3mm 0 7mm; text-wrap: balance; }
  .map { display: grid; grid-template-columns: 100mm 1fr; gap: 10mm; }
  .course { width: 100mm; height: 200mm; }
  .number { font: 700 0.86px "Portal Sans"; fill: ${ink.dark}; }
  .lines { height: 8mm; border-bottom: 0.3mm solid ${ink.pale}; }
  .mine + .mine { margin-top: 10mm; }
  ol { padding-left: 6mm; margin: 6mm 0 14mm; max-width: 150mm; }
  ol li { padding-left: 2mm; margin-bottom: 3mm; }
  .legend { display: grid; grid-template-columns: repeat(3, 1fr); gap: 6mm; margin: 6mm 0; }
  .legend svg { display: block; height: 24mm; margin-bottom: 2mm; }
  article { margin-top: 11mm; }
  article p { margin-top: 2mm; font-size: 13pt; }
  article .eyebrow { margin: 0; font-size: 10pt; }
  footer { position: absolute; left: 18mm; right: 18mm; bottom: 11mm; display: flex; justify-content: space-between; font-size: 9pt; color: ${ink.green}; }
`;

/** Examples for the legend, each in a ring of its own that shows just them. */
const samples: Record<keyof WorkbookTexts["kinds"], Obstacle> = {
  jump: { kind: "jump", at: [3, 3], turn: 0 },
  tunnel: { kind: "tunnel", from: [1, 4.4], to: [5, 4.4], bend: [3, -1] },
  weaves: { kind: "weaves", from: [0.4, 3], to: [5.6, 3] },
  frame: { kind: "frame", from: [0.4, 3], to: [5.6, 3] },
  seesaw: { kind: "seesaw", from: [1.2, 3], to: [4.8, 3] },
  walk: { kind: "walk", from: [0.1, 3], to: [5.9, 3] },
};

/** Cuts the number and the ring off a drawing of one obstacle. */
const sampleOf = (obstacle: Obstacle): string =>
  drawCourse([obstacle])
    .replace(/ class="course" viewBox="[^"]*"/, ' viewBox="-0.2 1 6.4 4"')
    .replace(/<rect width[^>]*>/, "")
    .replace(/<path d="M5 0[^>]*>/, "")
    .replace(/<circle [^>]*fill="white"[^>]*><text.*<\/text>/, "");

const footer = ({ title }: WorkbookTexts, page: number) =>
  `<footer><span>Ringside · ${title}</span><span>${page}</span></footer>`;

function cover({ title, lead }: WorkbookTexts, logo: string): string {
  const drawing = drawCourse(courses.whole).replaceAll(
    `fill="white" stroke="${ink.dark}"`,
    'fill="none"',
  );
  return `<section class="cover"><img src="${logo}" alt=""><h1>${title}</h1><p>${lead}</p>${drawing}</section>`;
}

function introduction(texts: WorkbookTexts): string {
  const kinds = Object.entries(texts.kinds).map(([kind, name]) => {
    const sample = samples[kind as keyof typeof samples]; // Object.entries loses the keys
    return `<div>${sampleOf(sample)}${name}</div>`;
  });
  return `<section><h2>${texts.how}</h2><ol>${texts.steps.map((step) => `<li>${step}</li>`).join("")}</ol>
    <h3>${texts.legend}</h3><div class="legend">${kinds.join("")}</div><p>${texts.grid}</p>${footer(texts, 2)}</section>`;
}

function map(texts: WorkbookTexts, name: CourseName, at: number): string {
  const mine = (heading: string, lines: number) =>
    `<div class="mine"><h3>${heading}</h3>${'<div class="lines"></div>'.repeat(lines)}</div>`;
  const { name: title, task } = texts.courses[name];
  return `<section><p class="eyebrow">${texts.course.replace("{n}", String(at + 1))}</p><h2>${title}</h2>
    <p class="lead">${task}</p><div class="map">${drawCourse(courses[name])}
    <div>${mine(texts.line, 9)}${mine(texts.crosses, 9)}</div></div>${footer(texts, at + 3)}</section>`;
}

function notes(texts: WorkbookTexts): string {
  const articles = names.map((name, at) => {
    const { name: title, notes: text } = texts.courses[name];
    return `<article><p class="eyebrow">${texts.course.replace("{n}", String(at + 1))}</p><h3>${title}</h3><p>${text}</p></article>`;
  });
  const half = Math.ceil(articles.length / 2);
  const page = (list: string[], number: number) =>
    `<section><h2>${texts.notes}</h2>${list.join("")}${footer(texts, number)}</section>`;
  return (
    page(articles.slice(0, half), names.length + 3) + page(articles.slice(half), names.length + 4)
  );
}

const [sans, serif, logo] = await Promise.all([
  dataUrl("fonts/source-sans-3.woff2", "font/woff2"),
  dataUrl("fonts/brygada-1918.woff2", "font/woff2"),
  dataUrl("brand/logo-mark-on-dark.svg", "image/svg+xml"),
]);
const executablePath = process.argv[2];
const browser = await chromium.launch(executablePath ? { executablePath } : {});
const page = await browser.newPage();
for (const [language, texts] of Object.entries(workbooks)) {
  const pages = [
    cover(texts, logo),
    introduction(texts),
    ...names.map((name, at) => map(texts, name, at)),
    notes(texts),
  ];
  await page.setContent(
    `<!doctype html><html lang="${language}"><title>${texts.title}</title><style>${style(sans, serif)}</style>${pages.join("")}`,
  );
  await page.evaluate("document.fonts.ready");
  const path = fileURLToPath(resource(`brand/extras/${texts.file}`));
  await page.pdf({ path, preferCSSPageSize: true, printBackground: true, tagged: true });
}
await browser.close();
