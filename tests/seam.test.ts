import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/**
 * Areas in which the desktop app works differently from a browser. `.ci/run` runs the specs with
 * the tag `@seam:<area>` in the desktop app too.
 */
const areas = [
  "session",
  "guards",
  "stored-values",
  "api-client",
  "notifications",
  "links",
  "files",
  "media",
  "flags",
  "print",
];

it("every tag @seam names an area, and every area has a spec", () => {
  const tests = fileURLToPath(new URL(".", import.meta.url));
  const tagged = globSync("{e2e,faults}/**/*.spec.ts", { cwd: tests }).flatMap((file) =>
    [...readFileSync(tests + file, "utf8").matchAll(/@seam:([\w-]+)/g)].map(([, area]) => area),
  );
  expect(new Set(tagged)).toEqual(new Set(areas));
});
