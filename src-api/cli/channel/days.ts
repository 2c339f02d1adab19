import * as z from "zod/mini";
import { parseWith } from "./arguments.ts";

const dayLong = 24 * 60 * 60_000;

/** Parses a day that is written as YYYY-MM-DD. */
export const parseDay = parseWith(z.iso.date(), "Write the day as YYYY-MM-DD.");

/** Returns the day of a time, in UTC, as YYYY-MM-DD. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Returns the end of a day (YYYY-MM-DD): the midnight after it, in UTC. */
export const endOfDay = (day: string): Date => new Date(Date.parse(day) + dayLong);

/** Returns the last day (YYYY-MM-DD, UTC) of what ends at a time: the day before, when that is midnight. */
export const lastDayBefore = (end: Date): string => dayOf(new Date(end.getTime() - 1));
