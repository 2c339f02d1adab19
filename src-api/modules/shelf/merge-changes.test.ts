import { expect, test } from "vitest";
import type { ShelfChange } from "#shared/api/shelf-changes.ts";
import { itemsOf } from "./merge-changes.ts";

const now = new Date("2026-03-01T14:00:00.000Z");
const saved = (at: string, isKept: boolean, slug = "a"): ShelfChange => ({
  type: "saved",
  kind: "articles",
  slug,
  at: `2026-03-01T${at}.000Z`,
  isKept,
});

test("The later of two changes of one item wins, in whichever order they come", () => {
  const changes = [saved("12:00:00", true), saved("12:00:01", false)];
  for (const sent of [changes, changes.toReversed()]) {
    expect(itemsOf(sent, { sentAt: now.toISOString(), now })).toMatchObject([{ isRemoved: true }]);
  }
});

test("At the same moment keeping wins over removing, in whichever order they come", () => {
  const changes = [saved("12:00:00", true), saved("12:00:00", false)];
  for (const sent of [changes, changes.toReversed()]) {
    expect(itemsOf(sent, { sentAt: now.toISOString(), now })).toMatchObject([{ isRemoved: false }]);
  }
});

test("A change from the future counts as made now", () => {
  const [item] = itemsOf([saved("23:00:00", true)], { sentAt: now.toISOString(), now });
  expect(item?.changedAt).toEqual(now);
});

test.each(["2026-03-01T02:00:00.000Z", "2026-03-01T23:30:00.000Z"])(
  "A clock that is wrong, at %s, does not change how long ago a change was made",
  (sentAt) => {
    const at = new Date(Date.parse(sentAt) - 60_000).toISOString();
    const [item] = itemsOf([{ ...saved("00:00:00", true), at }], { sentAt, now });
    expect(item?.changedAt).toEqual(new Date(now.getTime() - 60_000));
  },
);

test("Items come in one order, so that requests do not wait for each other", () => {
  const slugs = ["b", "a", "c"];
  const items = itemsOf(
    slugs.map((slug) => saved("12:00:00", true, slug)),
    { sentAt: now.toISOString(), now },
  );
  expect(items.map(({ slug }) => slug)).toEqual(["a", "b", "c"]);
});
