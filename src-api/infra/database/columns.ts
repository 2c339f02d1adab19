import { timestamp } from "drizzle-orm/pg-core";

/** Times are the application's (`now()`), never the database's: expiry must be testable. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** A text in each language; English is always there. */
export type Localised = { en: string; pl?: string };
