import { expect, type Locator } from "@playwright/test";
import * as z from "zod/mini";
import { cartItemSchema } from "#shared/api/cart.ts";
import type { Random } from "./random.ts";
import { attempt, canLoad, type Step, type Walker } from "./walker.ts";

/** The cart's link in the menu, for any number of items. */
export const cartName = /^Cart, /;

const storedCart = z.array(cartItemSchema);

/** Reads the SKUs of the cart that is stored on the device. */
export async function readStoredCart({ portal }: Pick<Walker, "portal">): Promise<string[]> {
  const text = await portal.stored.get("purchaseItems");
  return storedCart.parse(JSON.parse(text ?? "[]")).map(({ sku }) => sku);
}

/** Returns the cart's link in the menu if it shows the given number of items. */
export const cartLinkWith = ({ page }: Pick<Walker, "page">, total: number): Locator =>
  page
    .getByRole("link", { name: cartName })
    .filter({ has: page.getByText(String(total), { exact: true }) });

/** Checks after an interrupted change that it was made completely or not at all. */
async function settle(walker: Walker, after: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    const stored = await readStoredCart(walker);
    if (stored.length === after.length) return void (walker.cart = after);
    await walker.page.waitForTimeout(300);
  }
  expect(await readStoredCart(walker), "the cart is as it was").toEqual(walker.cart);
}

/** Adds an extra to the cart, and remembers the new content once the menu shows it. */
export function drawAddExtra(random: Random): Step {
  const drawn = random.below(1_000);
  return {
    name: `add extra ${drawn} to the cart`,
    take: async (walker) => {
      const { portal, page, extras } = walker;
      // The button of what is in the cart has become a link.
      const buttons = extras.filter((extra) => !walker.cart.includes(extra));
      const sku = extras[drawn % extras.length];
      if (sku === undefined || !buttons.includes(sku)) return "elsewhere";
      if (portal.path() !== "/memberships") {
        if (!canLoad(walker)) return "elsewhere";
        if ((await attempt(() => portal.open("/memberships"))) !== "done") return "elsewhere";
      }
      const after = [...walker.cart, sku];
      const outcome = await attempt(async () => {
        const button = page.getByRole("button", { name: /^Add to cart: / });
        await button.nth(buttons.indexOf(sku)).click();
        await cartLinkWith(walker, after.length).waitFor();
      });
      if (outcome === "done") walker.cart = after;
      else await settle(walker, after);
      return outcome;
    },
  };
}
