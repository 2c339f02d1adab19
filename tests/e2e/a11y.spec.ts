import { newPlaces } from "../fixtures/places.ts";
import { expect, test } from "../fixtures/portal.ts";
import { violations } from "../fixtures/violations.ts";

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

for (const kind of ["visitor", "member"] as const) {
  test(`axe finds nothing on the pages that a ${kind} has first, wide or narrow @exhaustive`, async ({
    portal,
    page,
  }) => {
    test.setTimeout(240_000);
    portal.expectFailures(404);
    if (kind === "member") await portal.signIn(await portal.createUser({ kind }));
    for (const [at, { path }] of newPlaces[kind].entries()) {
      await (at === 0 ? portal.open(path) : portal.follow(path));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByLabel("Loading…")).toHaveCount(0);
      for (const [device, size] of Object.entries(sizes)) {
        await portal.resize(size);
        expect.soft(await violations(page), `${path}, ${device}`).toEqual([]);
      }
    }
  });
}

test("axe finds nothing in open menus, dialogs and rejected forms @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.open("/register");
  await page.getByRole("button", { name: "Create my account" }).click();
  await expect(page.getByText("Field is required").first()).toBeVisible();
  expect.soft(await violations(page), "rejected form").toEqual([]);
  await portal.fillRegistration({
    name: "Ax Elder",
    email: `axe-${Date.now()}@example.com`,
    password: "ringside evenings",
  });
  await expect(portal.codeField).toBeVisible();
  await page.getByRole("button", { name: "Confirm and continue" }).click();
  await expect(page.getByRole("form").getByText("Field is required")).toBeVisible();
  for (const [device, size] of Object.entries(sizes)) {
    await portal.resize(size);
    expect.soft(await violations(page), `code, ${device}`).toEqual([]);
  }
  await portal.resize(sizes.desktop);

  const member = await portal.createUser({ kind: "member" });
  await portal.signIn(member);
  await portal.open("/dashboard?tab=account");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  // Like other popovers, a menu is outside the landmarks.
  expect.soft(await violations(page, ["region"]), "More group").toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Change: E-mail address" }).click();
  const address = page.getByRole("form", { name: "E-mail address" });
  await address.getByLabel("New e-mail address").fill(`axe-moved-${Date.now()}@example.com`);
  await address.getByLabel("Current password", { exact: true }).fill(member.password);
  await address.getByRole("button", { name: "Change address" }).click();
  await expect(portal.codeField).toBeVisible();
  expect.soft(await violations(page), "code, dark").toEqual([]);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect.soft(await violations(page), "dialog").toEqual([]);
  await page.keyboard.press("Escape");
  await portal.resize(sizes.phone);
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect.soft(await violations(page), "drawer").toEqual([]);

  const { links } = await portal.mails.latestTo(member.email, "/undo-email-change/");
  await portal.open(links.find((link) => link.includes("/undo-email-change/")) ?? "");
  await expect(page.getByRole("button", { name: "Undo the change" })).toBeVisible();
  expect.soft(await violations(page), "undo").toEqual([]);
});
