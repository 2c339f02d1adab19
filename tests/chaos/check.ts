import { expect } from "../fixtures/portal.ts";
import { flagKeys } from "#shared/flags.ts";
import common from "#locales/en/common.json" with { type: "json" };
import titles from "#locales/en/titles.json" with { type: "json" };
import { cartLinkWith, cartName, readStoredCart } from "./cart-actions.ts";
import type { Random } from "./random.ts";
import type { Walker } from "./walker.ts";

/** ms within which the portal recovers: it checks for its API at least every 30 s, with a timeout of 8 s. */
const recovery = { timeout: 60_000 };

/** ms that a click may take once all faults are over. */
const clicking = 10_000;

/** Pages of the menu, with an entry of each that only the API can have sent. */
const content = [
  { link: "Articles", path: "/articles", entry: /Building weave entries/ },
  { link: "Recipes", path: "/recipes", entry: /liver/i },
  { link: "Videos", path: "/videos", entry: /seesaw/i },
  { link: "Protocols", path: "/protocols", entry: /confiden/i },
  { link: "Blog", path: "/blog", entry: /judge/i },
] as const;

const brokenPage = new RegExp(`^(${common.chunk.title}|${common.crash.title})$`);

/** Ends all faults and turns all flags off, without touching the page. */
async function calm({ portal, sky, page }: Walker): Promise<void> {
  page.context().setDefaultTimeout(clicking);
  await sky.clear();
  for (const key of Object.values(flagKeys)) await portal.flags.set(key, false);
  // A notification under the pointer would stay.
  await page.mouse.move(1, 799);
}

/** Logs in again after the server ended the session. */
async function logInAgain({ portal, page, member }: Walker): Promise<void> {
  const side = page.getByRole("navigation", { name: common.memberMenu });
  const menu = page.getByRole("banner").getByRole("navigation");
  const known = side.getByRole("link", { name: titles.videos });
  const visitor = menu.getByRole("link", { name: titles.login });
  await expect(async () => {
    if (portal.path() === "/login") return;
    await known.or(visitor).first().click({ timeout: 2_000 });
    await expect.poll(() => portal.path(), { timeout: 2_000 }).toBe("/login");
  }).toPass(recovery);
  await page.getByRole("banner").getByRole("button", { name: /^EN,/ }).click();
  const field = page.getByRole("textbox", { name: "E-mail address" });
  await expect(field, "login is no longer disabled").toBeVisible(recovery);
  expect(await portal.stored.get("token"), "a 401 leaves no token").toBeNull();
  await portal.fillLogin(member);
}

async function expectMember({ portal, page, member, sessionEnded }: Walker): Promise<void> {
  const menu = page.getByRole("navigation", { name: common.memberMenu });
  await expect(menu, "the member's menu is there").toBeVisible(recovery);
  await expect(page.getByRole("heading", { name: brokenPage })).toHaveCount(0, recovery);
  await page.getByRole("banner").getByRole("button", { name: /^EN,/ }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  const token = await portal.stored.get("token");
  if (sessionEnded) expect(token).not.toBe(member.token);
  else expect(token, "nobody was logged out").toBe(member.token);
}

async function expectContent({ portal, page }: Walker, random: Random): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Member area" });
  await expect(portal.notifications(), "old failures go").toHaveCount(0, recovery);
  const first = random.below(content.length);
  for (const at of [first, first + 1, first + 2]) {
    const { link, path, entry } = content[at % content.length] ?? content[0];
    await menu.getByRole("link", { name: link, exact: true }).click();
    await portal.expectPath(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(link);
    await expect(page.getByRole("main").getByRole("link", { name: entry }).first()).toBeVisible();
    await expect(page.getByRole("heading", { name: brokenPage })).toHaveCount(0);
    expect(await portal.notifications().allTextContents(), "nothing fails any more").toEqual([]);
  }
}

async function expectCart(walker: Walker): Promise<void> {
  const { page, cart } = walker;
  if (cart.length > 0)
    await expect(cartLinkWith(walker, cart.length), "the cart is whole").toBeVisible();
  else await expect(page.getByRole("link", { name: cartName })).toHaveCount(0);
  expect(await readStoredCart(walker), "the stored cart is whole").toEqual(cart);
}

/** Checks that the portal recovers without a reload, with the member still logged in and nothing lost. */
export async function expectWellAgain(walker: Walker, random: Random): Promise<void> {
  const { page } = walker;
  await calm(walker);
  if (walker.sessionEnded) await logInAgain(walker);
  await expectMember(walker);
  const maintenance = page.getByText(common.maintenance);
  await expect(maintenance, "the flags are heard of").toHaveCount(0, recovery);
  await expectContent(walker, random);
  await expectCart(walker);
}
