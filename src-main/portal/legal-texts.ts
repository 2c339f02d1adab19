import * as z from "zod/mini";
import { getLegalText } from "#shared/api/brand.ts";
import { legalDocuments, type LegalDocument, type PublicBrand } from "#shared/brand.ts";
import { isLanguage, servedLanguage, type Language } from "#shared/languages.ts";
import { askPortal, type InterfaceBrand } from "../interface-brand.ts";
import { logFailure } from "../log.ts";
import type { StoreFile } from "../storage/store-file.ts";

const entry = "legal";
const textSchema = getLegalText.answer;
const storedSchema = z.record(z.string(), textSchema);

type LegalText = z.infer<typeof textSchema>;

const nameOf = (document: LegalDocument, language: Language) => `${document}/${language}`;
const pathOf = (document: LegalDocument) =>
  `/api${getLegalText.path.replace(":document", document)}`;

async function request(
  origin: string,
  document: LegalDocument,
  language: Language,
): Promise<LegalText> {
  const answer = await askPortal(`${origin}${pathOf(document)}`, { "accept-language": language });
  return textSchema.parse(await answer.json());
}

/** Returns what the API would answer to a GET of a path; null for what is not kept. */
export type KeptAnswer = (path: string, language: string | null) => unknown;

/**
 * Keeps the portal's legal texts, so that its pages about them are there without a connection: users have to be able to read what
 * they have agreed to. A text is fetched when the brand names a version that is not kept.
 */
export function keepLegalTexts(
  file: StoreFile,
  origin: string,
  { current, onChange }: Pick<InterfaceBrand, "current" | "onChange">,
): KeptAnswer {
  let kept = storedSchema.safeParse(file.get(entry)).data ?? {};
  const missingOf = ({ languages, legalVersions }: PublicBrand) =>
    languages.flatMap((language) =>
      legalDocuments
        .filter((it) => kept[nameOf(it, language)]?.version !== legalVersions[it])
        .map((document) => ({ document, language })),
    );
  const update = async () => {
    const missing = missingOf(current());
    if (missing.length === 0) return;
    const texts = await Promise.all(
      missing.map(async ({ document, language }) => [
        nameOf(document, language),
        await request(origin, document, language),
      ]),
    );
    kept = { ...kept, ...Object.fromEntries(texts) };
    file.set(entry, kept);
  };
  const updateQuietly = () =>
    void update().catch((error: unknown) => logFailure("Legal texts are not kept", error));
  onChange(updateQuietly);
  // Those of the brand that the app is packaged with are another portal's.
  if (file.get("brand") !== undefined) updateQuietly();
  return (path, wanted) => {
    const { languages } = current();
    const language = servedLanguage(languages, isLanguage(wanted) ? wanted : null);
    const document = legalDocuments.find((it) => pathOf(it) === path);
    return document ? (kept[nameOf(document, language)] ?? null) : null;
  };
}
