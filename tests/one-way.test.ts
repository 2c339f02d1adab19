import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

const sources = globSync("src-*/**/*.{ts,tsx}", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));

/** Returns the files below a folder that match a pattern, without the allowed ones. */
const filesWith = (pattern: RegExp, { below = "", except = [] as string[] } = {}): string[] =>
  sources
    .filter((file) => file.startsWith(below) && !except.includes(file))
    .filter((file) => pattern.test(readFileSync(join(root, file), "utf8")));

it("finds the sources", () => {
  expect(sources.length).toBeGreaterThan(300);
  expect(filesWith(/new Intl\./)).toContain("src-shared/formats.ts");
});

it("formats dates, numbers and money in the shared formats only", () => {
  const pattern = /\bIntl\.\w+\(|\.toLocale(Date|Time)?String\(/;
  // The brand asks only whether a time zone exists.
  const except = ["src-shared/formats.ts", "src-shared/money.ts", "src-shared/brand.ts"];
  expect(filesWith(pattern, { except })).toEqual([]);
});

it("renders headings through Heading", () => {
  expect(filesWith(/<h[1-6][\s>]/, { below: "src-renderer/" })).toEqual([]);
});

it("keeps the busy state of forms and buttons in useMutation", () => {
  const except = ["src-renderer/components/use-mutation.ts"];
  expect(filesWith(/isSubmitting|set(Busy|Loading)\(/, { below: "src-renderer/", except })).toEqual(
    [],
  );
});

it("keeps sets of listeners in createListeners", () => {
  expect(filesWith(/new Set<\(/, { except: ["src-shared/listeners.ts"] })).toEqual([]);
});
