import { globSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { usedPaletteTokens } from "../../src-renderer/bundling/palette-tokens.ts";
import { builtRenderer } from "../../src-api/server.ts";

/** Budgets in kB of gzipped JavaScript. */
const budgets = { always: 195, route: 80 };

type BuiltFile = { file: string; name?: string; isEntry?: boolean; imports?: string[] };

const manifest = () =>
  JSON.parse(readFileSync(join(builtRenderer, ".vite/manifest.json"), "utf8")) as Record<
    string,
    BuiltFile
  >; // written by vite

const weigh = (file: string) => gzipSync(readFileSync(join(builtRenderer, file))).length / 1000;

/** Returns the palette's and the statuses' tokens in the built code that no theme contains. */
function missingTokens(): string[] {
  const folder = join(builtRenderer, "assets");
  const scripts = globSync("*.js", { cwd: folder }).map((file) => readFileSync(join(folder, file)));
  const named = scripts.flatMap((script) =>
    script.toString().match(/color(Palette|Status)[A-Z]\w+/g),
  );
  const missing = new Set(named).difference(new Set([null, ...usedPaletteTokens]));
  return [...missing].map((name) => `${name} is not in the themes: palette-tokens.ts`);
}

/** Returns the files with the same content as another one, which a visit would load twice. */
function sameFiles(): string[] {
  const folder = join(builtRenderer, "assets");
  const names = globSync("*", { cwd: folder, exclude: ["*.br", "*.gz"] });
  const byContent = Map.groupBy(names, (name) => readFileSync(join(folder, name), "base64"));
  return [...byContent.values()]
    .filter((same) => same.length > 1)
    .map((same) => `${same.join(" and ")} are the same`);
}

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
  const over = [...missingTokens(), ...sameFiles()];
  const row = (name: string, weight: number, budget: number) => {
    const isOver = weight > budget;
    if (isOver) over.push(name);
    console.log(`${name.padEnd(34)} ${weight.toFixed(1).padStart(7)} ${isOver ? "OVER" : ""}`);
  };
  console.log("Built JavaScript, gzipped, kB; of pages what they add\n");
  row("shell", total(shell), budgets.always);
  const always = shell.union(loading("transport")).union(loading("flag-service"));
  row("what every visit loads", total(always), budgets.always);
  const pages = Object.values(files)
    .flatMap(({ name = "" }) => name.split("."))
    .filter((name) => name.endsWith("-page"))
    .toSorted();
  for (const page of pages) row(page, total(loading(page).difference(always)), budgets.route);
  console.log(`\nBudgets: what every visit loads ${budgets.always}, a page ${budgets.route}.`);
  return over;
}
