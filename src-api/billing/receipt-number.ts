/** "RS-2026-000123": the year of the charge (UTC) and a number that counts on over the years. */
export const receiptNumber = (sequence: number | string, chargedAt: Date): string =>
  `RS-${chargedAt.getUTCFullYear()}-${String(sequence).padStart(6, "0")}`;
