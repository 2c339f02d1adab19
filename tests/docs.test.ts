import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import packageFile from "../package.json" with { type: "json" };

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, one]) => one);

const pages = [...globSync("*.md", { cwd: root }), ...globSync("docs/**/*.md", { cwd: root })];

/** Returns the anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (file: string) =>
  matches(read(file), /^#+ (.*)$/gm).map((heading = "") =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

/** Returns whether a link of a page leads to a file, and to a heading of it if it names one. */
function resolves(page: string, link = ""): boolean {
  const [path = "", anchor] = link.split("#");
  const file = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(root, file))) return false;
  return anchor === undefined || anchorsOf(file).includes(anchor);
}

describe.each(pages)("%s", (page) => {
  it("links only to what exists", () => {
    const links = matches(read(page), /\]\((?!https?:)([^)\s]+)\)/g);
    expect(links.filter((link) => !resolves(page, link))).toEqual([]);
  });

  it("names only npm scripts that exist", () => {
    const scripts = matches(read(page), /npm run (?:-s )?([\w:-]+)/g);
    expect(scripts.filter((script = "") => !(script in packageFile.scripts))).toEqual([]);
  });
});

it("the README lists the folders of every process, and none that is gone", () => {
  const [, tree = ""] = /## Folders\n+```\n([^`]*)```/.exec(read("README.md")) ?? [];
  const listed = matches(tree, /^(\S+)\//gm);
  expect(listed).toEqual(expect.arrayContaining(globSync("src-*", { cwd: root })));
  expect(listed.filter((folder = "") => !existsSync(join(root, folder)))).toEqual([]);
});

const files = globSync(["*", "{src-*,tests}/**/*.{ts,tsx}"], { cwd: root });

it.each(["docs/security.md", "docs/library-cases.md"])("%s names tests that exist", (page) => {
  const rows = read(page)
    .split("\n")
    .filter((line) => /^\| (?!threat|case|---)/.test(line));
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    const tests = matches(row.split("|").at(-2) ?? "", /`([^`]+)`/g);
    const missing = tests.filter((file) => !files.some((path) => `/${path}`.endsWith(`/${file}`)));
    expect(missing, row).toEqual([]);
    expect(tests, row).not.toEqual([]);
  }
});
