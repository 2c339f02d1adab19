import { describe, expect, it } from "vitest";
import { compareMediaQueries } from "./style-renderer.ts";
import { media } from "./tokens.ts";

const rule = (query: string) => query.replace("@media ", "");

describe("media queries", () => {
  it("are ordered so that narrower ones win", () => {
    const sorted = [rule(media.phone), rule(media.belowTablet)].toSorted(compareMediaQueries);
    expect(sorted).toEqual([rule(media.belowTablet), rule(media.phone)]);
  });
});
