import { brandElementId } from "#shared/brand-page.ts";
import type { PublicBrand } from "#shared/brand.ts";

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
