import brand from "../../../resources/brand/brand.json";

export type LegalText = {
  /** The day on which the version came into force, as an ISO date; also the version's name. */
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
  const version = /^version:\s*"?([^"\n]+?)"?\s*$/m.exec(head)?.[1] ?? "";
  return {
    version,
    body: body.replace(/\{\{\s*(\w+)\s*\}\}/g, (found, name: string) => values[name] ?? found),
  };
}
