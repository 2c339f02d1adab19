/** "RS-2026-000123": the brand's prefix, the year of the charge (UTC) and a number that counts on over the years. */
export const receiptNumber = (prefix: string, sequence: number | string, chargedAt: Date): string =>
  `${prefix}-${chargedAt.getUTCFullYear()}-${String(sequence).padStart(6, "0")}`;
