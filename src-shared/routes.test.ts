import { describe, expect, it } from "vitest";
import { exampleAddress, matchRoute, routeIds, routePath } from "./routes.ts";

describe("matchRoute", () => {
  it.each([
    ["/", "home"],
    ["/articles", "articles"],
    ["/articles/", "articles"],
    ["/articles/weave-entries", "article"],
    ["/reset-password/abc.def-ghi_j", "resetPassword"],
    ["/cart/subscription/success", "subscriptionSuccess"],
    ["/articles/a/b", null],
    ["/Articles", null],
    ["/reset-password", null],
    ["/subscribe/yearly", "subscribe"],
    ["/subscribe/weekly", null],
    ["/nowhere", null],
    ["//", null],
    ["//about", null],
    ["/about//", null],
    ["/articles//", null],
    ["/%61bout", null],
    ["/articles/caf%C3%A9", "article"],
    ["/articles/100%", null],
    ["/articles/%E0%A4%A", null],
    ["/subscribe/Monthly", null],
  ] as const)("%s", (path, expected) => {
    expect(matchRoute(path)).toBe(expected);
  });

  it("finds every route by its path, so that no route hides another", () => {
    for (const id of routeIds) {
      expect(matchRoute(exampleAddress(id, "x"))).toBe(id);
    }
  });
});

describe("routePath", () => {
  it("encodes parameters", () => {
    expect(routePath("article", { id: "a b/c" })).toBe("/articles/a%20b%2Fc");
    expect(routePath("subscribe", { subType: "monthly" })).toBe("/subscribe/monthly");
    expect(routePath("home")).toBe("/");
  });
});
