import * as z from "zod/mini";
import { monthField } from "#shared/api/books.ts";
import { requiredText } from "#shared/api/fields.ts";
import { amountPattern } from "#shared/money.ts";

/** Number of a receipt, such as "RS-2026-000123". */
export const receiptField = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.trim().toUpperCase()),
  ),
  z.string().check(z.regex(/^[A-Z]{1,8}-\d{4}-\d{6,}$/)),
);
/** An amount such as "9" or "9.50", in the currency of the receipt. */
export const amountField = z.string().check(z.regex(amountPattern));
/** SKU of the line that is paid back. */
export const lineField = z.string().check(z.regex(/^[a-z0-9-]{1,64}$/));
export const reasonField = requiredText(200);

/** Parsed input of `npm run payments`, whether the running API or the command executes it. */
export const paymentCommandSchema = z.discriminatedUnion("command", [
  z.object({
    command: z.literal("refund"),
    receipt: receiptField,
    /** Null: everything that was not paid back yet. */
    amount: z.nullable(amountField),
    /** Absent: all lines, extras first. */
    line: z.optional(lineField),
    reason: reasonField,
  }),
  z.object({ command: z.literal("export"), month: monthField }),
  z.object({ command: z.literal("check") }),
]);

export type PaymentCommand = z.infer<typeof paymentCommandSchema>;
