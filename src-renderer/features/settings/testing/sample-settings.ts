import brand from "#brand/brand.json";
import en from "#brand/en.json";
import pl from "#brand/pl.json";
import type { Settings } from "../setting-form.tsx";

const { name, owner, contactEmail, address, country, timeZone, receiptPrefix, social } = brand;
const legalText = { version: "2026-11-26", texts: { en: "## Text", pl: "## Tekst" }, revision: 0 };

/** The settings of a portal in which nothing was changed yet. */
export const settings: Settings = {
  folder: null,
  seller: {
    name,
    owner,
    contactEmail,
    address,
    country,
    timeZone,
    receiptPrefix,
    social,
    taxId: "",
    revision: 3,
  },
  colours: { chosen: null, revision: 4 },
  texts: { en: { texts: en, revision: 5 }, pl: { texts: pl, revision: 6 } },
  legal: { terms: { ...legalText, revision: 7 }, privacy: legalText, regulations: legalText },
  logo: { isOwn: false, onLight: "/logo-mark.svg", onDark: "/logo-mark-on-dark.svg" },
};
