import enBilling from "#locales/en/billing.json" with { type: "json" };
import enCheckout from "#locales/en/checkout.json" with { type: "json" };
import enCommon from "#locales/en/common.json" with { type: "json" };
import enContact from "#locales/en/contact.json" with { type: "json" };
import plBilling from "#locales/pl/billing.json" with { type: "json" };
import plCheckout from "#locales/pl/checkout.json" with { type: "json" };
import plCommon from "#locales/pl/common.json" with { type: "json" };
import plContact from "#locales/pl/contact.json" with { type: "json" };

const texts = [
  { common: enCommon, billing: enBilling, checkout: enCheckout, contact: enContact },
  { common: plCommon, billing: plBilling, checkout: plCheckout, contact: plContact },
] as const;

/** Returns a pattern for a text, with any values in its places. */
const patternOf = (text: string) =>
  text.replaceAll(/[\\^$.*+?()[\]|]/g, "\\$&").replaceAll(/\{\{\w+\}\}/g, ".+");

/** Returns a pattern that matches a text of the interface as a whole, in any language. */
export function either(
  choose: (words: (typeof texts)[number]) => string | readonly string[],
): RegExp {
  const patterns = texts.flatMap((words) => choose(words)).map(patternOf);
  return new RegExp(`^(${patterns.join("|")})$`);
}

/** Matches the cart's name in the menu, for any number of items. */
export const cartName = either(({ common }) =>
  Object.entries(common).flatMap(([key, text]) =>
    key.startsWith("cart_") && typeof text === "string" ? [text] : [],
  ),
);
