import { afterEach, describe, expect, it } from "vitest";
import { placeOf, rememberedPlace } from "./remembered-place.ts";

afterEach(() => rememberedPlace.forget());

describe("the remembered place", () => {
  it.each([
    ["/videos/weave?t=3#notes", "/videos/weave?t=3#notes"],
    ["/checkout", "/checkout"],
    ["/videos?q=a&lang=pl", "/videos?q=a"],
    ["/Checkout", null],
    ["//evil.example", null],
    ["/\\evil.example", null],
    ["https://evil.example/videos", null],
    ["javascript:alert(1)", null],
    ["videos", null],
    ["/login", null],
    ["/register?plan=monthly", null],
    ["/logout", null],
    ["/nowhere", null],
    ["", null],
  ])("accepts %j as %j", (path, expected) => {
    expect(placeOf(path)).toBe(expected);
  });

  it("does not replace a valid path with an invalid one", () => {
    rememberedPlace.remember("/videos");
    rememberedPlace.remember("//evil.example");
    expect(rememberedPlace.read()).toBe("/videos");
  });

  it.each([
    ["/articles?q=a#top", "login", "/articles?q=a#top"],
    ["/checkout", "login", "/checkout"],
    ["/checkout", "register", "/checkout"],
    ["/articles", "register", "/videos"],
    ["/reset-password/a.b", "login", "/videos"],
    ["/sub-missing", "login", "/videos"],
    ["/login", "login", "/videos"],
    ["/nowhere", "login", "/videos"],
  ] as const)("on %s, with the link %s, becomes %s", (path, link, place) => {
    rememberedPlace.remember("/videos");
    rememberedPlace.comeBack(path, link);
    expect(rememberedPlace.read()).toBe(place);
  });

  it("ignores an address of another site in the storage", () => {
    sessionStorage.setItem("remembered-place", "//evil.example");
    expect(rememberedPlace.read()).toBeNull();
  });
});
