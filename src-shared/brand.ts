import * as z from "zod/mini";
import { contentKinds } from "./content-kinds.ts";
import { defaultLanguage, type Language, languageFacts, languages } from "./languages.ts";
import { partIds } from "./routes.ts";
import { optionalWays } from "./ways-to-pay.ts";

const colour = z
  .string()
  .check(z.regex(/^#[0-9a-f]{6}$/i, { error: "has to be a colour such as #24624d" }));

const text = z
  .string({ error: "has to be a text" })
  .check(z.regex(/\S/, { error: "has to be a text" }));

const https = {
  protocol: /^https$/,
  error: "has to be an address such as https://example.com",
} as const;

const address = z.url({ ...https, hostname: z.regexes.domain });

export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code)) return false;
  const countries = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return countries.of(code) !== undefined;
}

/** Schemes that a browser or the system gives to something else. */
const takenSchemes = new Set([
  "about",
  "blob",
  "data",
  "file",
  "ftp",
  "http",
  "https",
  "javascript",
  "mailto",
  "sms",
  "tel",
  "ws",
  "wss",
]);

/** Hosts of portals that a deep link can name: those with a dot, unlike names of pages, and this machine. */
export const linkablePortal = /^(?:(?:[a-z0-9-]+\.)+[a-z0-9-]+|localhost)(?::\d{1,5})?$/i;

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

export const receiptPrefixPattern = /^[A-Z]{1,8}$/;
const language = z.enum(languages, { error: `has to be one of ${languages.join(", ")}` });

const portalLanguages = z
  .tuple([language], language, { error: `has to be a list of languages such as ["en"]` })
  .check(
    z.refine((list) => new Set(list).size === list.length, { error: "names a language twice" }),
  );

/** Of a brand that does not say it. */
export const usualLanguages = (): [Language, ...Language[]] => [
  defaultLanguage,
  ...languages.filter((one) => one !== defaultLanguage && languageFacts[one].isComplete),
];

/** Systems that the desktop app is packaged for. */
export const desktopSystems = ["windows", "mac", "linux"] as const;
export type DesktopSystem = (typeof desktopSystems)[number];

/** What the makers of the systems call them, in every language. */
export const desktopSystemNames: Record<DesktopSystem, string> = {
  windows: "Windows",
  mac: "macOS",
  linux: "Linux",
};

/** Host of a site with videos: it stands in the Content-Security-Policy as it is written. */
export const hostPattern =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;

/**
 * The brand of an installation: `brand.json` in its folder (`BRAND_DIR`). Sentences about the topic are in
 * files next to it, one per language; they are the locale namespace `brand`.
 */
export const brandSchema = z.strictObject({
  /** Product name in the title bar and in mails. */
  name: text,
  /** Copyright holder and contracting party. */
  owner: text,
  /** Recipient of contact messages, also named in the legal texts. */
  contactEmail: z.email({ error: "has to be an address such as hello@example.com" }),
  /** Homepage of the product, named in the desktop packages and on receipts; that of a portal in an office may have no domain. */
  homepage: z.url(https),
  address: text,
  /** Country of the address (ISO 3166, such as PL), named in the reader's language after it; absent where the address names it. */
  country: z.optional(
    z
      .string()
      .check(
        z.refine(isCountry, { error: "has to be the two capital letters of a country such as PL" }),
      ),
  ),
  /** IANA time zone of the seller: of days of sales, memberships and publications, and of appointments. */
  timeZone: z
    .string()
    .check(z.refine(isTimeZone, { error: "has to be a time zone such as Europe/Warsaw" })),
  /** Languages of the portal, its default first; absent: all that are complete. */
  languages: z._default(portalLanguages, usualLanguages),
  /** Number for taxes, named on receipts; absent where the owner has none. */
  taxId: z.optional(text),
  /** Prefix of receipt numbers. */
  receiptPrefix: z
    .string()
    .check(z.regex(receiptPrefixPattern, { error: "has to be one to eight capital letters" })),
  /** Scheme of desktop deep links, without `://`. */
  deepLinkScheme: z.string().check(
    z.regex(/^[a-z][a-z0-9+.-]*$/, { error: "has to be a scheme such as ringside" }),
    z.refine((scheme) => !takenSchemes.has(scheme), {
      error: "has to be a scheme of its own such as ringside",
    }),
  ),
  /** Profiles on social media. Search engines learn of all, the footer shows the first two. */
  social: z.array(z.strictObject({ name: text, url: address })),
  /** Days on which the legal documents of `legal/` came into force; each names its version. */
  legalVersions: z.strictObject({
    terms: z.iso.date(),
    privacy: z.iso.date(),
    regulations: z.iso.date(),
  }),
  colours: z.strictObject({
    /** Sixteen steps from dark to light, Fluent's brand ramp 10 to 160. */
    ramp: z.array(colour).check(z.length(16)),
    /** The accent colour, for the main action of a page. */
    accent: colour,
    paper: colour,
    /** Ground of the member area, its two raised surfaces, and the surface of notifications. */
    ground: colour,
    surface: colour,
    raised: colour,
    lifted: colour,
  }),
  /** Where the desktop app is downloaded for each system; without any there is no page about it. */
  downloads: z.optional(z.partialRecord(z.enum(desktopSystems), address)),
  /** Whose videos play in texts (`embeds.ts`): those of two sites, and of the PeerTube sites that are named; without it they are links. */
  embeds: z.optional(
    z.strictObject({
      youtube: z._default(z.boolean(), false),
      vimeo: z._default(z.boolean(), false),
      peertube: z._default(
        z.array(
          z
            .string()
            .check(z.regex(hostPattern, { error: "has to be a host such as video.example.org" })),
        ),
        [],
      ),
    }),
  ),
  /** Ways to pay besides cards that buyers are offered (`ways-to-pay.ts`). */
  waysToPay: z.optional(z.array(z.enum(optionalWays))),
  /** Parts of the portal that are switched off (`parts.ts`); without it all are on. */
  partsOff: z.optional(z.array(z.enum(partIds))),
  /** Kinds of content that are hidden, or have a name of the owner's. */
  kinds: z.optional(
    z
      .partialRecord(
        z.enum(contentKinds),
        z.strictObject({
          hidden: z.optional(z.boolean()),
          name: z.optional(z.partialRecord(z.enum(languages), text)),
        }),
      )
      .check(
        z.refine((kinds) => contentKinds.some((kind) => kinds[kind]?.hidden !== true), {
          error:
            'has to leave at least one kind of content shown; remove "hidden" from one of them',
        }),
      ),
  ),
});

export type Brand = z.infer<typeof brandSchema>;

/** Returns Markdown that shows a text as it is, wherever it stands in a line. */
const asMarkdown = (shown: string): string =>
  shown
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*_[\]<>~|]|&(?=[a-z#])/gi, "\\$&")
    .replace(/^[#+=-]/, "\\$&")
    .replace(/^(\d+)([.)])/, "$1\\$2");

/** Returns a legal text, which is Markdown, with its placeholders filled in: {{name}}, {{owner}} and {{email}}. */
export function withSeller(
  legalText: string,
  { name, owner, contactEmail }: Pick<Brand, "name" | "owner" | "contactEmail">,
): string {
  const values = new Map([
    ["name", asMarkdown(name)],
    ["owner", asMarkdown(owner)],
    ["email", contactEmail],
  ]);
  return legalText.replace(
    /\{\{\s*(\w+)\s*\}\}/g,
    (found, key: string) => values.get(key) ?? found,
  );
}

/** The legal documents of a brand; each is a page. */
export const legalDocuments = ["terms", "privacy", "regulations"] as const;
export type LegalDocument = (typeof legalDocuments)[number];

/**
 * Returns a schema of values of the same shape: lists of any length, and texts that are not empty.
 *
 * @param objectOf makes the schemas of objects; by default they have no other fields
 */
export function schemaLike(
  sample: unknown,
  objectOf: (fields: Record<string, z.ZodMiniType>) => z.ZodMiniType = z.strictObject,
): z.ZodMiniType {
  if (Array.isArray(sample)) return z.array(schemaLike(sample[0], objectOf));
  if (typeof sample === "object" && sample !== null) {
    const fields = Object.entries(sample).map(([key, value]) => [key, schemaLike(value, objectOf)]);
    return objectOf(Object.fromEntries(fields));
  }
  return text;
}

/** What the interface gets of a brand at run time. */
export const publicBrandSchema = z.object({
  ...brandSchema.shape,
  /** The sentences, by language: a page that comes with its content has those of its own language only. */
  texts: z.partialRecord(z.enum(languages), z.record(z.string(), z.unknown())),
  /** Addresses of the logo; they change with it. */
  logos: z.object({ onLight: z.string(), onDark: z.string() }),
});

export type PublicBrand = z.infer<typeof publicBrandSchema>;
