import { index, pgTable, text } from "drizzle-orm/pg-core";
import { oneOf, time } from "#api/infra/database/columns.ts";

/** Who named an address: an admin, `redirects.csv` of the content folder, or an import of entries. */
export const redirectOrigins = ["admin", "file", "import"] as const;

/** Addresses of a former site, and where they lead now. */
export const redirects = pgTable(
  "redirects",
  {
    /** Path with a leading slash, without a trailing one, query or fragment; decoded. */
    path: text("path").primaryKey(),
    /** A path of the portal, with query and fragment if there are any. */
    target: text("target").notNull(),
    origin: text("origin", { enum: redirectOrigins }).notNull(),
    createdAt: time("created_at").notNull(),
  },
  (t) => [oneOf(t.origin, redirectOrigins), index("redirects_origin").on(t.origin)],
);
