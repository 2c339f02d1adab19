import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** Budgets in kB of gzipped JavaScript: a first visit to a public page, and a route's own chunks. */
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

/** A chunk with everything it imports at once. */
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

const entry = Object.keys(manifest).find((key) => key.endsWith("index.html"));
if (!entry) throw new Error("The build has no index.html: run `npm run build` first.");
const entryChunks = closure(entry);
const entryWeight = total(entryChunks);

/** What the first request brings along: the API client and axios. */
const transport = Object.keys(manifest).filter((key) => key.endsWith("api-client/transport.ts"));

/** Pages of the public site that need no request, and those that do, weigh the client too. */
const pages = Object.keys(manifest)
  .filter((key) => /-page\.tsx$/.test(key) && !key.endsWith("error-page.tsx"))
  .map((key) => {
    const own = new Set([...closure(key)].filter((chunk) => !entryChunks.has(chunk)));
    const client = transport.flatMap((chunk) => [...closure(chunk)]);
    const first = new Set([...entryChunks, ...own, ...client]);
    return { key, own: total(own), first: total(first) };
  })
  .sort((a, b) => b.first - a.first);

const publicPages =
  /(home|articles|about|memberships|contact|terms|privacy|regulations|announcements|login|register)-page/;

console.log("Gzipped JavaScript, kB\n");
console.log(`${"entry".padEnd(44)} ${entryWeight.toFixed(1).padStart(8)}`);
console.log(`${"page".padEnd(44)} ${"own".padStart(8)} ${"first visit".padStart(12)}`);
const over: string[] = [];
for (const { key, own, first } of pages) {
  const isPublic = publicPages.test(key);
  const tooHeavy = own > budgets.route || (isPublic && first > budgets.firstVisit);
  if (tooHeavy) over.push(key);
  console.log(
    `${key.padEnd(44)} ${own.toFixed(1).padStart(8)} ${first.toFixed(1).padStart(12)}${isPublic ? "" : "  (signed in)"}${tooHeavy ? "  OVER BUDGET" : ""}`,
  );
}
console.log(
  `\nBudgets: first visit to a public page ${budgets.firstVisit}, a route's own chunks ${budgets.route}.`,
);
if (over.length > 0) {
  console.error(`Over budget: ${over.join(", ")}`);
  process.exitCode = 1;
}
