import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { escapeMarkup, Html } from "../../../infra/html.ts";

const unescaped = (value: string): string =>
  value.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** Returns an address as feed readers can follow it; anchors within the text stay as they are. */
function absolute(value: string, page: string): string {
  const address = unescaped(value);
  if (address === "" || address.startsWith("#") || !URL.canParse(address, page)) return value;
  return escapeMarkup(new URL(address, page).href);
}

/**
 * Returns a text in Markdown (CommonMark and GFM) as HTML that is safe to show anywhere: markup in the text
 * is shown as text, and only http, https, mailto and the like are linked.
 *
 * @param page address that relative links are completed by
 */
export function markdownHtml(text: string, page: string): Html {
  const markup = micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  // Only micromark's own tags have unescaped quotes.
  const linked = markup.replaceAll(
    /( (?:href|src)=")([^"]*)"/g,
    (_, attribute: string, value: string) => `${attribute}${absolute(value, page)}"`,
  );
  return new Html(linked);
}
