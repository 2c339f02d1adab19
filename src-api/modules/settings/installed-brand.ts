import type { ChosenColours, Offer, Seller } from "#shared/api/settings.ts";
import type { LegalDocument } from "#shared/brand.ts";
import { coloursFrom } from "#shared/colours.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import { defaultLanguage, languages, type Language } from "#shared/languages.ts";
import { isKindShown, ownNameOf } from "#shared/parts.ts";
import { partIds } from "#shared/routes.ts";
import { defaultBrandDir, readBrand, textsSchema, type InstalledBrand } from "#api/brand.ts";
import type { Config } from "#api/config.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { asc } from "#api/infra/database/drizzle.ts";
import { picturesOf, type StoredLogos } from "./logo.ts";
import { brandSettings, legalTexts } from "./schema.ts";

/** Channel on which every process hears of changed settings. */
export const settingsChannel = "brand_settings";

/** Returns whether a folder of the owner's (`BRAND_DIR`) has the brand: the database has no say then. */
export const isInFolder = ({ brandDir }: Pick<Config, "brandDir">): boolean =>
  brandDir !== defaultBrandDir;

/** What is stored, by the name of the setting. */
type Values = {
  seller: Seller;
  colours: ChosenColours;
  offer: Offer;
  logos: StoredLogos;
} & Record<`texts/${Language}`, Record<string, unknown>>;

/** What the database has of the brand. */
export async function readSettings(database: Database) {
  const rows = await database.select().from(brandSettings);
  const versions = await database.select().from(legalTexts).orderBy(asc(legalTexts.version));
  const find = <Name extends keyof Values>(name: Name) => {
    const row = rows.find((stored) => stored.name === name);
    return row && { value: row.value as Values[Name], revision: row.revision }; // as it was parsed before it was stored
  };
  return {
    seller: find("seller"),
    colours: find("colours"),
    offer: find("offer"),
    logos: find("logos"),
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

/** Returns sentences in which nothing lacks that a newer version of the portal shows. */
const completed = (texts: Record<string, unknown>, base: Record<string, unknown>): unknown =>
  Object.fromEntries(
    Object.entries(base).map(([key, value]) => {
      const own = texts[key];
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      if (!isObject) return [key, own ?? value];
      return [key, completed((own ?? {}) as typeof base, value as typeof base)]; // objects, as the default's
    }),
  );

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
  const { seller, colours, logos, offer, texts, legal } = await readSettings(database);
  const brand = structuredClone({ ...base, pictures: {} }) as Omit<InstalledBrand, "pictures">;
  // Receipts name the portal's own address, not the demo's.
  if (config.publicUrl?.startsWith("https:")) brand.homepage = config.publicUrl;
  if (seller) {
    delete brand.country;
    delete brand.taxId;
    Object.assign(brand, brandOfSeller(seller.value));
  }
  if (offer) Object.assign(brand, brandOfOffer(offer.value));
  if (colours) brand.colours = coloursFrom(colours.value, base.colours);
  for (const language of languages) {
    const own = texts(language);
    if (!own) continue;
    // Lists are whole: one whose entries lack what a newer version shows is the default's.
    const parsed = textsSchema.safeParse(completed(own.value, base.texts[language]));
    if (parsed.success) brand.texts[language] = parsed.data;
  }
  for (const document of Object.keys(brand.legal) as LegalDocument[]) {
    const own = legal(document);
    if (!own) continue;
    brand.legalVersions[document] = own.version;
    Object.assign(brand.legal[document], own.texts);
  }
  return {
    ...brand,
    pictures: logos ? await picturesOf(logos.value, brand.colours) : base.pictures,
  };
}
