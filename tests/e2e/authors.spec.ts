import { expect, test } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

const growth = "Growth plates: when may a young dog start to jump?";

test("a health article names sources, review and what goes with it, and its footnotes work by keyboard @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/articles/growth-plates-and-first-jumps");
  const reference = page.getByRole("link", { name: "1", exact: true });
  await reference.press("Enter");
  const back = page.getByRole("link", { name: "Back to reference 1" });
  await expect(back).toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(back).toBeFocused();
  await back.press("Enter");
  await expect(reference).toBeInViewport();

  await page.getByRole("heading", { name: "Footnotes" }).scrollIntoViewIfNeeded();
  const sources = page.getByRole("region", { name: "Sources" });
  await expect(sources.getByRole("listitem")).toHaveCount(3);
  await expect(sources.getByText(/Last reviewed on .* by Dr\. Ewan Kerr/)).toBeVisible();
  const goesWith = page.getByRole("region", { name: "Related" });
  await expect(goesWith.getByRole("link")).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  await goesWith.getByRole("link", { name: /measure a dog/ }).click();

  await expect(page.getByRole("heading", { level: 1, name: /height class/ })).toBeVisible();
  await page.getByRole("heading", { level: 2 }).last().scrollIntoViewIfNeeded();
  await expect(page.getByRole("region", { name: "Related" })).toContainText(growth);
});

test("a byline leads to the author's page, which visitors may read too @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/articles/growth-plates-and-first-jumps");
  await page.getByRole("link", { name: "Dr. Ewan Kerr" }).click();
  await portal.expectPath("/authors/ewan-kerr");
  await expect(page.getByRole("heading", { level: 1, name: "Dr. Ewan Kerr" })).toBeFocused();
  await expect(page.getByText("Sports veterinarian")).toBeVisible();
  await portal.open("/logout");
  await expect(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
  await portal.open("/authors/ewan-kerr?lang=pl");
  await expect(page.getByText("Lekarz weterynarii, medycyna sportowa")).toBeVisible();
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("a young dog narrows the protocols, and recipes open in amounts for it @exhaustive", async ({
  portal,
  page,
}) => {
  const member = await portal.createUser({ kind: "member" });
  await portal.signIn(member);
  const born = new Date();
  born.setMonth(born.getMonth() - 6, 1);
  const body = {
    name: "Luna",
    bornOn: born.toISOString().slice(0, 10),
    discipline: null,
    weightKg: 12,
    weighedOn: "2026-01-05",
    heightCm: null,
    measuredOn: null,
  };
  expect(await portal.send("POST", "/api/dogs", { user: member, body })).toMatchObject({
    name: "Luna",
  });

  await portal.open("/protocols");
  await page.getByRole("button", { name: "For Luna" }).click();
  await expect(page.getByText(/protocols with jumps or weave poles are left out/)).toBeVisible();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole("button", { name: "For Luna", pressed: true })).toBeVisible();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
  expect(await violations(page)).toEqual([]);

  await portal.follow("/recipes");
  await page.getByRole("button", { name: "For Luna" }).click();
  await page.getByRole("link", { name: "Turkey, rice and pumpkin supper" }).click();
  await expect(page.getByRole("combobox", { name: "Dog" })).toHaveValue(/.+/);
  await expect(page.getByText(/Luna is still growing/)).toBeVisible();
  await expect(page.getByText(/more than three months ago/)).toBeVisible();
  await expect.poll(() => portal.path()).toMatch(/portions=/);
  expect(await violations(page)).toEqual([]);
});
