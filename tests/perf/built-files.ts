import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { builtRenderer } from "../../src-api/server.ts";

/** Budgets in kB of gzipped JavaScript. */
const budgets = { shellAndClient: 190, route: 64 };

type BuiltFile = { file: string; name?: string; isEntry?: boolean; imports?: string[] };

const manifest = () =>
  JSON.parse(readFileSync(join(builtRenderer, ".vite/manifest.json"), "utf8")) as Record<
    string,
    BuiltFile
  >; // written by vite

/** The scripts that hold nothing but texts, by their paths. */
export const textFiles = (): ReadonlySet<string> =>
  new Set(
    Object.entries(manifest())
      .filter(([source]) => /\.(json|md\?raw)$/.test(source))
      .map(([, { file }]) => `/${file}`),
  );

const weigh = (file: string) => gzipSync(readFileSync(join(builtRenderer, file))).length / 1000;

/**
 * Prints what the shell and each page weigh, gzipped, in kB, by the files on disk. Returns what is
 * over budget.
 */
export function checkBuiltFiles(): string[] {
  const files = manifest();
  /** A file with everything that it imports at once. */
  const withImports = (key: string, into = new Set<string>()): Set<string> => {
    if (into.has(key)) return into;
    into.add(key);
    for (const imported of files[key]?.imports ?? []) withImports(imported, into);
    return into;
  };
  /** The file that a part loaded on demand is in: merged files bear the names of all their parts. */
  const loading = (name: string): Set<string> => {
    const keys = Object.keys(files).filter((key) => files[key]?.name?.split(".").includes(name));
    if (keys.length === 0) throw new Error(`No built file bears the name "${name}".`);
    return new Set(keys.flatMap((key) => [...withImports(key)]));
  };
  const total = (keys: Set<string>) =>
    [...keys]
      .map((key) => files[key]?.file ?? "")
      .filter((file) => file.endsWith(".js"))
      .reduce((sum, file) => sum + weigh(file), 0);

  const shell = new Set(
    Object.keys(files)
      .filter((key) => files[key]?.isEntry)
      .flatMap((key) => [...withImports(key)]),
  );
  const over: string[] = [];
  const row = (name: string, weight: number, budget: number) => {
    const isOver = weight > budget;
    if (isOver) over.push(name);
    console.log(`${name.padEnd(34)} ${weight.toFixed(1).padStart(7)} ${isOver ? "OVER" : ""}`);
  };
  console.log("Built JavaScript, gzipped, kB; of pages what they add to the shell\n");
  row("shell", total(shell), budgets.shellAndClient);
  row("shell and API client", total(shell.union(loading("transport"))), budgets.shellAndClient);
  const pages = Object.values(files)
    .flatMap(({ name = "" }) => name.split("."))
    .filter((name) => name.endsWith("-page"))
    .toSorted();
  for (const page of pages) row(page, total(loading(page).difference(shell)), budgets.route);
  console.log(
    `\nBudgets: shell and API client ${budgets.shellAndClient}, a page ${budgets.route}.`,
  );
  return over;
}
