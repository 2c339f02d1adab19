import { afterEach, describe, expect, it } from "vitest";
import { portalPathOf, returnAddress } from "./return-address.ts";

afterEach(() => returnAddress.forget());

describe("the return address", () => {
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
    expect(portalPathOf(path)).toBe(expected);
  });

  it("does not replace a valid path with an invalid one", () => {
    returnAddress.remember("/videos");
    returnAddress.remember("//evil.example");
    expect(returnAddress.read()).toBe("/videos");
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
    returnAddress.remember("/videos");
    returnAddress.rememberForLink(path, link);
    expect(returnAddress.read()).toBe(place);
  });

  it("ignores an address of another site in the storage", () => {
    sessionStorage.setItem("remembered-place", "//evil.example");
    expect(returnAddress.read()).toBeNull();
  });
});
