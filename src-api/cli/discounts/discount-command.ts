import * as z from "zod/mini";
import { newCodeField, newDiscountSchema } from "#shared/api/discounts.ts";

/** Parsed input of `npm run discounts`, whether the running API or the command executes it. */
export const discountCommandSchema = z.discriminatedUnion("command", [
  z.extend(newDiscountSchema, { command: z.literal("add") }),
  z.object({ command: z.literal("list") }),
  z.object({ command: z.literal("end"), code: newCodeField }),
]);

export type DiscountCommand = z.infer<typeof discountCommandSchema>;
