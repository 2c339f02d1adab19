import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { contentSecurityPolicy } from "#shared/content-security-policy.ts";
import { firstPaintScript } from "#shared/first-paint.ts";

it("the security policy allows the script of the first paint, and no other one in the page", () => {
  const hash = createHash("sha256").update(firstPaintScript).digest("base64");
  const [scripts] = contentSecurityPolicy({ launchDarkly: false }).match(/script-src [^;]*/) ?? [];
  expect(scripts).toBe(`script-src 'self' 'sha256-${hash}'`);
});
