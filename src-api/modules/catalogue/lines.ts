import type { Quote } from "#shared/api/billing.ts";

/** What is bought of a product: in a cart, and as invoices keep it. */
export type Line = Quote["lines"][number];

/** Returns the membership among the lines, or null. */
export const membershipLine = (lines: readonly Line[]): Line | null =>
  lines.find(({ kind }) => kind === "membership") ?? null;
