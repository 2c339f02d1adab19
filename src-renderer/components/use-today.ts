import { useEffect, useState } from "react";
import { deviceDate } from "#shared/calendar-date.ts";

/** How often a page that stays open looks at the calendar. */
const intervalMs = 60_000;

/** Returns the date on the device's calendar; follows midnight, and a change of the time zone. */
export function useToday(): string {
  const [today, setToday] = useState(() => deviceDate(new Date()));
  useEffect(() => {
    const update = () => setToday(deviceDate(new Date()));
    const timer = setInterval(update, intervalMs);
    document.addEventListener("visibilitychange", update);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", update);
    };
  }, []);
  return today;
}
