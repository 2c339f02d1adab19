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
  ])("takes %j as %j", (path, expected) => {
    expect(placeOf(path)).toBe(expected);
  });

  it("does not replace a good place by a bad one", () => {
    rememberedPlace.remember("/videos");
    rememberedPlace.remember("//evil.example");
    expect(rememberedPlace.read()).toBe("/videos");
  });

  it("ignores a place that somebody else wrote into the storage", () => {
    sessionStorage.setItem("remembered-place", "//evil.example");
    expect(rememberedPlace.read()).toBeNull();
  });
});
