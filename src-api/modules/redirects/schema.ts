import { index, pgTable, text } from "drizzle-orm/pg-core";
import { redirectOrigins } from "#shared/api/redirects.ts";
import { oneOf } from "#api/infra/database/columns.ts";

/** Addresses of a former site, and where they lead now. */
export const redirects = pgTable(
  "redirects",
  {
    /** Path with a leading slash, without a trailing one, query or fragment; decoded. */
    path: text("path").primaryKey(),
    /** A path of the portal, with query and fragment if there are any; encoded. */
    target: text("target").notNull(),
    origin: text("origin", { enum: redirectOrigins }).notNull(),
  },
  (t) => [oneOf(t.origin, redirectOrigins), index("redirects_origin").on(t.origin)],
);
