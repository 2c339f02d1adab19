import { useSearchParams } from "react-router-dom";
import { routePath } from "../../../../src-shared/routes.ts";

/** The address of a purchase's receipt: /membership?receipt=<id>. */
export const receiptPath = (id: string): string =>
  `${routePath("membership")}?receipt=${encodeURIComponent(id)}`;

/** The purchase whose receipt the address asks for, or null. */
export const useAskedReceipt = (): string | null => useSearchParams()[0].get("receipt") || null;
