import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/**
 * Areas in which the desktop app works differently from a browser. `npm test` runs the specs with
 * the tag `@seam:<area>` in the desktop app too, unless they are `@exhaustive`; the others run there only in `.ci/run`.
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

/** Specs of features that are the same in both, or that the desktop app lacks. */
const withoutSeam = [
  "e2e/a11y",
  "e2e/account",
  "e2e/addresses",
  "e2e/announcements",
  "e2e/audit-trail",
  "e2e/authors",
  "e2e/board",
  "e2e/content-policy",
  "e2e/continue",
  "e2e/cooking",
  "e2e/device-storage",
  "e2e/dogs",
  "e2e/email-change",
  "e2e/feeds",
  "e2e/field-mode",
  "e2e/first-paint",
  "e2e/focus-return",
  "e2e/focus-ring",
  "e2e/height-finder",
  "e2e/hero",
  "e2e/judge-notes",
  "e2e/keyboard",
  "e2e/layout-shifts",
  "e2e/loads-once",
  "e2e/long-lists",
  "e2e/mailed-links",
  "e2e/members",
  "e2e/membership",
  "e2e/offline",
  "e2e/overlays",
  "e2e/passkeys",
  "e2e/public-html",
  "e2e/register",
  "e2e/renewals",
  "e2e/review",
  "e2e/round-trips",
  "e2e/search",
  "e2e/second-factor",
  "e2e/service-worker",
  "e2e/show-day",
  "e2e/skeletons",
  "e2e/subscription",
  "e2e/tabs",
  "e2e/training",
  "e2e/withdrawal",
  "e2e/without-script",
  "faults/chunks",
  "faults/clock",
  "faults/missing-parts",
  "faults/notifications-above",
  "faults/payments",
  "faults/submits",
];

const tests = fileURLToPath(new URL(".", import.meta.url));
const specs = globSync("{e2e,faults}/*.spec.ts", { cwd: tests }).map((file) => ({
  name: file.replace(/\.spec\.ts$/, ""),
  areas: [
    ...readFileSync(tests + file, "utf8").matchAll(/@seam:([\w-]+)(?![\w-]| @exhaustive)/g),
  ].map(([, area]) => area),
}));

it("every area has a spec that npm test runs in the desktop app", () => {
  expect(new Set(specs.flatMap((spec) => spec.areas))).toEqual(new Set(areas));
});

it("every spec file has a tag of an area, or is listed as having none", () => {
  const without = specs.filter((spec) => spec.areas.length === 0).map(({ name }) => name);
  expect(without.toSorted()).toEqual(withoutSeam);
});
