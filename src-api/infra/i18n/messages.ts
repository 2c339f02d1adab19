import { existsSync, readFileSync } from "node:fs";
import i18next, { type ResourceKey } from "i18next";
import enApi from "#locales/en/api.json" with { type: "json" };
import enCourse from "#locales/en/course.json" with { type: "json" };
import enDescriptions from "#locales/en/descriptions.json" with { type: "json" };
import enForms from "#locales/en/forms.json" with { type: "json" };
import enImportNotices from "#locales/en/import-notices.json" with { type: "json" };
import enLibrary from "#locales/en/library.json" with { type: "json" };
import enRecipe from "#locales/en/recipe.json" with { type: "json" };
import enMailServer from "#locales/en/mail-server.json" with { type: "json" };
import enMails from "#locales/en/mails.json" with { type: "json" };
import enMembership from "#locales/en/membership.json" with { type: "json" };
import enPaymentCheck from "#locales/en/payment-check.json" with { type: "json" };
import enPayments from "#locales/en/payments.json" with { type: "json" };
import enDiary from "#locales/en/training-diary.json" with { type: "json" };
import enTitles from "#locales/en/titles.json" with { type: "json" };
import { defaultLanguage, languages, type Language } from "#shared/languages.ts";
import { ownNameOf, type PartSettings } from "#shared/parts.ts";
import { routes, type RouteId } from "#shared/routes.ts";

/** Namespaces of the API's texts; English has all of them. */
const english = {
  api: enApi,
  course: enCourse,
  descriptions: enDescriptions,
  forms: enForms,
  "import-notices": enImportNotices,
  library: enLibrary,
  recipe: enRecipe,
  "mail-server": enMailServer,
  mails: enMails,
  membership: enMembership,
  "payment-check": enPaymentCheck,
  payments: enPayments,
  "training-diary": enDiary,
  titles: enTitles,
};

type Namespace = keyof typeof english;

/** Returns the API's texts in another language, as far as its folder has them. */
function textsOf(language: Language): Partial<Record<Namespace, ResourceKey>> {
  const files = Object.keys(english).flatMap((namespace) => {
    const file = new URL(`../../../locales/${language}/${namespace}.json`, import.meta.url);
    if (!existsSync(file)) return [];
    return [[namespace, JSON.parse(readFileSync(file, "utf8")) as ResourceKey] as const]; // ours
  });
  return Object.fromEntries(files);
}

const resources = Object.fromEntries(
  languages.map((language) => [
    language,
    language === defaultLanguage ? english : textsOf(language),
  ]),
);

const texts = i18next.createInstance();
await texts.init({
  lng: defaultLanguage,
  fallbackLng: defaultLanguage,
  defaultNS: "api",
  interpolation: { escapeValue: false },
  resources,
});

export type MessageKey = keyof typeof enApi;

/** Returns the translation function of a language, for all texts that the API needs. */
export const textsIn = (language: Language) => texts.getFixedT(language);

/** Returns the title of a page without an entry's own; lists and entries have the owner's name of their kind, if any. */
export const pageTitleIn = (brand: PartSettings, id: RouteId, language: Language): string =>
  ownNameOf(brand, id, language) ?? textsIn(language)(`titles:${routes[id].title}`);
