import { expect, test } from "../fixtures/portal.ts";

test("an admin pastes addresses of the former site, corrects a line, changes and removes one; readers are led on @exhaustive", async ({
  portal,
  page,
}) => {
  const own = `/${Date.now()}`;
  await portal.signIn(await portal.createUser({ kind: "admin" }));
  await portal.open("/dashboard?section=settings");
  const part = page.getByRole("region", { name: "Addresses of the former site" });
  await part.getByRole("button", { name: "Add addresses" }).press("Enter");
  const field = part.getByLabel("Former addresses");
  const list = [`${own}/żółw/,/about`, `https://old.example${own}/gone,/about?lang=pl`];
  await field.fill([...list, `${own}/evil,//evil.example`].join("\n"));
  await part.getByRole("button", { name: "Save addresses" }).press("Enter");
  await expect(
    part.getByText("Line 3: Addresses can only lead to pages of this portal."),
  ).toBeVisible();
  await field.fill(list.join("\n"));
  await part.getByRole("button", { name: "Save addresses" }).press("Enter");
  await expect(part.getByText("2 addresses were saved.")).toBeVisible();
  const row = (path: string) => part.getByRole("row").filter({ hasText: path });
  await expect(row(`${own}/gone`)).toContainText("/about?lang=pl");

  await part.getByRole("button", { name: `Change: ${own}/żółw` }).press("Enter");
  await expect(part.getByLabel("Leads to")).toBeFocused();
  await part.getByLabel("Leads to").fill("/contact");
  await part.getByLabel("Leads to").press("Enter");
  await expect(row(`${own}/żółw`)).toContainText("/contact");
  await part.getByRole("button", { name: `Remove ${own}/gone` }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Remove" }).press("Enter");
  await expect(part.getByText(`${own}/gone was removed.`)).toBeVisible();
  await expect(row(`${own}/gone`)).toBeHidden();

  const answer = await fetch(portal.address(encodeURI(`${own}/żółw/?utm_source=x`)), {
    redirect: "manual",
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([301, "/contact?utm_source=x"]);
  expect((await fetch(portal.address(`${own}/gone`))).status).toBe(404);
  const feed = await fetch(portal.address("/rss/"));
  expect([feed.redirected, feed.headers.get("content-type")]).toEqual([
    true,
    "application/atom+xml; charset=utf-8",
  ]);
});
