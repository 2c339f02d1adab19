import type { Language } from "../../../../../src-shared/languages.ts";

/** How purchases name the sandbox as their provider. */
export const sandboxId = "sandbox";

const base = `/api/payments/${sandboxId}`;

/** The payment page of a purchase. */
export const sandboxPath = (purchaseId: string, language: Language): string =>
  `${base}/${purchaseId}?lang=${language}`;

export const stylesheetPath = `${base}/style.css`;
