import * as z from "zod/mini";
import { date } from "./billing.ts";
import { endpoint } from "./endpoint.ts";

const takeOverSchema = z.object({
  /** Members whom the payment provider knows as customers of the former site. */
  customers: z.int(),
  /** Members whom the former site still charges: nothing is charged here until that has ended. */
  alive: z.int(),
  /** The first of them, by name. */
  members: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  /** The last run of `takeOverAll`; null if there was none. */
  run: z.nullable(
    z.object({
      startedAt: date,
      /** Null while it runs. */
      finishedAt: z.nullable(date),
      /** Members processed so far, out of `customers`. */
      done: z.int(),
      /** Members about whom the provider gave no answer; they are retried automatically. */
      failed: z.int(),
    }),
  ),
});
export type TakeOver = z.infer<typeof takeOverSchema>;

/** Maximum length of `members`. */
export const takeOverShown = 50;

export const getTakeOver = endpoint({
  method: "GET",
  path: "/take-over",
  summary: "Read who is still charged by the former site, and the progress of taking over",
  access: "admin",
  answer: takeOverSchema,
});

/**
 * Has the subscriptions of all members at the former site end with their paid periods; renewals are charged here from then on. Each
 * member's subscriptions are read there again, so a second run includes what has changed since the first. Calling it while a run is
 * in progress changes nothing.
 */
export const takeOverAll = endpoint({
  method: "POST",
  path: "/take-over",
  summary: "Take over all subscriptions of the former site",
  access: "admin",
  errors: ["payments-unavailable", "too-many-requests"],
  answer: takeOverSchema,
});
