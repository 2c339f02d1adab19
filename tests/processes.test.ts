import { existsSync, globSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import vitestConfig from "../vitest.config.ts";

// Every process has a folder `src-…`. The configurations that list these folders are compared with
// the folders on disk, so that a new process is compiled, tested and documented from the start.

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, "utf8");
const folders = globSync("src-*", { cwd: root }).toSorted();

const referencesSchema = z.object({ references: z.array(z.object({ path: z.string() })) });
const projectConfigSchema = z.object({
  extends: z.literal("../tsconfig.base.json"),
  compilerOptions: z.object({ outDir: z.string() }),
});
const vitestSchema = z.object({
  test: z.object({
    projects: z.array(
      z.object({
        test: z.object({
          name: z.string(),
          include: z.array(z.string()),
          exclude: z._default(z.array(z.string()), []),
        }),
      }),
    ),
  }),
});

it("tsc -b compiles every process and the tests", () => {
  const { references } = referencesSchema.parse(JSON.parse(read("tsconfig.json")));
  const projects = globSync("{src-*,src-*/*,tests}/tsconfig.json", { cwd: root });
  expect(references.map(({ path }) => `${path}/tsconfig.json`).toSorted()).toEqual(
    projects.map((project) => `./${project}`).toSorted(),
  );
});

describe.each(folders)("%s", (folder) => {
  it("has a TypeScript project with its own output", () => {
    expect(existsSync(`${root}${folder}/tsconfig.json`)).toBe(true);
    const config = projectConfigSchema.parse(JSON.parse(read(`${folder}/tsconfig.json`)));
    expect(config.compilerOptions.outDir).toBe(`../.tsbuild/${folder.replace("src-", "")}`);
  });

  it("is named in the README", () => {
    expect(read("README.md")).toContain(`${folder}/`);
  });
});

it("every unit test belongs to exactly one project of vitest", () => {
  const { projects } = vitestSchema.parse(vitestConfig).test;
  const files = globSync(["src-*/**/*.test.{ts,tsx}", "tests/**/*.test.ts"], { cwd: root });
  const owners = (file: string) =>
    projects.filter(
      ({ test }) =>
        test.include.some((glob) => matchesGlob(file, glob)) &&
        !test.exclude.some((glob) => matchesGlob(file, glob)),
    );
  expect(files.length).toBeGreaterThan(150);
  expect(files.filter((file) => owners(file).length !== 1)).toEqual([]);
});
