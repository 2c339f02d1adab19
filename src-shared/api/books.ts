import * as z from "zod/mini";
import { endpoint, file } from "./endpoint.ts";
import { passwordErrors } from "./errors.ts";
import { currentPasswordField, message } from "./fields.ts";

/** A month as `YYYY-MM`, in the seller's time zone. */
export const monthField = z
  .string()
  .check(z.maxLength(7, message.invalid), z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, message.invalid));

/** Exports the receipts and credit notes of a month, a line for each item and tax rate. */
export const exportBooks = endpoint({
  method: "POST",
  path: "/book-exports",
  summary: "Export the books of a month as CSV",
  access: "admin",
  errors: passwordErrors,
  body: z.object({ month: monthField, password: currentPasswordField }),
  answer: file,
  media: "text/csv",
});
