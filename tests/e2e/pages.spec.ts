import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";

test("title and focus follow the route, by links and by the back button", async ({
  portal,
  page,
}) => {
  await portal.open("/about");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(page).toHaveTitle(`${await heading.innerText()} · Ringside`);
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveTitle("Contact · Ringside");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveTitle("Log in · Ringside");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveTitle("Contact · Ringside");
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeFocused();
});

test("an unknown address shows the not-found page, which leads home", async ({ portal, page }) => {
  portal.expectFailures(404);
  await portal.open("/nowhere/at-all");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await expect(page).toHaveTitle("Page not found · Ringside");
  await page.getByRole("link", { name: "Back to the home page" }).click();
  await portal.expectPath("/");
});

test("the copyright line shows the current year, not the build's", async ({ portal, page }) => {
  await page.clock.setFixedTime("2031-06-01T12:00:00Z");
  await portal.open("/about");
  await expect(page.getByRole("contentinfo")).toContainText("© 2031 Ringside Media s.c.");
});

test("following a link scrolls to the top", async ({ portal, page }) => {
  await portal.open("/terms-and-conditions");
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeInViewport();
});

test("offline, a message appears and the page stays; it recovers by itself @seam:api-client", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/articles");
  await expect(page.getByRole("link", { name: /Building weave entries/ })).toBeVisible();
  await portal.faults.offline(true);
  const line = page.getByText(/^Offline · as of /);
  await expect(line).toBeVisible();
  await expect(page.getByRole("link", { name: /Building weave entries/ })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
  await portal.faults.offline(false);
  await expect(line).toHaveCount(0);
  await page.getByRole("link", { name: /Building weave entries/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("weave");
});

const tabBar = /^(Main sections|Główne działy)$/;
const lists = ["/articles", "/blog", "/recipes", "/protocols", "/videos"];

test("a list begins on the first screen of a phone, with its topics in one row @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.resize({ width: 360, height: 740 });
  await test.step("the topics are one row, which shows the chosen one", async () => {
    await portal.open("/articles?tag=warm-up");
    const topics = page.getByRole("group", { name: "Topics" });
    await expect(topics.getByRole("button", { pressed: true })).toBeInViewport({ ratio: 1 });
    const tops = await topics
      .getByRole("button")
      .evaluateAll((all) => all.map((node) => node.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
  await test.step("the first entry of each list is on the first screen", async () => {
    for (const kind of ["visitor", "member"] as const) {
      if (kind === "member") await portal.signIn(await portal.createUser({ kind }));
      for (const language of ["en", "pl"]) {
        for (const path of kind === "member" ? lists : ["/articles"]) {
          await portal.open(`${path}?lang=${language}`);
          const first = page.getByRole("article").first();
          await expect(first.locator("svg, img").first()).toBeInViewport({ ratio: 1 });
          const title = await first.getByRole("link").boundingBox();
          const [bar] = await page.getByRole("navigation", { name: tabBar }).all();
          const end = bar ? ((await bar.boundingBox())?.y ?? 0) : 740;
          expect((title?.y ?? 740) + (title?.height ?? 0), path).toBeLessThanOrEqual(end);
        }
      }
    }
  });
});

/** Returns where the content of an element begins, in px. */
const startOf = (element: Locator) =>
  element.evaluate((node) => {
    const content = document.createRange();
    content.selectNodeContents(node);
    return content.getBoundingClientRect().left;
  });

const widths = [360, 768, 1024, 1440, 1920];

test("header, page and footer begin at the same edge @exhaustive", async ({ portal, page }) => {
  const heading = page.getByRole("heading", { level: 1 });
  const expectEdge = async (path: string, edge: Locator, others: Locator[]) => {
    await portal.open(path);
    await expect(heading).toBeVisible();
    for (const width of widths) {
      await portal.resize({ width, height: 800 });
      for (const other of others) {
        const distance = Math.abs((await startOf(other)) - (await startOf(edge)));
        expect.soft(distance, `${path} at ${width} px`).toBeLessThanOrEqual(1);
      }
    }
  };
  const logo = page.getByRole("banner").getByRole("link").first();
  const footer = page.getByRole("contentinfo");
  const below = [heading, footer.getByRole("link").first(), footer.getByText("©")];
  for (const path of ["/articles", "/about", "/memberships", "/contact", "/privacy-policy"])
    await expectEdge(path, logo, below);

  await portal.signIn(await portal.createUser({ kind: "member" }));
  const bar = page.getByRole("banner").locator("a, button").filter({ visible: true }).first();
  const entry = "/articles/building-weave-entries";
  for (const path of ["/dashboard", "/recipes", entry, "/membership"])
    await expectEdge(path, bar, [heading]);
});
