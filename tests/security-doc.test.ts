import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(`${root}docs/security.md`, "utf8");
const rows = page.split("\n").filter((line) => /^\| (?!threat|---)/.test(line));
const filesOf = (text: string) =>
  [...text.matchAll(/`((?:src-|tests\/)[^`]+)`/g)].map(([, file]) => file ?? "");

it("every protection names the tests that hold it", () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((row) => filesOf(row).length === 0)).toEqual([]);
});

it("every file that the page names exists", () => {
  expect(filesOf(page).filter((file) => !existsSync(root + file))).toEqual([]);
});
