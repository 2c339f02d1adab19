import { describe, expect, it } from "vitest";
import { matchRoute } from "#shared/routes.ts";
import { deepLinkIn, parseDeepLink } from "./deep-links.ts";

describe("a deep link", () => {
  it.each([
    ["ringside://memberships", "/memberships"],
    ["ringside://memberships/", "/memberships"],
    ["RINGSIDE://memberships", "/memberships"],
    ["ringside:///articles/weave-entries", "/articles/weave-entries"],
    ["ringside://articles/weave-entries?utm=1#x", "/articles/weave-entries"],
    ["ringside://reset-password/abc.def-ghi_j", "/reset-password/abc.def-ghi_j"],
    ["ringside://reset-password/abc%2Edef", "/reset-password/abc.def"],
    ["ringside://invitation/abc-def_g", "/invitation/abc-def_g"],
  ])("%s leads to %s", (link, path) => {
    expect(parseDeepLink(link)).toEqual({ portal: null, path });
  });

  it.each([
    ["ringside://portal.example.com", "portal.example.com", null],
    ["ringside://Portal.example.com/", "portal.example.com", null],
    ["ringside://portal.example.com:8443/memberships", "portal.example.com:8443", "/memberships"],
    [
      "ringside://localhost:4000/articles/weave-entries",
      "localhost:4000",
      "/articles/weave-entries",
    ],
    ["ringside://127.0.0.1:4000", "127.0.0.1:4000", null],
  ])("%s names its portal", (link, portal, path) => {
    expect(parseDeepLink(link)).toEqual({ portal, path });
  });

  it.each([
    "ringside://",
    "ringside://logout",
    "ringside://checkout",
    "ringside://subscribe/monthly",
    "ringside://undo-email-change/abc",
    "ringside://api/me",
    "ringside://nowhere",
    "ringside://articles/..",
    "ringside://articles/%2e%2e",
    "ringside://articles/%2e%2e%2fapi",
    "ringside://articles/a%2fb",
    "ringside://articles/a\\b",
    "ringside://articles/a b",
    "ringside://articles/%00",
    "ringside://articles/%zz",
    "ringside://articles//x",
    "ringside:////evil.example/articles",
    "ringside://user@articles/x",
    "ringside://articles:80/x",
    "ringside://user@portal.example.com/memberships",
    "ringside://portal.example.com/logout",
    "ringside://portal.example.com/api/me",
    "ringside://portal.example.com:123456",
    "ringside://articles/<script>",
    "ringside:memberships",
    "https://memberships",
    `ringside://articles/${"x".repeat(3_000)}`,
  ])("%s leads nowhere", (link) => {
    expect(parseDeepLink(link)).toBeNull();
  });

  it("never opens anything but known routes, whatever its parts", () => {
    const bits = [
      "articles",
      "/",
      "..",
      "%2e",
      "%2f",
      "\\",
      "@",
      ":",
      "?",
      "#",
      "api",
      "é",
      "\0",
      "x",
    ];
    for (let seed = 1; seed < 5_000; seed++) {
      const rest = Array.from({ length: 1 + (seed % 6) }, (_, i) => {
        return bits[(seed * 31 + i * (seed % 97)) % bits.length];
      });
      const path = parseDeepLink(`ringside://${rest.join("")}`)?.path;
      if (path === null || path === undefined) continue;
      expect(path).toMatch(/^(\/[\w.~-]+)+$/);
      expect(path).not.toMatch(/(^|\/)\.+(\/|$)/);
      expect(matchRoute(path)).not.toBeNull();
    }
  });

  it("is found among command line arguments", () => {
    const argv = ["/opt/ringside", "--no-sandbox", "ringside://memberships", "ringside://blog"];
    expect(deepLinkIn(argv)).toEqual({ portal: null, path: "/memberships" });
    expect(deepLinkIn(["/opt/ringside", "--flag=ringside://memberships"])).toBeNull();
    expect(deepLinkIn([])).toBeNull();
  });
});
