import { expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { createPagesPortal } from "#api/testing/pages-portal.ts";
import { withoutScriptStyle } from "./without-script.ts";

const portal = await forFile(createPagesPortal());

/** Returns what a page says in its body where no scripts run. */
const noticeOf = async (address: string) =>
  /<noscript><div[\s\S]*?<\/noscript>/.exec(await portal.page(address))?.[0] ?? "";

test.each([
  "/login?plan=monthly",
  "/register?plan=yearly",
  "/checkout",
  "/dashboard",
  "/recipes/liver-cubes",
])(
  "%s says that it needs JavaScript, what can be read without it, and where to write",
  async (address) => {
    const notice = await noticeOf(`${address}${address.includes("?") ? "&" : "?"}lang=pl`);
    expect(notice).toContain("Ta strona wymaga JavaScriptu");
    expect(notice).toContain('<a href="/memberships?lang=pl">');
    expect(notice).toContain(`mailto:${portal.portal.brand.contactEmail}`);
    expect(notice).not.toContain("summary of");
    const { headers } = await portal.app.inject(address);
    expect(headers["content-security-policy"]).toContain(withoutScriptStyle(portal.portal.brand));
  },
);

test("an unknown address says so instead", async () => {
  const notice = await noticeOf("/gone");
  expect(notice).toContain("There is no page at this address.");
  expect(notice).not.toContain("needs JavaScript");
});

test("withdrawal says how to withdraw without its form", async () => {
  expect(await noticeOf("/withdrawal")).toMatch(/needs JavaScript.*valid a withdrawal:.*mailto:/s);
});

test.each(["/login", "/register"])(
  "%s, which comes with its content, says in a strip that its form needs JavaScript",
  async (address) => {
    const notice = await noticeOf(`${address}?lang=pl`);
    expect(notice).toMatch(/class="no-script strip".*Ta strona wymaga JavaScriptu.*mailto:/s);
    expect(await portal.page(address)).toContain('<meta name="robots" content="noindex"');
  },
);

test("contact says how to write without its form; other public pages need no notice", async () => {
  expect(await noticeOf("/contact")).toMatch(/The form on this page needs JavaScript.*mailto:/s);
  expect(await noticeOf("/about")).toBe("");
  const { headers } = await portal.app.inject("/contact");
  expect(headers["content-security-policy"]).toContain(withoutScriptStyle(portal.portal.brand));
});
