import { brandElementId } from "#shared/brand-page.ts";
import type { PublicBrand } from "#shared/brand.ts";
import { languages, leadLanguage } from "#shared/languages.ts";

const written = globalThis.document?.getElementById(brandElementId)?.textContent;

/**
 * The brand, which whoever sent the document has put into it: the same for as long as the document is open. On the server it is
 * that of the page under way, so that nothing may be made of it when a module is loaded, such as a style.
 */
export let brand = JSON.parse(written ?? "null") as PublicBrand; // checked by who wrote it

/** Sets the brand on the server, before a page is rendered. */
export function setBrand(next: PublicBrand): void {
  brand = next;
}

/** Returns the languages of the portal in the order in which its texts are written: first the one that none may lack, which is English if the portal has it. */
export const writtenLanguages = () => [
  firstLanguage(),
  ...languages.filter((one) => brand.languages.includes(one) && one !== firstLanguage()),
];

/** Returns the first of them. */
export const firstLanguage = () => leadLanguage(brand.languages);
