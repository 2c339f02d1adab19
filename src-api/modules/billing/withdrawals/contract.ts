import { withdrawalPeriod } from "../../../../src-shared/api/membership.ts";
import type { Invoice } from "../schema.ts";

/** Returns whether a withdrawal that was declared at a time is in time. */
export const isInTime = ({ paidAt }: Pick<Invoice, "paidAt">, declaredAt: Date): boolean =>
  paidAt !== null && declaredAt.getTime() < paidAt.getTime() + withdrawalPeriod;

/** Returns the first payment time of contracts from which one could still withdraw at a time. */
export const earliestContract = (declaredAt: Date): Date =>
  new Date(declaredAt.getTime() - withdrawalPeriod);

const gap = String.raw`[\s–—-]*`;
const numberInText = new RegExp(
  String.raw`([a-z]{1,8})${gap}(\d{4})${gap}((?:\d\s*){5,11}\d)(?!\d)`,
  "i",
);

/**
 * Returns the receipt number that a text names, in the form in which it is stored; null without one. Case,
 * spaces and the kind of hyphens do not matter: "receipt rs 2026 - 000 123" names RS-2026-000123.
 */
export function receiptNumberIn(text: string): string | null {
  const [, prefix, year, digits] = numberInText.exec(text) ?? [];
  if (prefix === undefined || year === undefined || digits === undefined) return null;
  return `${prefix.toUpperCase()}-${year}-${digits.replaceAll(/\s/g, "")}`;
}
