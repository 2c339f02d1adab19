import * as z from "zod/mini";
import { moneySchema } from "./catalogue.ts";
import { endpoint } from "./endpoint.ts";

/** Months that trends show at most, the present one included. */
export const trendMonths = 12;

/** How the portal stood at the end of a month (brand's time zone), or stands now in the present one. */
const trendSchema = z.object({
  /** `YYYY-MM` */
  month: z.string(),
  /** Users with a membership in force. */
  members: z.int(),
  /** Those of them whose membership was bought. */
  bought: z.int(),
  /** What the bought memberships bring in a month, tax included, for each currency; a yearly plan counts a twelfth. */
  revenue: z.array(moneySchema),
  /** Members with a bought membership at the beginning of the month, and those of them without one at its end. */
  churn: z.object({ from: z.int(), left: z.int() }),
});
export type Trend = z.infer<typeof trendSchema>;

/** The last months, the oldest first: from the first membership on, so that there are none before anybody was a member. */
export const getTrends = endpoint({
  method: "GET",
  path: "/trends",
  summary: "Read how members and revenue have developed",
  access: "admin",
  answer: z.object({ months: z.array(trendSchema) }),
});
