import * as z from "zod/mini";
import {
  brandSchema,
  type DesktopSystem,
  hostPattern,
  isCountry,
  isTimeZone,
  legalDocuments,
  receiptPrefixPattern,
} from "../brand.ts";
import { contentKinds } from "../content-kinds.ts";
import { languages } from "../languages.ts";
import { partIds } from "../routes.ts";
import { optionalWays } from "../ways-to-pay.ts";
import { endpoint, file } from "./endpoint.ts";
import { passwordErrors } from "./errors.ts";
import { currentPasswordField, emailField, message, optionalText, requiredText } from "./fields.ts";

/* The settings of a portal as admins change them in the browser: name and seller, colours, sentences, legal texts, logo. */

const emptyOr = (matches: (text: string) => boolean, error: string) =>
  optionalText(100).check(z.refine((text) => text === "" || matches(text), { error }));

const webAddress = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain, error: message.webAddress })
  .check(z.maxLength(500, message.tooLong));

const download = optionalText(500).check(
  z.refine((text) => text === "" || webAddress.safeParse(text).success, {
    error: message.webAddress,
  }),
);
/** Where the desktop app is downloaded for each system; "" where there is none. */
export const downloadsSchema = z.object({
  windows: download,
  mac: download,
  linux: download,
} satisfies Record<DesktopSystem, unknown>);
export type Downloads = z.infer<typeof downloadsSchema>;

const host = z.string().check(z.maxLength(253), z.regex(hostPattern, message.host));
/** Most PeerTube sites whose videos play in texts. */
const maxVideoHosts = 20;
/** Whose videos play in texts: those of the two sites, and of PeerTube sites by their hosts. */
export const embedsSchema = z.object({
  youtube: z.boolean(),
  vimeo: z.boolean(),
  peertube: z.array(host).check(z.maxLength(maxVideoHosts, message.invalid)),
});
export type Embeds = z.infer<typeof embedsSchema>;

/** How buyers can pay besides by card. */
const paymentWaysSchema = z.object({
  ways: z.array(z.enum(optionalWays)).check(z.maxLength(optionalWays.length, message.invalid)),
});
export type PaymentWays = z.infer<typeof paymentWaysSchema>;

/** Who publishes and sells. What an owner does not have is "". */
export const sellerSchema = z.object({
  name: requiredText(60),
  owner: requiredText(200),
  contactEmail: emailField,
  address: requiredText(300),
  /** Two capital letters (ISO 3166). */
  country: emptyOr(isCountry, message.country),
  timeZone: requiredText(100).check(z.refine(isTimeZone, { error: message.timeZone })),
  taxId: optionalText(100),
  receiptPrefix: requiredText(8).check(z.regex(receiptPrefixPattern, message.receiptPrefix)),
  social: z
    .array(z.object({ name: requiredText(40), url: webAddress }))
    .check(z.maxLength(10, message.tooLong)),
});
export type Seller = z.infer<typeof sellerSchema>;

const colour = z.string().check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/i, message.colour));

/** The two colours that an owner chooses; all others are made of them (`coloursFrom`). The accent has to be readable (`isAccentReadable`). */
export const chosenColoursSchema = z.object({ main: colour, accent: colour });
export type ChosenColours = z.infer<typeof chosenColoursSchema>;

/** What a portal consists of. */
export const offerSchema = z.object({
  /** Its default first. */
  languages: z.array(z.enum(languages)).check(
    z.maxLength(languages.length, message.invalid),
    z.minLength(1, message.invalid),
    z.refine((list) => new Set(list).size === list.length, message.invalid),
  ),
  partsOn: z.record(z.enum(partIds), z.boolean()),
  kinds: z
    .record(
      z.enum(contentKinds),
      z.object({
        isShown: z.boolean(),
        /** "": the name that the portal came with. */
        names: z.partialRecord(z.enum(languages), optionalText(40)),
      }),
    )
    .check(
      z.refine((kinds) => Object.values(kinds).some(({ isShown }) => isShown), {
        path: [contentKinds[0], "isShown"],
        error: message.oneKind,
      }),
    ),
});
export type Offer = z.infer<typeof offerSchema>;

/** The sentences of the brand in a language: texts in objects and lists, in the shape of `resources/brand/en.json`. */
const sentences = z.record(z.string(), z.unknown());

const legalText = z.string().check(z.minLength(1, message.required), z.maxLength(200_000));
const legalTexts = z.partialRecord(z.enum(languages), legalText);

/** The day from which a legal text applies (YYYY-MM-DD), which names the version. */
const version = z.iso.date(message.day);

/** Grows with each change; 0 for what is as it came. */
const revision = z.int32();
const answer = z.object({ revision });
const revisionInQuery = z.coerce.number().check(z.int32(), z.gte(0));

/** Longest side of a stored logo in px, and the largest file that is read. */
export const logoLimits = { px: 512, bytes: 5 * 1024 * 1024 } as const;

export const getSettings = endpoint({
  method: "GET",
  path: "/settings",
  summary: "Return the settings of the portal",
  access: "admin",
  answer: z.object({
    /** The folder of `BRAND_DIR` if that has the settings: they cannot be changed here. */
    folder: z.nullable(z.string()),
    seller: z.extend(sellerSchema, { revision }),
    /** Null while the colours are those of a folder, or those that the portal came with. */
    colours: z.object({
      chosen: z.nullable(chosenColoursSchema),
      /** Those of which all are made. */
      designed: brandSchema.shape.colours,
      revision,
    }),
    offer: z.extend(offerSchema, { revision }),
    downloads: z.extend(downloadsSchema, { revision }),
    embeds: z.extend(embedsSchema, { revision }),
    waysToPay: z.extend(paymentWaysSchema, { revision }),
    texts: z.partialRecord(z.enum(languages), z.object({ texts: sentences, revision })),
    legal: z.record(z.enum(legalDocuments), z.object({ version, texts: legalTexts, revision })),
    logo: z.object({ isOwn: z.boolean(), onLight: z.string(), onDark: z.string(), revision }),
  }),
});

/** Changes to settings fail with `conflict` where somebody else was faster, with `read-only` where a folder has the settings. */
const change = { access: "admin", errors: ["conflict", "read-only"] } as const;

export const changeSeller = endpoint({
  method: "PUT",
  path: "/settings/seller",
  summary: "Change name and seller",
  ...change,
  body: z.extend(sellerSchema, { revision }),
  answer,
});

export const changeColours = endpoint({
  method: "PUT",
  path: "/settings/colours",
  summary: "Change the colours",
  ...change,
  body: z.extend(chosenColoursSchema, { revision }),
  answer,
});

export const changeDownloads = endpoint({
  method: "PUT",
  path: "/settings/downloads",
  summary: "Change where the desktop app is downloaded",
  ...change,
  body: z.extend(downloadsSchema, { revision }),
  answer,
});

export const changeEmbeds = endpoint({
  method: "PUT",
  path: "/settings/embeds",
  summary: "Change whose videos play in texts",
  ...change,
  body: z.extend(embedsSchema, { revision }),
  answer,
});

/** A way that is off is offered no more; renewals of members who pay by it go on. */
export const changeWaysToPay = endpoint({
  method: "PUT",
  path: "/settings/ways-to-pay",
  summary: "Change how buyers can pay",
  ...change,
  body: z.extend(paymentWaysSchema, { revision }),
  answer,
});

/** What is off is nowhere; its data stay, and are there again when it is on. */
export const changeOffer = endpoint({
  method: "PUT",
  path: "/settings/offer",
  summary: "Change parts, kinds and languages",
  ...change,
  body: z.extend(offerSchema, { revision }),
  answer,
});

export const changeTexts = endpoint({
  method: "PUT",
  path: "/settings/texts/:language",
  summary: "Change the sentences in a language",
  ...change,
  params: z.object({ language: z.enum(languages) }),
  body: z.object({ texts: sentences, revision }),
  answer,
});

/** A text that buyers have accepted needs a later version; they keep the one that they accepted. */
export const changeLegal = endpoint({
  method: "PUT",
  path: "/settings/legal/:document",
  summary: "Change a legal text",
  access: "admin",
  errors: ["conflict", "read-only", ...passwordErrors],
  params: z.object({ document: z.enum(legalDocuments) }),
  body: z.object({ version, texts: legalTexts, revision, password: currentPasswordField }),
  answer,
});

/** Replaces the logo by a picture, from which the icons are made. */
export const changeLogo = endpoint({
  method: "POST",
  path: "/settings/logo",
  summary: "Replace the logo",
  ...change,
  query: z.object({ ground: z.enum(["light", "dark"]), revision: revisionInQuery }),
  upload: { maxBytes: logoLimits.bytes },
  body: file,
  answer: z.object({ onLight: z.string(), onDark: z.string() }),
});

/** Returns to the logo that the portal came with. */
export const removeLogo = endpoint({
  method: "DELETE",
  path: "/settings/logo",
  summary: "Remove the own logo",
  ...change,
  query: z.object({ revision: revisionInQuery }),
  answer: z.object({ onLight: z.string(), onDark: z.string() }),
});
