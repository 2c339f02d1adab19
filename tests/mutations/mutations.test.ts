import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { protections } from "./protections.ts";
import { rules } from "./rules.ts";
import { fileOf } from "./sources.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

it.each([...protections, ...rules])("the mutation “$breaks” finds its text", (mutation) => {
  expect(fileOf(mutation, root)).toMatch(/\.tsx?$/);
});
