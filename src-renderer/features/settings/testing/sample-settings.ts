import brand from "#brand/brand.json";
import en from "#brand/en.json";
import pl from "#brand/pl.json";
import type { SettablePlans } from "#shared/api/plans.ts";
import type { Settings } from "../setting-form.tsx";

const { name, owner, contactEmail, address, country, timeZone, receiptPrefix, social } = brand;
const legalText = { version: "2026-11-26", texts: { en: "## Text", pl: "## Tekst" }, revision: 0 };

const kind = { isShown: true, names: { en: "", pl: "" } };

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
  colours: { chosen: null, designed: brand.colours, revision: 4 },
  offer: {
    languages: ["en", "pl"],
    partsOn: {
      dogs: true,
      heightClasses: true,
      showDay: true,
      training: true,
      judgesNotes: true,
      portionsByDog: true,
      readersList: true,
      orderReminder: true,
    },
    kinds: { articles: kind, blog: kind, recipes: kind, protocols: kind, videos: kind },
    revision: 8,
  },
  downloads: { windows: "", mac: "", linux: "", revision: 9 },
  waysToPay: { ways: [], revision: 11 },
  embeds: { youtube: false, vimeo: false, peertube: [], revision: 10 },
  texts: { en: { texts: en, revision: 5 }, pl: { texts: pl, revision: 6 } },
  legal: { terms: { ...legalText, revision: 7 }, privacy: legalText, regulations: legalText },
  logo: { isOwn: false, onLight: "/logo-mark.svg", onDark: "/logo-mark-on-dark.svg", revision: 2 },
};

const plan = {
  nameEn: "Membership",
  namePl: "",
  taxPercent: 23,
  taxPercents: [],
  trialDays: 0,
  onSale: true,
};
/** Plans of which something was sold. */
export const plans: SettablePlans = {
  currency: "EUR",
  isCurrencyFixed: true,
  folder: null,
  revision: 2,
  items: [
    { ...plan, sku: "monthly", period: "monthly", price: { amount: 900, currency: "EUR" } },
    { ...plan, sku: "yearly", period: "yearly", price: { amount: 9000, currency: "EUR" } },
  ],
};
