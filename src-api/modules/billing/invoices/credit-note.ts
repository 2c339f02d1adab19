import type { Purchase } from "../../../../src-shared/api/billing.ts";
import type { CreditNote } from "../payments/schema.ts";

/** Returns a credit note as its invoice lists it. */
export const summaryOf = ({
  id,
  number,
  amount,
  currency,
  createdAt,
}: CreditNote): Purchase["creditNotes"][number] => ({
  id,
  number,
  amount: { amount, currency },
  issuedAt: createdAt.toISOString(),
});
