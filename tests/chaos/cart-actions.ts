import { expect, type Locator } from "@playwright/test";
import * as z from "zod/mini";
import { cartItemSchema, maxQuantity } from "#shared/api/cart.ts";
import { totalOf, withOneMore, withQuantity, type CartLine } from "./cart-model.ts";
import type { Random } from "./random.ts";
import { attempt, canLoad, type Outcome, type Step, type Walker } from "./walker.ts";
import { cartName, either } from "./words.ts";

const storedCart = z.array(cartItemSchema);

/** Reads the cart that is stored on the device. */
export async function readStoredCart({ portal }: Pick<Walker, "portal">): Promise<CartLine[]> {
  const text = await portal.stored.get("purchaseItems");
  const items = text === null ? [] : storedCart.parse(JSON.parse(text));
  return items.map(({ sku, quantity }) => ({ sku, quantity }));
}

/** Returns the cart's link in the menu if it shows the given number of items. */
export const cartLinkWith = ({ page }: Pick<Walker, "page">, total: number): Locator =>
  page
    .getByRole("link", { name: cartName })
    .filter({ has: page.getByText(String(total), { exact: true }) });

async function waitForCart(walker: Walker, lines: readonly CartLine[]): Promise<void> {
  const total = totalOf(lines);
  if (total > 0) await cartLinkWith(walker, total).waitFor();
  else await walker.page.getByRole("link", { name: cartName }).waitFor({ state: "hidden" });
}

/** Checks after an interrupted change that it was made completely or not at all. */
async function settle(walker: Walker, after: readonly CartLine[]): Promise<void> {
  const made = async () => JSON.stringify(await readStoredCart(walker)) === JSON.stringify(after);
  for (let tries = 0; tries < 3; tries++) {
    if (await made()) return void (walker.cart = after);
    await walker.page.waitForTimeout(300);
  }
  expect(await readStoredCart(walker), "the cart is as it was").toEqual(walker.cart);
}

/** Changes the cart, and remembers the new content once the menu shows it. */
async function change(
  walker: Walker,
  after: readonly CartLine[],
  press: () => Promise<unknown>,
): Promise<Outcome> {
  const outcome = await attempt(async () => {
    await press();
    await waitForCart(walker, after);
  });
  if (outcome === "done") walker.cart = after;
  else await settle(walker, after);
  return outcome;
}

export function drawAddExtra(random: Random): Step {
  const drawn = random.below(1_000);
  return {
    name: `add extra ${drawn} to the cart`,
    take: async (walker) => {
      const { portal, page, extras } = walker;
      const at = drawn % extras.length;
      const sku = extras[at];
      if (sku === undefined) throw new Error("The catalogue has no extras.");
      // The button of what is in the cart has become a link.
      const buttons = extras.filter((extra) => walker.cart.every((line) => line.sku !== extra));
      if (!buttons.includes(sku)) return "elsewhere";
      if (portal.path() !== "/memberships") {
        if (!canLoad(walker)) return "elsewhere";
        if ((await attempt(() => portal.open("/memberships"))) !== "done") return "elsewhere";
      }
      const name = either(({ billing }) => billing.extras.addNamed);
      const button = page.getByRole("button", { name }).nth(buttons.indexOf(sku));
      return change(walker, withOneMore(walker.cart, sku), () => button.click());
    },
  };
}

export function drawChangeQuantity(random: Random): Step {
  const [drawn, quantity] = [random.below(1_000), random.below(maxQuantity + 1)];
  return {
    name: `set item ${drawn} of the cart to ${quantity}`,
    take: async (walker) => {
      const { page, cart } = walker;
      const line = cart[drawn % cart.length];
      if (!line) return "elsewhere";
      const at = cart.indexOf(line);
      const opened = await attempt(() => page.getByRole("link", { name: cartName }).click());
      if (opened !== "done") return opened;
      const list = page.getByRole("list", { name: either(({ checkout }) => checkout.cart.title) });
      const row = list.getByRole("listitem").nth(at);
      // Files have no quantity.
      if (quantity > 0 && (await row.getByRole("combobox").count()) === 0) return "elsewhere";
      return change(walker, withQuantity(cart, line.sku, quantity), () =>
        quantity > 0
          ? row.getByRole("combobox").selectOption(String(quantity))
          : row.getByRole("button").click(),
      );
    },
  };
}
