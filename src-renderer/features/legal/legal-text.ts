import { legalDocuments, type LegalDocument } from "#shared/brand.ts";
import { matchRoute } from "#shared/routes.ts";

export type LegalSection = {
  /** Anchor: the same in all languages. */
  id: string;
  title: string;
  /** Markdown. */
  body: string;
};

/** Returns the text of a title, in which characters are escaped as Markdown has them. */
const unescaped = (title: string): string => title.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");

/** Splits a document, which consists of sections with a heading of level 2. */
export const sectionsOf = (body: string): LegalSection[] =>
  body
    .split(/^## /m)
    .slice(1)
    .map((section, index) => {
      const [title = "", ...rest] = section.split("\n");
      return { id: `section-${index + 1}`, title: unescaped(title), body: rest.join("\n") };
    });

/** Returns the document that a page shows, by the page's path. */
export function documentOfPath(pathname: string): LegalDocument {
  const route = matchRoute(pathname);
  const document = legalDocuments.find((id) => id === route);
  if (!document) throw new Error(`Not a page of a legal document: ${pathname}`);
  return document;
}
