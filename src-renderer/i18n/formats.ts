import { useTranslation } from "react-i18next";
import brand from "#brand/brand.json";
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
import { formatMoney, typedAmount, type Money } from "#shared/money.ts";

/** Returns the seller's day (YYYY-MM-DD) at a time (ms since 1970), in the brand's time zone. */
export const businessDay = (at: number): string => dateIn(new Date(at), brand.timeZone);

/**
 * Returns the formats of `src-shared/formats.ts`, in the interface's language. Days of publications, money and
 * memberships are those of the brand's time zone: the same for all readers, in mails, receipts and exports, and
 * where pages are rendered.
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
    /** The last day of what ends at midnight. */
    lastDay,
    /** The end of a membership: of a granted one the last day, since it ends at midnight. */
    membershipEnd: (source: Membership["source"], endsAt: string) =>
      source === "grant" ? lastDay(endsAt) : date(endsAt),
    /** A date without a time (YYYY-MM-DD), such as a birthday. */
    calendarDate: (day: string) => formatCalendarDate(day, language),
    /** A time in the brand's time zone, which it names, with its weekday. */
    appointment: (iso: string) => formatAppointment(iso, language, timeZone),
    /** A time in the brand's time zone, which it names, in few letters. */
    businessTime: (iso: string) => formatDateTime(iso, language, timeZone),
    /** A day on the reader's device: of what belongs to the device or to a login. */
    deviceDay: (iso: string) => formatDate(iso, language, deviceTimeZone()),
    /** A time on the reader's device. */
    dateTime: (iso: string) => formatDateTime(iso, language),
    country: (code: string) => formatCountry(code, language),
    number: (value: number) => formatNumber(value, language),
    wait: (seconds: number) => formatWait(seconds, language),
  };
}
