import { defaultBrandDir, readBrand } from "#api/brand.ts";

const readTermsVersion = async () => (await readBrand(defaultBrandDir)).legalVersions.terms;

let version: Promise<string> | null = null;

/** Returns the version of the default brand's terms. */
export const termsVersion = (): Promise<string> => (version ??= readTermsVersion());
