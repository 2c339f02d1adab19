import { trustText } from "./trusted-types.ts";

const trusted = trustText("createHTML", "portal-entities", (text) => /^&\w+;$/.test(text));
const element = document.createElement("i");

/**
 * Returns the character of a named character reference of HTML, such as `copy`; false if there is none of that name.
 * Takes the place of a package that assigns texts as markup (bundling/leave-out.ts).
 */
export function decodeNamedCharacterReference(name: string): string | false {
  if (!/^\w+$/.test(name)) return false;
  element.innerHTML = trusted(`&${name};`);
  const { textContent: character } = element;
  // Some names count without the semicolon: of "&notit;" the browser reads "&not".
  if (character.endsWith(";") && name !== "semi") return false;
  return character;
}
