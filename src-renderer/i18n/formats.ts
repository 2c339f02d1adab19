import { useTranslation } from "react-i18next";
import { brand } from "#renderer/platform/brand.ts";
import type { Membership } from "#shared/api/membership.ts";
import {
  dateIn,
  deviceTimeZone,
  formatAppointment,
  formatCalendarDate,
  formatCountry,
  formatDate,
  formatDates,
  formatDateTime,
  formatLastDay,
  formatNumber,
  formatWait,
} from "#shared/formats.ts";
import { fieldIn, type FieldIn } from "#shared/api/fields.ts";
import {
  isLanguage,
  languageName,
  languages,
  leadLanguage,
  localeOf,
  type Language,
} from "#shared/languages.ts";
import { formatMoney, typedAmount, type Money } from "#shared/money.ts";

/** Returns the date (YYYY-MM-DD) of a time (ms since 1970) in the brand's time zone. */
export const businessDay = (at: number): string => dateIn(new Date(at), brand.timeZone);

/** Returns the function that lists the names of languages in the interface's language: "Polish and German". */
export function useLanguageNames() {
  const { language } = useTranslation().i18n;
  return (names: readonly Language[], word: "and" | "or"): string =>
    new Intl.ListFormat(localeOf(language), {
      type: word === "and" ? "conjunction" : "disjunction",
    }).format(names.map((one) => languageName(one, language)));
}

/** Returns the function that returns the words of texts about a language: its name, and that of the portal's first one. */
export function useLanguageWords() {
  const { language } = useTranslation().i18n;
  return (one: Language) => ({
    language: languageName(one, language),
    first: languageName(leadLanguage(brand.languages), language),
  });
}

/** Returns the function that returns a name in the interface's language, else in the portal's first one, else in any. */
export function useNameIn() {
  const { language } = useTranslation().i18n;
  return (names: Record<FieldIn<"name">, string>): string =>
    [language, leadLanguage(brand.languages), ...languages]
      .map((one) => (isLanguage(one) ? names[fieldIn("name", one)] : ""))
      .find(Boolean) ?? "";
}

/**
 * Returns the formatters of `src-shared/formats.ts` for the interface's language. Dates of publications, payments and
 * memberships are in the brand's time zone, so that all readers, mails, receipts, exports and server-rendered pages
 * show the same ones.
 */
export function useFormats() {
  const { language } = useTranslation().i18n;
  const { timeZone } = brand;
  const date = (iso: string) => formatDate(iso, language, timeZone);
  const lastDay = (endsAt: string) => formatLastDay(endsAt, language, timeZone);
  return {
    money: (money: Money) => formatMoney(money, language),
    typedAmount: (money: Money) => typedAmount(money, language),
    date,
    dates: (from: string, until: string) => formatDates(from, until, language, timeZone),
    /** The last day of a period that ends at midnight. */
    lastDay,
    /** The end of a membership. A granted one ends at midnight, so its last day is given. */
    membershipEnd: (source: Membership["source"], endsAt: string) =>
      source === "grant" ? lastDay(endsAt) : date(endsAt),
    /** A date without a time (YYYY-MM-DD), such as a birthday. */
    calendarDate: (day: string) => formatCalendarDate(day, language),
    /** A time with its weekday, in the brand's time zone, which the text names. */
    appointment: (iso: string) => formatAppointment(iso, language, timeZone),
    /** A time in the brand's time zone, which the text names, in short form. */
    businessTime: (iso: string) => formatDateTime(iso, language, timeZone),
    /** A date in the device's time zone, for events of the device or of a login. */
    deviceDay: (iso: string) => formatDate(iso, language, deviceTimeZone()),
    /** A date and time in the device's time zone. */
    dateTime: (iso: string) => formatDateTime(iso, language),
    country: (code: string) => formatCountry(code, language),
    number: (value: number) => formatNumber(value, language),
    wait: (seconds: number) => formatWait(seconds, language),
  };
}
