import type {
  ChosenColours,
  Downloads,
  Embeds,
  Offer,
  PaymentWays,
  Seller,
} from "#shared/api/settings.ts";
import type { Brand, LegalDocument } from "#shared/brand.ts";
import { coloursFrom } from "#shared/colours.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import {
  defaultLanguage,
  languages,
  leadLanguage,
  standInLanguage,
  type Language,
} from "#shared/languages.ts";
import { isKindShown, ownNameOf } from "#shared/parts.ts";
import { partIds } from "#shared/routes.ts";
import { isInFolder, readBrand, textsSchema, type InstalledBrand } from "#api/brand.ts";
import type { Config } from "#api/config.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { asc } from "#api/infra/database/drizzle.ts";
import { picturesOf, type StoredLogos } from "./logo.ts";
import { brandSettings, legalTexts } from "./schema.ts";

/** Channel on which every process hears of changed settings. */
export const settingsChannel = "brand_settings";

/** What is stored, by the name of the setting. */
type Values = {
  seller: Seller;
  colours: ChosenColours;
  offer: Offer;
  /** Empty once they were removed: the revision goes on. */
  logos: StoredLogos | Record<string, never>;
  downloads: Downloads;
  embeds: Embeds;
  waysToPay: PaymentWays;
} & Record<`texts/${Language}`, Record<string, unknown>>;

const isLogo = (value: Values["logos"]): value is StoredLogos => "light" in value;

/** What the database has of the brand. */
export async function readSettings(database: Database) {
  const rows = await database.select().from(brandSettings);
  const versions = await database.select().from(legalTexts).orderBy(asc(legalTexts.version));
  const find = <Name extends keyof Values>(name: Name) => {
    const row = rows.find((stored) => stored.name === name);
    return row && { value: row.value as Values[Name], revision: row.revision }; // as it was parsed before it was stored
  };
  const logos = find("logos");
  return {
    seller: find("seller"),
    colours: find("colours"),
    offer: find("offer"),
    downloads: find("downloads"),
    embeds: find("embeds"),
    waysToPay: find("waysToPay"),
    logos: logos && { ...logos, value: isLogo(logos.value) ? logos.value : null },
    texts: (language: Language) => find(`texts/${language}`),
    /** The latest version of a legal text. */
    legal: (document: LegalDocument) => versions.findLast((row) => row.document === document),
  };
}

/** Returns the fields of the brand that a seller has; what the owner left empty is absent. */
function brandOfSeller({ country, taxId, ...seller }: Seller) {
  return { ...seller, ...(country && { country }), ...(taxId && { taxId }) };
}

/** Returns what a brand says of parts, kinds and languages. */
function brandOfOffer({ languages: chosen, partsOn, kinds }: Offer) {
  const [first = defaultLanguage, ...others] = chosen;
  const changed = Object.entries(kinds).flatMap(([kind, { isShown, names }]) => {
    const name = Object.fromEntries(Object.entries(names).filter(([, text]) => text !== ""));
    const facts = {
      ...(!isShown && { hidden: true }),
      ...(Object.keys(name).length > 0 && { name }),
    };
    return Object.keys(facts).length > 0 ? [[kind, facts] as const] : [];
  });
  return {
    languages: [first, ...others] satisfies [Language, ...Language[]],
    // One that a newer version adds is on.
    partsOff: partIds.filter((part) => part in partsOn && !partsOn[part]),
    ...(changed.length > 0 && { kinds: Object.fromEntries(changed) }),
  };
}

/** Returns what an admin sees of parts, kinds and languages of a brand. */
export function offerOf(brand: InstalledBrand): Offer {
  const partsOn = partIds.map((part) => [part, !brand.partsOff?.includes(part)]);
  const kinds = contentKinds.map((kind) => [
    kind,
    {
      isShown: isKindShown(brand, kind),
      names: Object.fromEntries(
        languages.map((language) => [language, ownNameOf(brand, kind, language) ?? ""]),
      ),
    },
  ]);
  const offer = { partsOn: Object.fromEntries(partsOn), kinds: Object.fromEntries(kinds) };
  return { languages: [...brand.languages], ...offer };
}

/** Returns what a brand says of downloads. */
function brandOfDownloads(addresses: Downloads): Pick<Brand, "downloads"> {
  const named = Object.entries(addresses).filter(([, address]) => address !== "");
  return { downloads: Object.fromEntries(named) };
}

/** Returns what an admin sees of the downloads of a brand. */
export const downloadsOf = ({ downloads }: InstalledBrand): Downloads => ({
  windows: downloads?.windows ?? "",
  mac: downloads?.mac ?? "",
  linux: downloads?.linux ?? "",
});

/** Returns what an admin sees of whose videos play in texts. */
export const embedsOf = ({ embeds }: InstalledBrand): Embeds =>
  embeds ?? { youtube: false, vimeo: false, peertube: [] };

/** Returns stored sentences in the shape of the default's: without what a newer version has dropped, and with the default's where it shows more. */
function inShapeOf(base: unknown, own: unknown): unknown {
  if (Array.isArray(base)) {
    return Array.isArray(own) ? own.map((row: unknown) => inShapeOf(base[0], row)) : base;
  }
  if (typeof base !== "object" || base === null) return typeof own === "string" ? own : base;
  const texts = (typeof own === "object" && own !== null ? own : {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(base).map(([key, value]) => [key, inShapeOf(value, texts[key])]),
  );
}

/** The pictures that were made last: a change of a sentence does not draw them again. */
let drawn: { from: string; pictures: InstalledBrand["pictures"] } | null = null;

async function drawPictures(logos: StoredLogos, colours: InstalledBrand["colours"]) {
  const from = JSON.stringify([logos, colours]);
  if (drawn?.from !== from) drawn = { from, pictures: await picturesOf(logos, colours) };
  return drawn.pictures;
}

/**
 * Returns the brand of the portal: that of `BRAND_DIR`, else the one that comes with the code, with all that admins changed.
 * Rejects with a BrandError or FolderError.
 */
export async function readInstalledBrand(
  config: Pick<Config, "brandDir" | "publicUrl">,
  database: Database,
): Promise<InstalledBrand> {
  const base = await readBrand(config.brandDir);
  if (isInFolder(config)) return base;
  const { seller, colours, logos, offer, downloads, embeds, waysToPay, texts, legal } =
    await readSettings(database);
  const brand = structuredClone({ ...base, pictures: {} }) as Omit<InstalledBrand, "pictures">;
  // Receipts name the portal's own address, not the demo's.
  if (config.publicUrl?.startsWith("https:")) brand.homepage = config.publicUrl;
  if (seller) {
    delete brand.country;
    delete brand.taxId;
    Object.assign(brand, brandOfSeller(seller.value));
  }
  if (offer) Object.assign(brand, brandOfOffer(offer.value));
  if (downloads) Object.assign(brand, brandOfDownloads(downloads.value));
  if (embeds) brand.embeds = embeds.value;
  if (waysToPay) brand.waysToPay = waysToPay.value.ways;
  if (colours) brand.colours = coloursFrom(colours.value, base.colours);
  for (const language of languages) {
    // One that the brand was not made in has the owner's sentences in another language, never the demo's.
    const own =
      texts(language) ??
      (base.languages.includes(language)
        ? undefined
        : (texts(defaultLanguage) ?? texts(leadLanguage(brand.languages))));
    if (!own) continue;
    const parsed = textsSchema.safeParse(inShapeOf(base.texts[language], own.value));
    if (parsed.success) brand.texts[language] = parsed.data;
  }
  for (const document of Object.keys(brand.legal) as LegalDocument[]) {
    const own = legal(document);
    if (!own) continue;
    brand.legalVersions[document] = own.version;
    // A language that was added later has the owner's text in another one, never the demo's.
    const standIn = own.texts[standInLanguage(own.texts, brand.languages)];
    for (const language of languages)
      brand.legal[document][language] =
        own.texts[language] ?? standIn ?? brand.legal[document][language];
  }
  return {
    ...brand,
    pictures: logos?.value ? await drawPictures(logos.value, brand.colours) : base.pictures,
  };
}
