import * as z from "zod/mini";
import { date } from "./billing.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { optionalText } from "./fields.ts";

/** Why members leave, in the order in which they are asked. */
export const leavingReasons = [
  "too-expensive",
  "no-time",
  "not-as-expected",
  "technical-problems",
  "only-for-a-while",
] as const;
export type LeavingReason = (typeof leavingReasons)[number];

/** What a member who is about to leave is offered instead: to pay yearly, or free days from the owner. */
export const stayOffers = ["yearly", "pause"] as const;
export type StayOffer = (typeof stayOffers)[number];

/** Longest text that a member can give as the reason. */
export const leavingTextMax = 1000;

/** The answer to the question why; without both, it was skipped. */
export const leavingAnswerSchema = z.object({
  reason: z.optional(z.enum(leavingReasons)),
  text: z.optional(optionalText(leavingTextMax)),
});
export type LeavingAnswer = z.infer<typeof leavingAnswerSchema>;

/** Records that a member who was about to leave has taken an offer. It changes nothing about the membership. */
export const takeStayOffer = endpoint({
  method: "POST",
  path: "/subscription/offers",
  summary: "Record that an offer was taken instead of cancelling",
  access: "user",
  errors: ["no-subscription"],
  body: z.extend(leavingAnswerSchema, { offer: z.enum(stayOffers) }),
  answer: noContent,
  status: 204,
});

/** Number of texts that admins see, the newest first. */
export const leavingTextsShown = 20;

const leavingSchema = z.object({
  /** Members who cancelled, by what they chose; those who chose nothing are `skipped`. Each membership counts once. */
  reasons: z.array(z.object({ reason: z.enum(leavingReasons), count: z.int() })),
  skipped: z.int(),
  /** Members who took an offer instead of cancelling. */
  offers: z.array(z.object({ offer: z.enum(stayOffers), count: z.int() })),
  texts: z.array(
    z.object({
      id: z.string(),
      at: date,
      reason: z.nullable(z.enum(leavingReasons)),
      text: z.string(),
      /** Null if the account does not exist any more. */
      memberId: z.nullable(z.string()),
    }),
  ),
});
export type Leaving = z.infer<typeof leavingSchema>;

export const getLeaving = endpoint({
  method: "GET",
  path: "/leaving",
  summary: "Read why members have cancelled in the last twelve months",
  access: "admin",
  answer: leavingSchema,
});
