import { globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");

const topFolders = ["src-*", "tests", "docs", "resources", "locales", ".ci"];
const files = globSync(["*", ".*", `{${topFolders.join(",")}}/**`], { cwd: root }).map((file) =>
  file.replaceAll("\\", "/"),
);

/** Returns whether a path exists from the root of the repository, or as the end of a longer path. */
const exists = (path: string) => {
  const trimmed = path.replace(/\/$/, "");
  return files.some((file) => matchesGlob(file, trimmed) || matchesGlob(file, `**/${trimmed}`));
};

/** Returns the source files, pages and folders of the repository that a text names in backticks. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([\w.*{},/-]+)`/g)]
    .map(([, path]) => path ?? "")
    .filter(
      (path) =>
        /[\w*}]\.(tsx?|mjs|md)$/.test(path) ||
        /^(src-\w+|tests|docs|resources|locales|\.ci)\//.test(path),
    );

/** Returns the targets of a page's links to other files, as paths from the root. */
const linksIn = (page: string) =>
  [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, target]) =>
    relative(root, join(root, dirname(page), target ?? "")).replaceAll("\\", "/"),
  );

const pages = ["README.md", ...globSync("docs/**/*.md", { cwd: root })];

describe.each(pages)("%s", (page) => {
  it("names only files and folders that exist", () => {
    expect(pathsIn(read(page)).filter((path) => !exists(path))).toEqual([]);
  });

  it("links only to files that exist", () => {
    expect(linksIn(page).filter((path) => !files.includes(path))).toEqual([]);
  });
});

it("the README lists the folders of each process", () => {
  const [, tree = ""] = /## Folders\n+```\n([^`]*)```/.exec(read("README.md")) ?? [];
  let top = "";
  const listed = tree.split("\n").flatMap((line) => {
    const names = [...line.matchAll(/(?<=^|\s)[\w-]+(?=\/(?:\s|$))/g)].map(String);
    if (!line.startsWith(" ")) top = names.shift() ?? top;
    return names.map((name) => `${top}/${name}`);
  });
  const folders = globSync("src-{api,main,renderer,shared}/*/", { cwd: root }).map((folder) =>
    folder.replaceAll("\\", "/").replace(/\/$/, ""),
  );
  const isTestSetUp = (folder: string) => folder.endsWith("/testing");
  const withoutTests = (list: string[]) => list.filter((folder) => !isTestSetUp(folder)).toSorted();
  expect(withoutTests(listed)).toEqual(withoutTests(folders));
});

it("every protection in docs/security.md names the tests that check it", () => {
  const rows = read("docs/security.md")
    .split("\n")
    .filter((line) => /^\| (?!threat|---)/.test(line));
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((row) => !/`(src-|tests\/)[^`]+`/.test(row))).toEqual([]);
});
