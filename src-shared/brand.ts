import * as z from "zod/mini";

const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i));

/**
 * The brand of an installation: `resources/brand/brand.json`. Sentences about the topic are in
 * files next to it, one per language; they are the locale namespace `brand`.
 */
export const brandSchema = z.object({
  /** Product name in the title bar and in mails. */
  name: z.string(),
  /** Copyright holder and contracting party. */
  owner: z.string(),
  /** Recipient of contact messages, also named in the legal texts. */
  contactEmail: z.email(),
  /** Homepage of the product, named in the desktop packages. */
  homepage: z.url({ protocol: /^https$/ }),
  address: z.string(),
  /** IANA time zone in which classes and appointments are agreed on. */
  timeZone: z.string(),
  /** Number for taxes, named on receipts; absent where the owner has none. */
  taxId: z.optional(z.string()),
  /** Prefix of receipt numbers. */
  receiptPrefix: z.string().check(z.regex(/^[A-Z]{1,8}$/)),
  /** Scheme of desktop deep links, without `://`. */
  deepLinkScheme: z.string(),
  social: z.tuple([
    z.object({ name: z.string(), url: z.url() }),
    z.object({ name: z.string(), url: z.url() }),
  ]),
  /** Days on which the legal documents of `legal/` came into force; each names its version. */
  legalVersions: z.object({
    terms: z.iso.date(),
    privacy: z.iso.date(),
    regulations: z.iso.date(),
  }),
  colours: z.object({
    /** Sixteen steps from dark to light, Fluent's brand ramp 10 to 160. */
    ramp: z.array(colour).check(z.length(16)),
    /** The accent colour, for the main action of a page. */
    accent: colour,
    paper: colour,
    /**
     * Background of the member area, its two raised surfaces, and the surface of notifications
     * above them.
     */
    ground: colour,
    surface: colour,
    raised: colour,
    lifted: colour,
  }),
});

export type Brand = z.infer<typeof brandSchema>;
