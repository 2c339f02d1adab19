import { expect, test } from "../fixtures/portal.ts";

const notFound = "Page not found";

/** Addresses with their expected HTTP status and the heading that a visitor sees. */
const addresses: readonly [address: string, status: 200 | 404, heading: string | RegExp][] = [
  ["/contact", 200, "Contact"],
  ["/contact/", 200, "Contact"],
  ["/contact?from=mail#form", 200, "Contact"],
  ["/contact#%", 200, "Contact"],
  ["/articles/caf%C3%A9", 200, "Log in"],
  ["/subscribe/monthly", 200, "Log in"],
  ["/subscribe/monthly/", 200, "Log in"],
  ["/subscribe/weekly", 404, notFound],
  ["/subscribe/Monthly", 404, notFound],
  ["/Contact", 404, notFound],
  ["/ARTICLES", 404, notFound],
  ["//contact", 404, notFound],
  ["/contact//", 404, notFound],
  ["/articles//weave", 404, notFound],
  ["/%63ontact", 404, notFound],
  ["/contact%20", 404, notFound],
  ["/articles/%E0%A4%A", 404, notFound],
  ["/articles/100%", 404, notFound],
  ["/%", 404, notFound],
  ["/articles/a/b", 404, notFound],
  ["/no/such-page", 404, notFound],
];

test("the server's status and the page shown agree for every address @exhaustive", async ({
  portal,
  page,
}) => {
  portal.expectFailures(404);
  await portal.open("/about");
  const [start] = page.url().split("/about");
  const heading = page.getByRole("heading", { level: 1 });
  for (const [address, status, expected] of addresses) {
    await test.step(`${address}, typed in`, async () => {
      const answer = await page.goto(start + address);
      await expect.soft(heading, `${address}, typed in`).toHaveText(expected);
      expect.soft(answer?.status(), address).toBe(status);
    });
  }
  const followLink = (url: string) =>
    page.evaluate((to) => {
      history.pushState(null, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, url);
  await portal.open("/about");
  const about = await heading.innerText();
  for (const [address, , expected] of addresses) {
    await test.step(`${address}, by link`, async () => {
      await followLink(start + address);
      await expect.soft(heading, `${address}, by link`).toHaveText(expected);
      await followLink(`${start}/about`);
      await expect(heading).toHaveText(about);
    });
  }
});
