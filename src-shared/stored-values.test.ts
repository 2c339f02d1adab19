import { describe, expect, it } from "vitest";
import { storedValueNames, storedValues } from "./stored-values.ts";

describe("stored values", () => {
  it("use the keys of earlier versions, and no others", () => {
    expect(storedValueNames.map((name) => storedValues[name].key).toSorted()).toEqual([
      "checkout-attempt",
      "dog",
      "field-theme",
      "flags",
      "language",
      "menu-collapsed",
      "purchase-items",
      "search-shortcut",
      "token",
      "unsent-changes",
      "video-uploads",
    ]);
  });

  it.each([
    "",
    "null",
    "{",
    "[1]",
    '[{"sku":""}]',
    '[{"sku":"a","kind":"gift","quantity":1}]',
    '[{"sku":"a","kind":"extra","quantity":0}]',
  ])("reads the invalid cart %j as none", (text) => {
    expect(storedValues.purchaseItems.parse(text)).toBeNull();
  });

  it("restores a stored cart", () => {
    const cart = [
      { sku: "membership-monthly", kind: "membership", period: "monthly", quantity: 1 },
    ] as const;
    expect(storedValues.purchaseItems.parse(storedValues.purchaseItems.format([...cart]))).toEqual(
      cart,
    );
  });

  it.each([
    ["true", true],
    ["false", false],
    ["TRUE", false],
    ["1", false],
    ["", false],
  ])("reads the menu state %j as %s", (text, expected) => {
    expect(storedValues.menuCollapsed.parse(text)).toBe(expected);
  });

  it.each([
    ["true", true],
    ["false", false],
    ["0", true],
  ])("reads whether / opens the search, %j, as %s", (text, expected) => {
    expect(storedValues.searchShortcut.parse(text)).toBe(expected);
  });

  it("rejects invalid flags and unknown languages", () => {
    expect(storedValues.flags.parse('{"maintenanceMode":"yes"}')).toBeNull();
    expect(storedValues.language.parse("tlh")).toBeNull();
    expect(storedValues.token.parse("")).toBeNull();
  });
});

describe("a stored token", () => {
  it.each(["a b", "ą", "line\nbreak", "x".repeat(4097)])(
    "is ignored if it is not valid in a header: %j",
    (text) => {
      expect(storedValues.token.parse(text)).toBeNull();
    },
  );
});
