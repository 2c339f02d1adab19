import { expect, test } from "vitest";
import { parseByteRange } from "./media-routes.ts";

test.each([
  [undefined, null],
  ["bytes=0-99", { start: 0, end: 99 }],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=500-", { start: 500, end: 999 }],
  ["bytes=-10", { start: 990, end: 999 }],
  ["bytes=-5000", { start: 0, end: 999 }],
  ["bytes=990-5000", { start: 990, end: 999 }],
  ["bytes=1000-", "beyond"],
  ["bytes=-0", "beyond"],
  ["bytes=9-1", null],
  ["bytes=0-1,5-6", null],
  ["bytes=-", null],
  ["lines=0-1", null],
])("%j of a file of 1000 bytes is %j", (header, expected) => {
  expect(parseByteRange(header, 1000)).toEqual(expected);
});

test("no part of an empty file can be asked for", () => {
  expect(parseByteRange("bytes=0-", 0)).toBe("beyond");
  expect(parseByteRange("bytes=-1", 0)).toBe("beyond");
});
