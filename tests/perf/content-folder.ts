import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Number of different publication days before 2026-03-01. */
const days = 1000;
const motifs = ["jump", "paw", "weave-poles"];

const text = (title: string, words: string) =>
  `---\ntitle: "${title}"\nsummary: "What ${title} is about, in a sentence or two."\n---\n\n${words}\n`;

/** About 450 words, the length of an article. */
const body = Array.from(
  { length: 30 },
  (_, at) => `Paragraph ${at}: walk the course, find the line, and turn before the dog takes off.`,
).join("\n\n");

async function writeEntry(folder: string, at: number): Promise<void> {
  const path = join(folder, at % 2 ? "articles" : "blog", `entry-${at}`);
  await mkdir(path, { recursive: true });
  const publishedAt = new Date(Date.UTC(2026, 2, 1) - (at % days) * 86_400_000).toISOString();
  const motif = motifs[at % motifs.length];
  const metadata = { publishedAt, author: "Ada", tags: [`tag-${at % 20}`], motif };
  await writeFile(join(path, "entry.json"), JSON.stringify(metadata));
  await writeFile(join(path, "en.md"), text(`Entry ${at}`, body));
  await writeFile(join(path, "pl.md"), text(`Wpis ${at}`, body));
}

/** Writes a content folder with the given number of bilingual entries. */
export async function writeContentFolder(folder: string, count: number): Promise<void> {
  const tags = Array.from({ length: 20 }, (_, at) => [`tag-${at}`, { en: `Tag ${at}` }]);
  await writeFile(join(folder, "tags.json"), JSON.stringify(Object.fromEntries(tags)));
  for (let at = 0; at < count; at += 100) {
    const batch = Array.from({ length: Math.min(100, count - at) }, (_, i) => at + i);
    await Promise.all(batch.map((number) => writeEntry(folder, number)));
  }
}
