/** Who needs texts: everybody, or members and admins besides. A build has one file for each, in each language. */
export type Audience = "visitors" | "members";

/** Namespaces of what visitors see. Those that are not listed are for members and admins. */
const ofVisitors = new Set([
  "about",
  "announcements",
  "author",
  "billing",
  "common",
  "contact",
  "course",
  "desktop-app",
  "forms",
  "home",
  "legal",
  "library",
  "passkeys",
  "recipe",
  "second-factor",
  "sign-in",
  "titles",
  "withdrawal",
]);

const paths = /\/locales\/(\w\w)\/([\w-]+)\.json$/;

/** Returns what the path of a file of texts says about it; null for other files. */
export function describeTexts(path: string) {
  const found = paths.exec(path);
  if (!found) return null;
  const [, language = "", namespace = ""] = found;
  const audience: Audience = ofVisitors.has(namespace) ? "visitors" : "members";
  return { language, namespace, audience };
}

/** Returns the name of the built file with the texts of a module, such as `en-visitors`; null for other modules. */
export function builtTexts(path: string): string | null {
  const texts = describeTexts(path);
  return texts && `${texts.language}-${texts.audience}`;
}
