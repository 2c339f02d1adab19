import { expect, test } from "vitest";
import { listContent } from "#shared/api/library.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { entryJson, markdown, sampleContent } from "#api/testing/sample-content.ts";

const weeks = "weeks: [{ title: One, sessions: [{ title: A, minutes: 5, description: B }] }]\n";
const protocol = (slug: string, day: number, more: object) => ({
  [`protocols/${slug}/entry.json`]: entryJson(`2026-01-0${day}T07:00:00Z`, {
    level: "beginner",
    ...more,
  }),
  [`protocols/${slug}/en.md`]: markdown(slug, "Text.", weeks),
});

const portal = await forFile(
  createContentPortal({
    "tags.json": sampleContent["tags.json"] ?? "",
    ...protocol("for-all", 5, {}),
    ...protocol("jumps", 4, { highImpact: true }),
    ...protocol("small-only", 3, { dogs: { classes: ["extraSmall", "small"] } }),
    ...protocol("from-two-years", 2, { dogs: { fromMonths: 24 } }),
    ...protocol("also-for-all", 1, { highImpact: false }),
  }),
);

const list = async (query: string) =>
  listContent.answer.parse((await portal.get(`/content/protocols?${query}`)).json());

test.each([
  // the plates of large dogs close at 18 months, of small ones at 12
  ["heightClass=large&ageMonths=17", ["for-all", "also-for-all"]],
  ["heightClass=large&ageMonths=18", ["for-all", "jumps", "also-for-all"]],
  ["heightClass=small&ageMonths=12", ["for-all", "jumps", "small-only", "also-for-all"]],
  ["heightClass=small&ageMonths=11", ["for-all", "small-only", "also-for-all"]],
  ["ageMonths=17", ["for-all", "small-only", "also-for-all"]],
  ["heightClass=large", ["for-all", "jumps", "from-two-years", "also-for-all"]],
  ["heightClass=large&ageMonths=24", ["for-all", "jumps", "from-two-years", "also-for-all"]],
])("a list narrowed to a dog (%s) has what is for it", async (query, slugs) => {
  const { items, total } = await list(query);
  expect(items.map(({ slug }) => slug)).toEqual(slugs);
  expect(total).toBe(slugs.length);
});

test("pages of a narrowed list continue it, and a full list stays as it was", async () => {
  const query = "heightClass=large&ageMonths=18&limit=2";
  const first = await list(query);
  expect(first.items.map(({ slug }) => slug)).toEqual(["for-all", "jumps"]);
  const second = await list(`${query}&cursor=${first.nextCursor}`);
  expect(second.items.map(({ slug }) => slug)).toEqual(["also-for-all"]);
  expect(second.nextCursor).toBeNull();
  expect((await list("limit=50")).items).toHaveLength(5);
});

test.each(["heightClass=giant", "ageMonths=-1", "ageMonths=9999"])("refuses %s", async (query) => {
  expect((await portal.get(`/content/protocols?${query}`)).statusCode).toBe(400);
});
