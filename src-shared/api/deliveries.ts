import * as z from "zod/mini";
import { date } from "./billing.ts";
import { endpoint } from "./endpoint.ts";

/**
 * How extras are delivered. file: a PDF to download; place: a place at a class, all places of an order at
 * one time; appointment: a meeting online, each with a time of its own; report: something written that
 * is sent by e-mail.
 */
export const deliveryKinds = ["file", "place", "appointment", "report"] as const;

/** ready: a file can be downloaded; requested: the owner of the portal has to act; scheduled: the time is known. */
export const deliveryStates = ["ready", "requested", "scheduled", "done", "cancelled"] as const;

/** A bought extra, and what has become of it. */
export const deliverySchema = z.object({
  purchaseId: z.string(),
  sku: z.string(),
  kind: z.enum(deliveryKinds),
  /** withdrawn: the purchase was paid back. */
  state: z.enum([...deliveryStates, "withdrawn"]),
  quantity: z.int(),
  /** Number of appointments or reports that are done already. */
  completed: z.int(),
  /** Time of the appointment or class; null while it is not known. */
  scheduledFor: z.nullable(date),
  /** When the state changed last. */
  changedAt: date,
  /** What was promised about the delivery, in the caller's language. */
  text: z.string(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** Lists the extras that the user has paid. */
export const listDeliveries = endpoint({
  method: "GET",
  path: "/deliveries",
  summary: "List the extras that the user has paid, with their delivery",
  access: "user",
  answer: z.object({ items: z.array(deliverySchema) }),
});

/**
 * Returns the address of a bought file, in the caller's language. It works without a token for five minutes
 * and for as long as the session lives. 404 for what is not a paid file of the user.
 */
export const getPurchasedFile = endpoint({
  method: "GET",
  path: "/purchases/:id/files/:sku",
  summary: "Get the address of a bought file",
  access: "user",
  params: z.object({ id: z.uuid(), sku: z.string().check(z.maxLength(64)) }),
  answer: z.object({ url: z.string(), name: z.string() }),
});
