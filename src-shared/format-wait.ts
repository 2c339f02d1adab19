const minute = 60;
const hour = 60 * minute;

/**
 * How long to wait, as people of that language say it after "try again": "in 12 minutes",
 * "za 12 minut". `seconds` is rounded up: seconds below a minute, minutes below an hour, else hours.
 */
export function formatWait(seconds: number, language: string): string {
  const whole = Math.max(1, Math.ceil(seconds));
  const format = new Intl.RelativeTimeFormat(language, { numeric: "always" });
  if (whole < minute) return format.format(whole, "second");
  const minutes = Math.ceil(whole / minute);
  if (minutes < 60) return format.format(minutes, "minute");
  return format.format(Math.ceil(whole / hour), "hour");
}
