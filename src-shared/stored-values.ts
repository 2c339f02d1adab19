import * as z from "zod/mini";
import { cartItemSchema, type CartItem } from "./api/cart.ts";
import { defaultFlags, flagsSchema, type Flags } from "./flags.ts";
import { defaultLanguage, languages, type Language } from "./languages.ts";

/** When a stored value is removed besides by its owner: at logout, or never. */
export type StoredValueLife = "logout" | "never";

type StoredValue<T> = {
  key: string;
  /** The value's text as it is stored, or null when it does not parse. */
  parse: (text: string) => T | null;
  format: (value: T) => string;
  default: T;
  cleared: StoredValueLife;
};

const stored = <T>(entry: StoredValue<T>) => entry;

const json =
  <T>(schema: z.ZodMiniType<T>) =>
  (text: string): T | null => {
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      return null;
    }
  };

const optionalText = {
  parse: (text: string): string | null => text || null,
  format: (value: string | null) => value ?? "",
  default: null,
};

/**
 * Everything that is kept on the device (rulings, "Stored on the device"). A text that does not
 * parse counts as the default and is never an error on screen.
 */
export const storedValues = {
  token: stored<string | null>({
    key: "token",
    ...optionalText,
    // What no header can carry was never a token; sending it would fail every request.
    parse: (text) => (/^[\x21-\x7e]{1,4096}$/.test(text) ? text : null),
    cleared: "logout",
  }),
  purchaseItems: stored<CartItem[]>({
    key: "purchase-items",
    parse: json(z.array(cartItemSchema)),
    format: JSON.stringify,
    default: [],
    cleared: "logout",
  }),
  menuCollapsed: stored<boolean>({
    key: "menu-collapsed",
    parse: (text) => text === "true",
    format: String,
    default: false,
    cleared: "never",
  }),
  language: stored<Language>({
    key: "language",
    parse: (text) => languages.find((language) => language === text) ?? null,
    format: String,
    default: defaultLanguage,
    cleared: "never",
  }),
  flags: stored<Flags>({
    key: "flags",
    parse: json(flagsSchema),
    format: JSON.stringify,
    default: defaultFlags,
    cleared: "never",
  }),
  checkoutAttempt: stored<string | null>({
    key: "checkout-attempt",
    ...optionalText,
    cleared: "logout",
  }),
} as const;

export type StoredValueName = keyof typeof storedValues;
export type StoredValueOf<Name extends StoredValueName> = (typeof storedValues)[Name]["default"];

export const storedValueNames = Object.keys(storedValues) as StoredValueName[]; // keys lose their type

/** Kept per tab only, in sessionStorage or memory: the path to return to after login. */
export const rememberedPlaceKey = "remembered-place";

/**
 * Kept per tab only, like the remembered place: the id of the sign-up that waits for its code. Removed
 * once it was used, after `pendingSignUpLife` ms, and at logout.
 */
export const pendingSignUpKey = "sign-up";
export const pendingSignUpLife = 30 * 60_000;
