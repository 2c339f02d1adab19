import { useTranslation } from "react-i18next";
import { localeOf } from "../../src-shared/languages.ts";
import { formatMoney, type Money } from "../../src-shared/money.ts";

/** Prices and dates as people of the interface's language write them. */
export function useFormats() {
  const { language } = useTranslation().i18n;
  return {
    /** "€9", "9 €". */
    money: (money: Money) => formatMoney(money, language),
    /** "21 November 2026" of an ISO date. */
    date: (iso: string) =>
      new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long" }).format(new Date(iso)),
    /** The last day, in UTC, of what ends at an ISO date: grants end with a day. */
    lastDay: (iso: string) =>
      new Intl.DateTimeFormat(localeOf(language), {
        dateStyle: "long",
        timeZone: "UTC",
      }).format(new Date(Date.parse(iso) - 1)),
    /** "21 November 2026 at 14:05". */
    dateTime: (iso: string) =>
      new Intl.DateTimeFormat(localeOf(language), {
        dateStyle: "medium",
        timeStyle: "short",
      }).format(new Date(iso)),
    /** "1,204", "1 204", at most two decimals. */
    number: (value: number) =>
      new Intl.NumberFormat(localeOf(language), {
        maximumFractionDigits: 2,
      }).format(value),
  };
}
