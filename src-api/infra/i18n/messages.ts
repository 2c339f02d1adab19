import i18next, { type ResourceKey } from "i18next";
import enApi from "#locales/en/api.json" with { type: "json" };
import enCourse from "#locales/en/course.json" with { type: "json" };
import enDescriptions from "#locales/en/descriptions.json" with { type: "json" };
import enForms from "#locales/en/forms.json" with { type: "json" };
import enLibrary from "#locales/en/library.json" with { type: "json" };
import enRecipe from "#locales/en/recipe.json" with { type: "json" };
import enMailServer from "#locales/en/mail-server.json" with { type: "json" };
import enMails from "#locales/en/mails.json" with { type: "json" };
import enMembership from "#locales/en/membership.json" with { type: "json" };
import enPaymentCheck from "#locales/en/payment-check.json" with { type: "json" };
import enPayments from "#locales/en/payments.json" with { type: "json" };
import enDiary from "#locales/en/training-diary.json" with { type: "json" };
import enTitles from "#locales/en/titles.json" with { type: "json" };
import plApi from "#locales/pl/api.json" with { type: "json" };
import plCourse from "#locales/pl/course.json" with { type: "json" };
import plDescriptions from "#locales/pl/descriptions.json" with { type: "json" };
import plForms from "#locales/pl/forms.json" with { type: "json" };
import plLibrary from "#locales/pl/library.json" with { type: "json" };
import plRecipe from "#locales/pl/recipe.json" with { type: "json" };
import plMailServer from "#locales/pl/mail-server.json" with { type: "json" };
import plMails from "#locales/pl/mails.json" with { type: "json" };
import plMembership from "#locales/pl/membership.json" with { type: "json" };
import plPaymentCheck from "#locales/pl/payment-check.json" with { type: "json" };
import plPayments from "#locales/pl/payments.json" with { type: "json" };
import plDiary from "#locales/pl/training-diary.json" with { type: "json" };
import plTitles from "#locales/pl/titles.json" with { type: "json" };
import { defaultLanguage, type Language } from "#shared/languages.ts";
import { ownNameOf, type PartSettings } from "#shared/parts.ts";
import { routes, type RouteId } from "#shared/routes.ts";

/** Namespaces of the API's texts; English has all of them. */
const english = {
  api: enApi,
  course: enCourse,
  descriptions: enDescriptions,
  forms: enForms,
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

const resources: Record<Language, Record<keyof typeof english, ResourceKey>> = {
  en: english,
  pl: {
    api: plApi,
    course: plCourse,
    descriptions: plDescriptions,
    forms: plForms,
    library: plLibrary,
    recipe: plRecipe,
    "mail-server": plMailServer,
    mails: plMails,
    membership: plMembership,
    "payment-check": plPaymentCheck,
    payments: plPayments,
    "training-diary": plDiary,
    titles: plTitles,
  },
};

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
