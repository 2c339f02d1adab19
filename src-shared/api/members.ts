import * as z from "zod/mini";
import { date, purchaseSchema } from "./billing.ts";
import { moneySchema } from "./catalogue.ts";
import { contactMessageSchema } from "./contact-messages.ts";
import { endpoint } from "./endpoint.ts";
import { sortSchema } from "../sort.ts";
import { membershipSchema, membershipSources } from "./membership.ts";

/**
 * States by which members are filtered. `active`: a membership is in force, those past due and those cancelled until the end
 * of their period included. `payment-trouble`: a payment that only a person can bring to an end. `joined` and `left`: a membership
 * began or ended in the seller's present month.
 */
export const memberStates = [
  "active",
  "past-due",
  "payment-trouble",
  "joined",
  "left",
  "ended",
  "none",
] as const;
export type MemberState = (typeof memberStates)[number];

/** Longest search, in characters. */
export const memberQueryLength = 100;

export const memberPages = { default: 25, max: 100 } as const;

export const memberFilter = {
  /** The number of a receipt or credit note, or the beginnings of words of name and address, proven or not. */
  query: z.optional(z.string().check(z.trim(), z.maxLength(memberQueryLength))),
  status: z.optional(z.enum(memberStates)),
};

const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Whether the address was proven; nobody can log in to an account before that. */
  isProven: z.boolean(),
});

const listedSchema = z.extend(personSchema, {
  registeredAt: date,
  status: membershipSchema.shape.status,
  source: z.nullable(z.enum(membershipSources)),
  /** End of the paid or granted time; null without one. */
  endsAt: z.nullable(date),
  /** True in a trial: nothing was paid yet. */
  onTrial: z.optional(z.boolean()),
});
export type ListedMember = z.infer<typeof listedSchema>;

/** What members are sorted by: the name without accents and capitals, the registration. */
export const memberSort = sortSchema(["name", "registered"]);
export type MemberSort = z.infer<typeof memberSort>;
export const newestFirst = "-registered" satisfies MemberSort;

/** Lists accounts with and without a membership, newest first unless `sort` says otherwise. */
export const listMembers = endpoint({
  method: "GET",
  path: "/members",
  summary: "Search the members",
  access: "admin",
  query: z.object({
    ...memberFilter,
    sort: z.optional(memberSort),
    cursor: z.optional(z.string().check(z.maxLength(1000))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(memberPages.max))),
  }),
  answer: z.object({ items: z.array(listedSchema), nextCursor: z.nullable(z.string()) }),
});

const invoiceSchema = z.object({
  purchase: purchaseSchema,
  /** What can still be paid back; zero amount: nothing. */
  refundable: moneySchema,
  /** The lines of which something can be paid back. */
  refundableLines: z._default(
    z.array(
      z.object({
        sku: z.string(),
        name: z.string(),
        refundable: moneySchema,
        /** Whether paying all of it back ends the membership. */
        paysPresent: z.boolean(),
      }),
    ),
    [],
  ),
  /** Whether paying all of that back ends the membership: the invoice pays its present period. */
  paysPresent: z.boolean(),
});
export type MemberInvoice = z.infer<typeof invoiceSchema>;

const sessionSchema = z.object({
  id: z.string(),
  /** Names of browser and system, or an empty text. */
  device: z.string(),
  createdAt: date,
  lastSeenAt: date,
});

const noteSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** Name of the admin; null once that account is deleted. */
  author: z.nullable(z.string()),
  createdAt: date,
  /** When the text was changed last; null: never. */
  changedAt: z.nullable(date),
});
export type MemberNote = z.infer<typeof noteSchema>;

const undoableActs = ["grant", "extend", "end", "delete-note"] as const;

/** Something that an admin did within the last day and that can still be undone, by any admin. */
const undoableSchema = z.object({
  id: z.string(),
  act: z.enum(undoableActs),
  /** Name of the admin. */
  by: z.string(),
  at: date,
  until: date,
  /** When the membership ends since then; null: never, or the act is about something else. */
  endsAt: z.nullable(date),
  /** The text of a note that was deleted. */
  note: z.nullable(z.string()),
});
export type UndoableAct = z.infer<typeof undoableSchema>;

const endingSchema = z.object({
  /** What was charged for the membership's present period, refunded or not; zero if credit paid it. */
  charged: moneySchema,
  /** All that was paid for the present period and can be paid back, and the part for the days that are left. */
  all: moneySchema,
  unused: moneySchema,
  /** What goes back to the account's credit for the days that are left, since credit had paid it. */
  credit: z.optional(moneySchema),
});

/** Where somebody agreed to mails: on the former site, or here. */
export const consentSources = ["import", "registration", "account", "subscription"] as const;

/** The state of a member's subscriptions at the former site. */
const foreignSchema = z.object({
  /** The former site still charges: nothing is charged here. */
  isAlive: z.boolean(),
  /** End of the time that was paid there; null if it is not known. */
  paidUntil: z.nullable(date),
  /** When the portal began to take it over; null if it has not. */
  takenOverAt: z.nullable(date),
});
export type Foreign = z.infer<typeof foreignSchema>;

const memberSchema = z.extend(personSchema, {
  registeredAt: date,
  isAdmin: z.boolean(),
  /** Whether the member is an admin who has asked for the deletion of the own account, which another admin may delete. */
  hasAskedForDeletion: z.boolean(),
  membership: membershipSchema,
  /** Absent: no subscription of a former site is known. */
  foreign: z.optional(foreignSchema),
  /** Null unless a bought membership is in force. */
  ending: z.nullable(endingSchema),
  invoices: z.array(invoiceSchema),
  sessions: z.array(sessionSchema),
  notes: z.array(noteSchema),
  /** Messages of the contact form that were sent with the proven address, newest first. */
  messages: z.array(contactMessageSchema),
  labels: z._default(z.array(z.string()), []),
  /** When and where the member agreed to get e-mails; null: never. */
  consent: z._default(
    z.nullable(
      z.object({
        source: z.enum(consentSources),
        at: date,
        /** When the member unsubscribed; null: not since. */
        withdrawnAt: z.nullable(date),
      }),
    ),
    null,
  ),
  /** When mails to the member's address came back, and what was said; null: they did not. */
  bounce: z._default(z.nullable(z.object({ at: date, reason: z.string() })), null),
  /** Newest first. */
  undoable: z.array(undoableSchema),
  /** The invitation of an imported member; missing for everybody else. */
  invitation: z.optional(
    z.object({
      /** When an admin sent it last; null: not yet. */
      sentAt: z.nullable(date),
      /** Whether it can be sent now: for the first time, or again since its link has expired unused. */
      isPossible: z.boolean(),
    }),
  ),
});
export type Member = z.infer<typeof memberSchema>;

export const memberParams = z.object({ id: z.uuid() });

export const getMember = endpoint({
  method: "GET",
  path: "/members/:id",
  summary: "Get a member: membership, invoices, sessions, notes and messages",
  access: "admin",
  params: memberParams,
  answer: memberSchema,
});
