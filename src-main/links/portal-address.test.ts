import { expect, it } from "vitest";
import { isPortalUrl } from "./portal-address.ts";

it.each(["app://portal/", "app://portal", "app://portal/articles?x=1#y"])("takes %s", (url) => {
  expect(isPortalUrl(url)).toBe(true);
});

it.each([
  "app://portal.evil/",
  "app://portal:80/",
  "app://evil@portal/",
  "app://:x@portal/",
  "app://evil/portal",
  "app:portal",
  "app:///portal",
  "apps://portal/",
  "https://portal/",
  "file:///portal",
  "javascript:app://portal/",
  "about:blank",
  "",
])("refuses %s, which only looks like ours", (url) => {
  expect(isPortalUrl(url)).toBe(false);
});
