import { useTranslation } from "react-i18next";
import brand from "#brand/brand.json";
import { defaultLanguage, isLanguage, type Language } from "#shared/languages.ts";
import { matchRoute } from "#shared/routes.ts";
import { useFileQuery } from "#renderer/api-client/query.ts";

export const legalDocuments = ["terms", "privacy", "regulations"] as const;
export type LegalDocument = (typeof legalDocuments)[number];

export type LegalText = {
  /** The day on which it came into force (YYYY-MM-DD), which names the version. */
  version: string;
  /** Markdown with its placeholders filled in. */
  body: string;
};

const values: Record<string, string> = {
  name: brand.name,
  owner: brand.owner,
  email: brand.contactEmail,
};

/** Returns a legal document: its version, and its Markdown with {{name}}, {{owner}} and {{email}} filled in. */
export const readLegalText = (document: LegalDocument, file: string): LegalText => ({
  version: brand.legalVersions[document],
  body: file.replace(/\{\{\s*(\w+)\s*\}\}/g, (found, name: string) => values[name] ?? found),
});

export type LegalSection = {
  /** Anchor: the same in all languages. */
  id: string;
  title: string;
  /** Markdown. */
  body: string;
};

/** Splits a document, which consists of sections with a heading of level 2. */
export const sectionsOf = (body: string): LegalSection[] =>
  body
    .split(/^## /m)
    .slice(1)
    .map((section, index) => {
      const [title = "", ...rest] = section.split("\n");
      return { id: `section-${index + 1}`, title, body: rest.join("\n") };
    });

/** Returns the document that a page shows, by the page's path. */
export function documentOfPath(pathname: string): LegalDocument {
  const route = matchRoute(pathname);
  const document = legalDocuments.find((id) => id === route);
  if (!document) throw new Error(`Not a page of a legal document: ${pathname}`);
  return document;
}

/** The brand's documents; each file is a chunk. */
const files: Record<LegalDocument, Record<Language, () => Promise<{ default: string }>>> = {
  terms: {
    en: () => import("#brand/legal/terms.en.md?raw"),
    pl: () => import("#brand/legal/terms.pl.md?raw"),
  },
  privacy: {
    en: () => import("#brand/legal/privacy.en.md?raw"),
    pl: () => import("#brand/legal/privacy.pl.md?raw"),
  },
  regulations: {
    en: () => import("#brand/legal/regulations.en.md?raw"),
    pl: () => import("#brand/legal/regulations.pl.md?raw"),
  },
};

/** Loads a document in a language, else in English. Rejects if its chunk does not load. */
async function load(document: LegalDocument, language: string): Promise<LegalText> {
  const file = await files[document][isLanguage(language) ? language : defaultLanguage]();
  return readLegalText(document, file.default);
}

/** Queries a document in the interface's language; the old text stays while another one loads. */
export function useLegalText(document: LegalDocument) {
  const { language } = useTranslation().i18n;
  return useFileQuery(["legal", document, language], () => load(document, language));
}
