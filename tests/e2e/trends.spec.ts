import { expect, test } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

test("an admin sees trends as pictures and, by keyboard, as tables @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.createUser({ kind: "member" });
  await portal.signIn(await portal.createUser({ kind: "admin" }));
  await portal.open("/dashboard?section=trends");
  await expect(page.getByRole("heading", { name: "Trends", level: 1 })).toBeVisible();
  const members = page.getByRole("region", { name: "Members" });
  await expect(members.locator("svg rect").first()).toBeVisible();
  await members.getByText("Show as a table").press("Enter");
  const present = members.getByRole("row").filter({ hasText: /\(so far\)/ });
  await expect(present.getByRole("cell").first()).toHaveText(/^[1-9]\d*$/);
  const revenue = page.getByRole("region", { name: "Monthly recurring revenue in EUR" });
  await revenue.getByText("Show as a table").press("Enter");
  await expect(revenue.getByRole("row").nth(1)).toContainText(/€/);
  for (const width of [1440, 768, 360]) {
    await portal.resize({ width, height: 800 });
    expect.soft(await violations(page), `${width} px`).toEqual([]);
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect.soft(fits, `${width} px`).toBe(true);
  }
});
