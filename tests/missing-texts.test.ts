import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";

const locales = await forFile(temporaryFolder());
await locales.write({
  "en/home.json": JSON.stringify({ title: "A", deep: { text: "B" } }),
  "en/count.json": JSON.stringify({ days_one: "{{count}} day", days_other: "{{count}} days" }),
  "de/home.json": JSON.stringify({ title: "A" }),
  "pl/home.json": JSON.stringify({ title: "A", deep: { text: "B" } }),
  "pl/count.json": JSON.stringify({ days_one: "", days_other: "" }),
});
const script = fileURLToPath(new URL("words/missing-texts.ts", import.meta.url));
const check = (...args: string[]) => {
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
  return { status, lines: stdout.trim().split("\n") };
};

test("the texts that a language lacks are named by file and key: a missing file, a key, the plural forms of its own", () => {
  expect(check("de", locales.path)).toEqual({
    status: 1,
    lines: [
      "de lacks 3 of the texts of en:",
      "  count.json: days_one",
      "  count.json: days_other",
      "  home.json: deep.text",
    ],
  });
  expect(check("pl", locales.path).lines).toEqual([
    "pl lacks 2 of the texts of en:",
    "  count.json: days_few",
    "  count.json: days_many",
  ]);
});

test("the languages of the product lack none", () => {
  expect(check()).toEqual({ status: 0, lines: ["pl has all texts."] });
});
