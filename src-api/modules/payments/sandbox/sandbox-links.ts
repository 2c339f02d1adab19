import type { Language } from "#shared/languages.ts";

/** The sandbox as the provider of invoices and payments. */
export const sandboxId = "sandbox";

const base = `/api/payments/${sandboxId}`;

/** Returns the path of a purchase's payment page. */
export const sandboxPath = (invoiceId: string, language: Language): string =>
  `${base}/${invoiceId}?lang=${language}`;

/** Returns the path of the page where a user gives another card. */
export const setupPath = (id: string, language: Language): string =>
  `${base}/cards/${id}?lang=${language}`;

export const stylesheetPath = `${base}/style.css`;

/** Path of the page that lists what the sandbox does next. */
export const nextPath = (language: Language): string => `${base}/next?lang=${language}`;
