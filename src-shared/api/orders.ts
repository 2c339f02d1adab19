import * as z from "zod/mini";
import { sortSchema } from "../sort.ts";
import { date } from "./billing.ts";
import { deliverySchema } from "./deliveries.ts";
import { endpoint } from "./endpoint.ts";
import { requiredText } from "./fields.ts";

/** Filter of orders: `open` for those that wait for the owner of the portal, or one state. */
export const orderFilters = [
  "open",
  "requested",
  "scheduled",
  "done",
  "cancelled",
  "withdrawn",
] as const;
export type OrderFilter = (typeof orderFilters)[number];

export const orderSort = sortSchema(["paid", "buyer"]);
export type OrderSort = z.infer<typeof orderSort>;
export const oldestOrdersFirst = "paid" satisfies OrderSort;

/** Longest search, in characters. */
export const orderQueryLength = 100;

export const orderPages = { default: 25, max: 100 } as const;

/** What the owner of the portal does with an order. */
const orderSteps = ["schedule", "done", "cancel"] as const;
export type OrderStep = (typeof orderSteps)[number];

/** An extra that was bought, as admins see it. */
const orderSchema = z.extend(z.omit(deliverySchema, { purchaseId: true, text: true }), {
  number: z.string(),
  name: z.string(),
  paidAt: date,
  buyer: z.object({
    /** Null once the account is deleted. */
    id: z.nullable(z.string()),
    name: z.string(),
    email: z.string(),
  }),
  /** What can be done with it now. */
  steps: z.array(z.enum(orderSteps)),
});
export type Order = z.infer<typeof orderSchema>;

/** Lists the extras that were bought, all of them and the oldest first unless the query says otherwise. */
export const listOrders = endpoint({
  method: "GET",
  path: "/orders",
  summary: "List the orders of extras",
  access: "admin",
  query: z.object({
    /** The number of a receipt, or the beginnings of words of the buyer's name and address. */
    query: z.optional(z.string().check(z.trim(), z.maxLength(orderQueryLength))),
    show: z.optional(z.enum(orderFilters)),
    sort: z.optional(orderSort),
    cursor: z.optional(z.string().check(z.maxLength(1000))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(orderPages.max))),
  }),
  answer: z.object({ items: z.array(orderSchema), nextCursor: z.nullable(z.string()) }),
});

/** When the admin saw the order change last: after another change since, the step is refused with 409. */
const seen = { changedAt: date };

/** Takes a step with an order; its buyer gets an e-mail. Answers 409 as well when the step is not possible now. */
export const changeOrder = endpoint({
  method: "POST",
  path: "/orders/:number/:sku",
  summary: "Schedule, complete or cancel an order",
  access: "admin",
  errors: ["conflict"],
  params: z.object({
    number: z.string().check(z.maxLength(64)),
    sku: z.string().check(z.maxLength(64)),
  }),
  body: z.discriminatedUnion("step", [
    /** `time` such as 2026-12-01T18:00, in the time zone of the brand unless it names one. */
    z.object({ step: z.literal("schedule"), time: requiredText(60), ...seen }),
    z.object({ step: z.literal("done"), ...seen }),
    z.object({ step: z.literal("cancel"), ...seen }),
  ]),
  answer: orderSchema,
});
