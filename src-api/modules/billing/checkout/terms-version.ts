import { readBrand } from "../../../brand.ts";

const readTermsVersion = async () => (await readBrand()).legalVersions.terms;

let version: Promise<string> | null = null;

/** Returns the version of the terms in force, which is the day they came into force. */
export const termsVersion = (): Promise<string> => (version ??= readTermsVersion());
