import * as z from "zod/mini";
import { isCountry } from "../brand.ts";
import { languages, type Language } from "../languages.ts";
import { amountPattern } from "../money.ts";
import { maxTrialDays, moneySchema } from "./catalogue.ts";
import { deliveryKinds } from "./deliveries.ts";
import { endpoint, file } from "./endpoint.ts";
import { passwordErrors } from "./errors.ts";
import {
  currentPasswordField,
  fieldIn,
  fieldsOf,
  message,
  missingTexts,
  textFields,
} from "./fields.ts";

/* The extras as admins edit them in the studio. Plans are in the brand's catalogue only. */

/** The `catalogue.json` of the brand, or this portal: what was changed or added in the studio. */
export const productOrigins = ["brand", "portal"] as const;

export const maxExtraFileBytes = 30 * 1024 * 1024;

/** A number as people type it, with a point or a comma: "9.5" or "9,50". The point remains. */
const typedNumber = (pattern: RegExp, error: string) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(40, error)),
      z.transform((typed: string) => typed.trim().replace(",", ".")),
    ),
    z.string().check(z.regex(pattern, error)),
  );

/** A price above zero, in units of the catalogue's currency. */
export const priceField = typedNumber(amountPattern, message.amountOff).check(
  z.refine((amount) => Number(amount) > 0, message.amountOff),
);

/** Tax that a price contains, in per cent. */
export const taxPercentField = typedNumber(/^(100|\d{1,2}(\.\d{1,2})?)$/, message.taxPercent);

/** Days of trial of a plan, at most `maxTrialDays`; 0: none. */
export const trialDaysField = typedNumber(/^\d{1,2}$/, message.trialDays).check(
  z.refine((days) => Number(days) <= maxTrialDays, message.trialDays),
);
/** Most countries that have a tax rate of their own. */
const maxTaxPercents = 100;

/** Tax in per cent for buyers of some countries (ISO 3166), each of them once. */
export const taxPercentsField = z
  .array(
    z.object({
      country: z.string().check(z.maxLength(2), z.refine(isCountry, { error: message.required })),
      taxPercent: taxPercentField,
    }),
  )
  .check(z.maxLength(maxTaxPercents, message.invalid), ({ value, issues }) => {
    value.forEach(({ country }, at) => {
      if (value.findIndex((one) => one.country === country) === at) return;
      const path = [at, "country"];
      issues.push({ code: "custom", path, input: country, message: message.countryTwice });
    });
  });
export type TypedTaxPercents = z.input<typeof taxPercentsField>;

/** The same as the API answers them. */
export const taxPercentsAnswer = z.array(z.object({ country: z.string(), taxPercent: z.number() }));

/** A PDF: its name for buyers, and in the storage of media, or "" for one that the brand brought. */
const extraFileSchema = z.object({
  name: z.string().check(z.regex(/^[a-z0-9-]{1,60}\.pdf$/)),
  stored: z.string().check(z.regex(/^([0-9a-f]{64}\.pdf)?$/)),
});
export type ExtraFile = z.infer<typeof extraFileSchema>;

const describedFields = {
  ...textFields("name", 100),
  ...textFields("summary", 600),
  ...textFields("delivery", 1000),
  /** Name of a drawing. */
  motif: z.string().check(z.maxLength(40)),
  deliveredAs: z.enum(deliveryKinds),
  /** The delivered file. Stays stored after the extra is delivered in another way, for earlier buyers. */
  ...fieldsOf("file", () => z.nullable(extraFileSchema)),
  onSale: z.boolean(),
};

/** An extra as it is written. The price is in the currency of the catalogue. */
export const writtenExtraSchema = z.object({
  ...describedFields,
  price: priceField,
  taxPercent: taxPercentField,
  taxPercents: taxPercentsField,
});
export type WrittenExtra = z.infer<typeof writtenExtraSchema>;

/** Returns the fields of an extra that are empty in a language that no text may lack. */
export const missingOfExtra = (written: WrittenExtra, language: Language): string[] => [
  ...missingTexts(written, ["name", "summary", "delivery"], language),
  ...(written.deliveredAs === "file" && written[fieldIn("file", language)] === null
    ? [fieldIn("file", language)]
    : []),
];

/** Grows with each change. */
const revision = z.int32();

const studioExtraSchema = z.object({
  sku: z.string(),
  revision,
  ...describedFields,
  price: moneySchema,
  taxPercent: z.number(),
  taxPercents: taxPercentsAnswer,
  origin: z.enum(productOrigins),
});
export type StudioExtra = z.infer<typeof studioExtraSchema>;

const sku = z.string().check(z.maxLength(64));

/** Lists all extras, also those that are not on sale, in the order of the catalogue. */
export const listStudioExtras = endpoint({
  method: "GET",
  path: "/studio/extras",
  summary: "List the extras to edit",
  access: "admin",
  answer: z.object({
    /** ISO 4217; new prices are in it. */
    currency: z.string(),
    items: z.array(studioExtraSchema),
  }),
});

/**
 * Adds an extra, whose SKU is made of its English name. 409 `slug-taken` if there is one with that SKU. 400 `validation` names the
 * field that is wrong, such as a price that the currency does not have, or a PDF that is not stored any more.
 */
export const addExtra = endpoint({
  method: "POST",
  path: "/studio/extras",
  summary: "Add an extra",
  access: "admin",
  body: writtenExtraSchema,
  answer: studioExtraSchema,
  status: 201,
  errors: ["slug-taken", "media-unavailable"],
});

/**
 * Changes an extra, which then is the portal's own. What was bought keeps its name and price. 400 as for a new one; 409 `conflict`
 * when it was changed since the revision that the caller read. The password is required, and all admins are mailed, where buyers
 * would get another file, and for a price below a tenth of the highest within 30 days.
 */
export const changeExtra = endpoint({
  method: "PUT",
  path: "/studio/extras/:sku",
  summary: "Change an extra",
  access: "admin",
  params: z.object({ sku }),
  body: z.extend(writtenExtraSchema, { revision, password: z.optional(currentPasswordField) }),
  answer: studioExtraSchema,
  errors: [...passwordErrors, "conflict", "media-unavailable"],
});

/**
 * Stores a PDF for an extra, which names it when it is saved, within a day. 400 `validation` says in `fields.pdf` why it cannot be used.
 * The body is the file, whatever its type says.
 */
export const uploadExtraFile = endpoint({
  method: "POST",
  path: "/studio/extra-files",
  summary: "Store a PDF for an extra",
  access: "admin",
  /** Name of the file, of which that for buyers is made. */
  query: z.object({ name: z.string().check(z.maxLength(300)) }),
  body: file,
  upload: { maxBytes: maxExtraFileBytes },
  answer: extraFileSchema,
  status: 201,
  errors: ["media-unavailable"],
});

/** Returns the PDF of an extra. 404 for an extra without one in that language. */
export const getExtraFile = endpoint({
  method: "GET",
  path: "/studio/extras/:sku/files/:language",
  summary: "Get the PDF of an extra",
  access: "admin",
  params: z.object({ sku, language: z.enum(languages) }),
  answer: file,
  media: "application/pdf",
  errors: ["media-unavailable"],
});
