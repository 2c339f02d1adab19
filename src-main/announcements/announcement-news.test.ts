import { expect, it } from "vitest";
import type { Announcement } from "#shared/api/announcements.ts";
import { newSince, withAllSeen } from "./announcement-news.ts";

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
  newSince(withAllSeen(null, seen), list).map(({ id }) => id);

it("announcements published later are new, oldest first, by time and not by text", () => {
  expect(newIds([old], [second, first, old])).toEqual(["first", "second"]);
  expect(newIds([at("whole", "2026-11-02T10:00:00Z")], [first])).toEqual(["first"]);
});

it("two announcements of the same time are both new", () => {
  const twin = at("twin", "2026-11-02T10:00:00.5Z");
  expect(newIds([first], [twin, first])).toEqual(["twin"]);
  expect(newIds([first, twin], [twin, first])).toEqual([]);
  const both = withAllSeen(withAllSeen(null, [first]), [twin]);
  expect(newSince(both, [first, twin])).toEqual([]);
});

it("the first announcement is new if there was none before", () => {
  expect(newIds([], [first])).toEqual(["first"]);
});

it("a withdrawn announcement does not make older ones new again", () => {
  const seen = withAllSeen(withAllSeen(null, [second, first]), [first]);
  expect(newSince(seen, [first, old])).toEqual([]);
  expect(withAllSeen(seen, [])).toEqual(seen);
});
