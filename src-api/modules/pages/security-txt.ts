import type { Brand } from "#shared/brand.ts";
import { languages } from "#shared/languages.ts";

/** Where researchers look for it (RFC 9116). */
export const securityTxtPath = "/.well-known/security.txt";

/** How long a copy may be relied on, in days; RFC 9116 recommends less than a year. */
const validDays = 180;

/** Returns to whom vulnerabilities are reported. The end of its validity moves on with every day. */
export function securityTxt(origin: string, { contactEmail }: Brand, now: Date): string {
  const expires = new Date(now);
  expires.setUTCHours(0, 0, 0, 0);
  expires.setUTCDate(expires.getUTCDate() + validDays);
  return [
    `Contact: mailto:${contactEmail}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${languages.join(", ")}`,
    ...(origin ? [`Canonical: ${origin}${securityTxtPath}`] : []),
    "",
  ].join("\n");
}
