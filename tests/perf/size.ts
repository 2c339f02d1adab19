import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/**
 * Budgets in kB of gzipped JavaScript: for every first visit (the shell, and the API client that is
 * loaded with the first request), and for what a route adds.
 */
const budgets = { firstVisit: 190, route: 60 };

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; src?: string };

const dist = fileURLToPath(new URL("../../dist/renderer", import.meta.url));
const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8")) as Record<
  string,
  Chunk
>; // written by vite

const weights = new Map<string, number>();
function weigh(file: string): number {
  const known = weights.get(file);
  if (known !== undefined) return known;
  const weight = gzipSync(readFileSync(join(dist, file))).length / 1000;
  weights.set(file, weight);
  return weight;
}

/** Returns a chunk with everything that it imports statically. */
function closure(key: string, into = new Set<string>()): Set<string> {
  if (into.has(key)) return into;
  into.add(key);
  for (const imported of manifest[key]?.imports ?? []) closure(imported, into);
  return into;
}

const total = (keys: Iterable<string>) =>
  [...keys].reduce((sum, key) => {
    const file = manifest[key]?.file ?? "";
    return sum + (file.endsWith(".js") ? weigh(file) : 0);
  }, 0);

/** Returns what index.html loads, with its imports. */
const entryFiles = new Set(
  [
    ...readFileSync(join(dist, "index.html"), "utf8").matchAll(
      /(?:src|href)="\/(assets\/[^"]+\.js)"/g,
    ),
  ].map((match) => match[1]),
);
const entryChunks = new Set<string>();
for (const key of Object.keys(manifest)) {
  if (entryFiles.has(manifest[key]?.file)) closure(key, entryChunks);
}
if (entryChunks.size === 0) throw new Error("index.html loads no script.");
const entryWeight = total(entryChunks);

/** Returns what the first request loads: the API client and axios. */
const transport = Object.keys(manifest).filter((key) => key.endsWith("api-client/transport.ts"));

const clientChunks = transport.flatMap((chunk) => [...closure(chunk)]);
const firstVisit = total(new Set([...entryChunks, ...clientChunks]));

const pages = Object.keys(manifest)
  .filter((key) => key.endsWith("-page.tsx"))
  .map((key) => {
    const own = [...closure(key)].filter((chunk) => !entryChunks.has(chunk));
    return {
      key,
      own: total(own),
      whole: total(new Set([...entryChunks, ...clientChunks, ...own])),
    };
  })
  .toSorted((a, b) => b.own - a.own);

const row = (name: string, own: number, whole: string, note = "") =>
  console.log(`${name.padEnd(52)} ${own.toFixed(1).padStart(8)} ${whole.padStart(8)} ${note}`);

console.log(
  "Gzipped JavaScript, kB (own: what the route adds; whole: with shell and API client)\n",
);
const over = firstVisit > budgets.firstVisit ? ["the first visit"] : [];
row("shell", entryWeight, "");
row("shell and API client", firstVisit, "", over.length > 0 ? "OVER BUDGET" : "");
for (const { key, own, whole } of pages) {
  if (own > budgets.route) over.push(key);
  row(key, own, whole.toFixed(1), own > budgets.route ? "OVER BUDGET" : "");
}
console.log(
  `\nBudgets: shell and API client ${budgets.firstVisit}, what a route adds ${budgets.route}.`,
);
if (over.length > 0) {
  console.error(`Over budget: ${over.join(", ")}`);
  process.exitCode = 1;
}
