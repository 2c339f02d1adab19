import { brandElementId } from "#shared/brand-page.ts";
import type { PublicBrand } from "#shared/brand.ts";
import { languages } from "#shared/languages.ts";

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

/** Returns the languages of the portal in the order in which its texts are written: English first. */
export const writtenLanguages = () =>
  languages.filter((language) => brand.languages.includes(language));
