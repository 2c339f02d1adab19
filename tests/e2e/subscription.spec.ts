import { expect, test, type Portal } from "../fixtures/portal.ts";

const status = ({ page }: Portal) => page.getByRole("status");
const fact = ({ page }: Portal, name: string) =>
  page.getByRole("group", { name, exact: true }).last();

/** Presses a button that asks first, and returns its dialog. */
async function ask({ page }: Portal, action: string) {
  await page.getByRole("button", { name: action, exact: true }).click();
  return page.getByRole("dialog");
}

test("a switch to yearly charges what its preview says, and a switch back is planned and taken back @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.forward("11 days");
  await portal.open("/subscription");
  const preview = await ask(portal, "Switch to yearly");
  const confirm = preview.getByRole("button", {
    name: /^Switch to yearly and pay €[\d.]+ now$/,
  });
  const price = /€[\d.]+/.exec((await confirm.textContent()) ?? "")?.[0] ?? "none";
  await expect(preview.getByRole("definition").last()).toHaveText(price);
  await confirm.click();
  await expect(status(portal).filter({ hasText: "You now pay yearly." })).toBeVisible();
  await expect(fact(portal, "Plan")).toContainText("Yearly membership");
  await expect(page.getByRole("heading", { name: "Your membership is active" })).toBeFocused();

  const plan = await ask(portal, "Switch to monthly");
  await plan.getByRole("button", { name: /^Switch to monthly on / }).click();
  await expect(fact(portal, "Plan")).toContainText(/From .*: monthly, €9/);
  await page.getByRole("button", { name: "Keep yearly" }).click();
  await expect(fact(portal, "Plan")).not.toContainText("monthly, €9");

  await expect(fact(portal, "Renewal")).toContainText(/Renews on .* for €90/);
  const bought = page.getByRole("listitem").filter({ hasText: "Switch to yearly" });
  await expect(bought).toContainText(price);
  await expect(bought).toContainText("paid with credit");
  await bought.getByRole("link", { name: /^Receipt/ }).click();
  await expect(page.getByRole("main")).toContainText(`Total paid${price}`);
});
