import { useTranslation } from "react-i18next";
import brand from "#brand/brand.json";
import {
  formatAppointment,
  formatCountry,
  formatDate,
  formatDates,
  formatDateTime,
  formatLastDay,
  formatNumber,
  formatWait,
} from "#shared/formats.ts";
import { formatMoney, typedAmount, type Money } from "#shared/money.ts";

/** Returns the formats of `src-shared/formats.ts`, in the interface's language. */
export function useFormats() {
  const { language } = useTranslation().i18n;
  return {
    money: (money: Money) => formatMoney(money, language),
    typedAmount: (money: Money) => typedAmount(money, language),
    date: (iso: string) => formatDate(iso, language),
    dates: (from: string, until: string) => formatDates(from, until, language),
    /** The day of a publication in the brand's time zone: the same for all readers, and where pages are rendered. */
    published: (iso: string) => formatDate(iso, language, brand.timeZone),
    /** The last day of a granted membership, in the brand's time zone, in which it was given. */
    lastDay: (endsAt: string) => formatLastDay(endsAt, language, brand.timeZone),
    dateTime: (iso: string) => formatDateTime(iso, language),
    country: (code: string) => formatCountry(code, language),
    appointment: (iso: string) => formatAppointment(iso, language),
    number: (value: number) => formatNumber(value, language),
    wait: (seconds: number) => formatWait(seconds, language),
  };
}
