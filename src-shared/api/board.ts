import * as z from "zod/mini";
import { contentKinds } from "../content-kinds.ts";
import { moneySchema } from "./catalogue.ts";
import { endpoint } from "./endpoint.ts";
import { featureFlagSchema, flagDeciderSchema } from "./feature-flags.ts";

/** How the portal stands, at a glance. */
const boardSchema = z.object({
  /** When the figures were read. */
  at: z.iso.datetime(),
  /** The portal's own, which the changelog names. */
  version: z.string(),
  /** Users with a membership in force. */
  members: z.int(),
  /** Memberships that began, and that ended, in the seller's present month. */
  joined: z.int(),
  left: z.int(),
  pastDue: z.int(),
  /** Members whom a former site still charges; nothing is charged here. */
  chargedElsewhere: z.int(),
  /** Receipts of the present month less what was paid back, for each currency. */
  revenue: z.array(moneySchema),
  /** Payments that only a person can bring to an end. */
  failedPayments: z.int(),
  /** Messages of the contact form that nobody has answered. */
  unanswered: z.int(),
  /** Jobs that do not get on, the kinds that were given up, and of the others those with the most of them. */
  stuckJobs: z.object({
    count: z.int(),
    kinds: z.array(
      z.object({
        name: z.string(),
        count: z.int(),
        /** How many of them were given up: nobody tries them again by itself. */
        failed: z.int(),
        /** When the oldest was enqueued. */
        since: z.iso.datetime(),
      }),
    ),
  }),
  /** What most members read or watched on the last seven of the seller's days, today included; each member counts once. */
  mostRead: z.array(
    z.object({
      kind: z.enum(contentKinds),
      slug: z.string(),
      title: z.string(),
      readings: z.int(),
    }),
  ),
  /** The stored flags, who decides about them, and whose flags the pages follow. */
  flags: z.object({
    decidedBy: flagDeciderSchema,
    pagesFollow: flagDeciderSchema,
    items: z.array(featureFlagSchema),
  }),
});
export type Board = z.infer<typeof boardSchema>;

export const getBoard = endpoint({
  method: "GET",
  path: "/board",
  summary: "Read the figures of the portal",
  access: "admin",
  answer: boardSchema,
});

const clearings = ["retry", "dismiss"] as const;
/** How jobs that were given up are cleared: they run again, or are deleted. */
export type Clearing = (typeof clearings)[number];

/** Clears the jobs of a kind that were given up. Answers how many; none when they are gone, or too old to be tried again. */
export const clearFailedJobs = endpoint({
  method: "POST",
  path: "/failed-jobs/:name/:clearing",
  summary: "Try jobs again that were given up, or dismiss them",
  access: "admin",
  params: z.object({ name: z.string().check(z.maxLength(100)), clearing: z.enum(clearings) }),
  answer: z.object({ count: z.int() }),
});
