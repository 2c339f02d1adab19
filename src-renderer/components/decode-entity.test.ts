import { expect, it } from "vitest";
import { decodeNamedCharacterReference } from "./decode-entity.ts";

it.each([
  ["copy", "©"],
  ["nbsp", "\u00a0"],
  ["frac34", "¾"],
  ["semi", ";"],
  ["lt", "<"],
  ["notit", false],
  ["gone", false],
  ["<img>", false],
])("&%s; becomes %j", (name, character) => {
  expect(decodeNamedCharacterReference(name)).toBe(character);
});
