import brand from "../../../resources/brand/brand.json";

export type LegalText = {
  /** The day on which it came into force, as YYYY-MM-DD, which is the version's name; else empty. */
  version: string;
  /** Markdown, placeholders filled. */
  body: string;
};

const values: Record<string, string> = {
  name: brand.name,
  owner: brand.owner,
  email: brand.contactEmail,
};

/**
 * Reads a legal text as the brand keeps it: front matter with `version`, then Markdown with the
 * placeholders {{name}}, {{owner}} and {{email}}. An unknown placeholder stays as it is.
 */
export function readLegalText(file: string): LegalText {
  const [, head = "", body = file] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? [];
  const version = /^version:\s*"?(\d{4}-\d{2}-\d{2})"?\s*$/m.exec(head)?.[1] ?? "";
  return {
    version,
    body: body.replace(/\{\{\s*(\w+)\s*\}\}/g, (found, name: string) => values[name] ?? found),
  };
}
