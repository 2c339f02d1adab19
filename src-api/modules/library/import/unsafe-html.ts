const allowedSchemes = new Set(["http", "https", "mailto", "tel"]);

// Browsers ignore white space and control characters in a scheme.
// oxlint-disable-next-line no-control-regex -- these characters are meant
const ignoredCharacters = /[\u0000-\u0020\u007F-\u009F]/g;

/** Returns the scheme of an address that a link may not have ("javascript"); null for other addresses. */
export function unsafeScheme(address: string): string | null {
  const scheme = /^([^/?#:]*):/.exec(address.replace(ignoredCharacters, ""))?.[1]?.toLowerCase();
  return scheme === undefined || allowedSchemes.has(scheme) ? null : scheme;
}

/** Describes an element in a report: `<a> with onclick`. Its attributes are never imported. */
export function describeElement(name: string, attributes: readonly string[]): string {
  const handlers = attributes.filter((attribute) => /^on\w+$/i.test(attribute));
  return `<${name}>${handlers.length > 0 ? ` with ${handlers.join(", ")}` : ""}`;
}
