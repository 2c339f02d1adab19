/** What a link preview shows besides the title. */
export type PagePreview = {
  description?: string | undefined;
  /** Address of a picture; the picture of the brand if missing. */
  image?: string | undefined;
  type?: "website" | "article";
};

/** Path and language of the page that the document was sent with. */
const servedPage = import.meta.env.SSR
  ? { path: null, language: "" }
  : { path: location.pathname, language: document.documentElement.lang };

let isReplaced = false;

/** Tags that belong to one page: its addresses, what search engines read, and link previews. */
const pageTags = [
  "meta[name='description']",
  "meta[name^='twitter:']",
  "meta[property^='og:']",
  "meta[property^='article:']",
  "link[rel='canonical']",
  "link[rel='alternate'][hreflang]",
  "script[type='application/ld+json']",
].join();
/** Keeps a page out of search engines; stays on the page that was sent with it. */
const notListed = "meta[name='robots']";

function metaTag(attribute: "name" | "property", key: string, content: string): HTMLMetaElement {
  const tag = document.createElement("meta");
  tag.setAttribute(attribute, key);
  tag.content = content;
  return tag;
}

/** Describes the page for sharing from the browser. The tags that the server sent stay on their page only. */
export function describePage(title: string, { description, image, type }: PagePreview): void {
  const { href, origin, pathname } = location;
  const served = document.head.querySelector("meta[name='description']");
  const isServed =
    pathname === servedPage.path && document.documentElement.lang === servedPage.language;
  if (isServed && served && !isReplaced) return;
  if (!isServed) document.head.querySelector(notListed)?.remove();
  isReplaced = true;
  for (const tag of document.head.querySelectorAll(pageTags)) tag.remove();
  const openGraph = {
    type: type ?? "website",
    title,
    url: href.replace(/#.*$/, ""),
    image: new URL(image ?? "/og.png", origin).href,
    ...(description && { description }),
  };
  document.head.append(
    ...(description ? [metaTag("name", "description", description)] : []),
    ...Object.entries(openGraph).map(([key, value]) => metaTag("property", `og:${key}`, value)),
  );
}
