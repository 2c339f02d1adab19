import brand from "../../../resources/brand/brand.json";

export const legalDocuments = ["terms", "privacy", "regulations"] as const;
export type LegalDocument = (typeof legalDocuments)[number];

export type LegalText = {
  /** The day on which it came into force, as YYYY-MM-DD, which is the version's name. */
  version: string;
  /** Markdown with its placeholders filled in. */
  body: string;
};

const values: Record<string, string> = {
  name: brand.name,
  owner: brand.owner,
  email: brand.contactEmail,
};

/**
 * Returns a legal document of the brand: its version, and its Markdown with the placeholders
 * {{name}}, {{owner}} and {{email}} filled in. Unknown placeholders stay as they are.
 */
export const readLegalText = (document: LegalDocument, file: string): LegalText => ({
  version: brand.legalVersions[document],
  body: file.replace(/\{\{\s*(\w+)\s*\}\}/g, (found, name: string) => values[name] ?? found),
});
