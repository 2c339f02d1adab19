/** All tables, in one place for the query builder and for the generator of migrations. */
export * from "./schema/accounts.ts";
export * from "./schema/billing.ts";
export * from "./schema/content.ts";
export * from "./schema/flags.ts";
export type { Localised } from "./schema/columns.ts";
