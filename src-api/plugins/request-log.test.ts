import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { describeRequest } from "./request-log.ts";

const logged = (url: string) => describeRequest({ method: "GET", url, ip: "192.0.2.1" }).url;
const token = randomBytes(32).toString("base64url");

test.each([
  ["/reset-password/a.b", "/reset-password/[token]"],
  ["/api/reset-password/short?lang=pl", "/api/reset-password/[token]"],
  [`/api/undo-email-change/${token}`, "/api/undo-email-change/[token]"],
  [`/api/register/${token}/code`, "/api/register/[token]/code"],
  [`/somewhere/${token}?a=b`, "/somewhere/[token]"],
  [`/api/media/videos/x/x.webm?signature=${token}`, "/api/media/videos/x/x.webm"],
])("%s is logged as %s", (url, expected) => {
  expect(logged(url)).toBe(expected);
});

test.each([
  "/api/content/articles/what-a-very-long-title-this-one-article-does-have-in-the-end",
  "/api/purchases/3f0f3a5e-1111-4222-8333-444455556666/receipt",
])("%s is logged as it is", (url) => {
  expect(logged(url)).toBe(url);
});
