import { expect, it } from "vitest";
import { exampleAddress, routeIds } from "../../src-shared/routes.ts";
import { isAppWindow, requestKind } from "./request-kind.ts";

const origin = "https://portal.test";
const kindOf = (path: string, mode: RequestMode = "navigate", method = "GET") =>
  requestKind({ url: new URL(path, origin).href, mode, method }, origin);

it.each(routeIds)("the page %s is answered, which starts offline", (id) => {
  expect(kindOf(`${exampleAddress(id, "some-thing")}?lang=pl`)).toBe("page");
});

it.each([
  "/api/me",
  "/api/payments/sandbox/abc",
  "/api/docs",
  "/og/home.en.png",
  "/og.png",
  "/feed.xml",
  "/articles/feed/atom.xml",
  "/sitemap.xml",
  "/robots.txt",
  "/service-worker.js",
  "/shell.html",
  "/no-such-page",
  "https://pay.example/",
])("%s is left to the browser, as a page and as a file", (path) => {
  const modes: RequestMode[] = ["navigate", "cors", "no-cors", "same-origin"];
  expect(modes.map((mode) => kindOf(path, mode))).toEqual([null, null, null, null]);
});

it("only files of the build are answered beside pages, and only if they are read", () => {
  expect(kindOf("/assets/index-A1b2C3d4.js", "cors")).toBe("asset");
  expect(kindOf("/assets/font.woff2", "no-cors")).toBe("asset");
  expect(kindOf("/assets/index.js?x", "cors")).toBeNull();
  expect(kindOf("/about", "cors")).toBeNull();
  expect(kindOf("/contact", "navigate", "POST")).toBeNull();
  expect(kindOf("https://other.test/assets/a.js", "cors")).toBeNull();
});

it("windows of the app are told from those of the API and of single files", () => {
  const isApp = (path: string) => isAppWindow(origin + path);
  expect(["/", "/about?lang=pl", "/gone", "/reset-password/a.b"].map(isApp)).toEqual(
    Array(4).fill(true),
  );
  expect(["/api/docs/", "/icon-192.png"].map(isApp)).toEqual([false, false]);
});
