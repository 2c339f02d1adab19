import * as z from "zod/mini";

export const periods = ["monthly", "yearly"] as const;
export type Period = (typeof periods)[number];
export const periodSchema = z.enum(periods);

export const productKinds = ["membership", "extra"] as const;

export const maxQuantity = 10;

/** An item of the stored cart. It has no price: prices always come from the server. */
export const cartItemSchema = z.object({
  sku: z.string().check(z.minLength(1), z.maxLength(64)),
  kind: z.enum(productKinds),
  period: z.optional(periodSchema),
  quantity: z.int().check(z.gte(1), z.lte(maxQuantity)),
  /** Display only, in the language it was added in. */
  name: z.optional(z.string().check(z.maxLength(200))),
});

export type CartItem = z.infer<typeof cartItemSchema>;
