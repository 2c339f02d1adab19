import * as z from "zod/mini";

/** The number of a receipt, as it is stored. */
export const numberField = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.trim().toUpperCase()),
  ),
  z.string().check(z.regex(/^[A-Z]{1,8}-\d{4}-\d{6,}$/)),
);
export const skuField = z.string().check(z.regex(/^[a-z0-9-]{1,64}$/));
/** A time as it was typed, of the brand's time zone unless it names one. */
export const timeField = z.string().check(z.maxLength(60));

const order = { number: numberField, sku: skuField };

/** Parsed input of `npm run orders`. */
export const orderCommandSchema = z.discriminatedUnion("command", [
  z.object({ command: z.literal("list"), all: z.boolean() }),
  z.object({ command: z.literal("schedule"), ...order, time: timeField }),
  z.object({ command: z.literal("done"), ...order }),
  z.object({ command: z.literal("cancel"), ...order }),
]);

export type OrderCommand = z.infer<typeof orderCommandSchema>;
