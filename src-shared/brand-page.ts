import type { PublicBrand } from "./brand.ts";

/** Element of every page with the brand: a data block, which the interface reads when it starts. */
export const brandElementId = "brand";

/** Path of the brand below `/api`. */
export const brandPath = "/brand";

const characters: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Attribute of `<html>` with the languages of the portal, its default first, separated by spaces. */
export const languagesAttribute = "data-languages";

/** Returns the built `index.html` with a brand: its title, languages, the colours of the first paint, and the element. */
export function brandedPage(html: string, brand: PublicBrand): string {
  const { ground, paper, ramp } = brand.colours;
  // A text in it cannot end the element.
  const data = JSON.stringify(brand).replaceAll("<", "\\u003c");
  const title = brand.name.replace(/[&<>]/g, (character) => characters[character] ?? "");
  return html
    .replace(
      /<html[^>]*/,
      (start) =>
        `${start} data-dark="${ground}" data-light="${paper}" ${languagesAttribute}="${brand.languages.join(" ")}"`,
    )
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(
      "</head>",
      () =>
        `  <meta name="theme-color" content="${ramp[2]}" />\n` +
        `    <script type="application/json" id="${brandElementId}">${data}</script>\n  </head>`,
    );
}
