import { expect, test } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

const texts = {
  en: {
    title: "Trends",
    members: "Members",
    revenue: "Monthly recurring revenue in EUR",
    table: "Show as a table",
    present: /\(so far\)/,
  },
  pl: {
    title: "Trendy",
    members: "Członkowie",
    revenue: "Stały przychód miesięczny w EUR",
    table: "Pokaż jako tabelę",
    present: /\(do teraz\)/,
  },
};

for (const [language, text] of Object.entries(texts)) {
  test(`an admin sees trends as pictures and, by keyboard, as tables (${language}) @exhaustive`, async ({
    portal,
    page,
  }) => {
    await portal.createUser({ kind: "member" });
    await portal.signIn(await portal.createUser({ kind: "admin" }));
    await portal.open(`/dashboard?section=trends&lang=${language}`);
    await expect(page.getByRole("heading", { name: text.title, level: 1 })).toBeVisible();
    const members = page.getByRole("region", { name: text.members });
    await expect(members.locator("svg rect").first()).toBeVisible();
    await members.getByText(text.table).press("Enter");
    const present = members.getByRole("row").filter({ hasText: text.present });
    await expect(present.getByRole("cell").first()).toHaveText(/^[1-9]\d*$/);
    const revenue = page.getByRole("region", { name: text.revenue });
    await revenue.getByText(text.table).press("Enter");
    await expect(revenue.getByRole("row").nth(1)).toContainText(/€/);
    for (const width of [1440, 768, 360]) {
      await portal.resize({ width, height: 800 });
      expect.soft(await violations(page), `${width} px`).toEqual([]);
      const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
      expect.soft(fits, `${width} px`).toBe(true);
    }
  });
}
