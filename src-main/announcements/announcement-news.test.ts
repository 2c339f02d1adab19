import { expect, it } from "vitest";
import type { Announcement } from "../../src-shared/api/announcements.ts";
import { newSince, seenWith } from "./announcement-news.ts";

const at = (id: string, publishedAt: string): Announcement => ({
  id,
  title: id,
  body: "",
  publishedAt,
});
const [old, first, second] = [
  at("old", "2026-11-01T10:00:00Z"),
  at("first", "2026-11-02T10:00:00.500Z"),
  at("second", "2026-11-02T10:00:01Z"),
];
const newIds = (seen: Announcement[], list: Announcement[]) =>
  newSince(seenWith(null, seen), list).map(({ id }) => id);

it("what was published later is new, oldest first; it breaks if times are compared as texts", () => {
  expect(newIds([old], [second, first, old])).toEqual(["first", "second"]);
  expect(newIds([at("whole", "2026-11-02T10:00:00Z")], [first])).toEqual(["first"]);
});

it("two of one moment are two; it breaks if the time alone tells them apart", () => {
  const twin = at("twin", "2026-11-02T10:00:00.5Z");
  expect(newIds([first], [twin, first])).toEqual(["twin"]);
  expect(newIds([first, twin], [twin, first])).toEqual([]);
  const both = seenWith(seenWith(null, [first]), [twin]);
  expect(newSince(both, [first, twin])).toEqual([]);
});

it("where there was none yet the first one is new; it breaks if an empty list is no beginning", () => {
  expect(newIds([], [first])).toEqual(["first"]);
});

it("a withdrawn one stays seen; it breaks if older ones become new again", () => {
  const seen = seenWith(seenWith(null, [second, first]), [first]);
  expect(newSince(seen, [first, old])).toEqual([]);
  expect(seenWith(seen, [])).toEqual(seen);
});
