import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { charactersByFile, fontsFolder, makeFont } from "#resources/fonts/subset-fonts.ts";

const root = join(import.meta.dirname, "..");

/** Everything on screen that comes with the portal: texts, content, brand. */
const written = globSync(
  ["locales/*/*.json", "resources/brand/**/*.{json,md}", "resources/content/**/*.{json,md,vtt}"],
  { cwd: root },
);

const files = await charactersByFile();

it.each([...files])("%s is what `npm run fonts` makes", async (file, characters) => {
  const made = await makeFont(file, characters);
  expect(Buffer.from(made).equals(await readFile(join(fontsFolder, file)))).toBe(true);
});

it.each(["source-sans-3.woff2", "brygada-1918.woff2"])(
  "%s has every character of the texts, so that no page loads another file",
  async (file) => {
    const known = new Set(files.get(file));
    const missing = written.map(async (path) => {
      const text = await readFile(join(root, path), "utf8");
      const others = [...new Set(text)].filter((each) => each >= " " && !known.has(each));
      return others.map((character) => `${path}: ${character}`);
    });
    expect(written.length).toBeGreaterThan(50);
    expect((await Promise.all(missing)).flat()).toEqual([]);
  },
);
