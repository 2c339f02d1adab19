import * as z from "zod/mini";

const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i));

/**
 * The brand of an installation: `resources/brand/brand.json`. Sentences about the topic stand
 * beside it, one file a language, and are the locale namespace `brand`.
 */
export const brandSchema = z.object({
  /** Product name, as the title bar and the mails show it. */
  name: z.string(),
  /** Holder of the copyright and contracting party. */
  owner: z.string(),
  /** Where contact messages are mailed to, and what the legal texts name. */
  contactEmail: z.email(),
  /** Where the product stands on the web; what packages of the desktop app name. */
  homepage: z.url({ protocol: /^https$/ }),
  address: z.string(),
  /** What receipt numbers begin with. */
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
    /** The one accent, for the one thing to do next. */
    accent: colour,
    paper: colour,
    /** The member area's ground, its two raised surfaces, and what stands above all of them. */
    ground: colour,
    surface: colour,
    raised: colour,
    lifted: colour,
  }),
});

export type Brand = z.infer<typeof brandSchema>;
