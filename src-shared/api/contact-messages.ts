import * as z from "zod/mini";
import { date } from "./billing.ts";
import { endpoint } from "./endpoint.ts";

export const contactMessageSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Whether the sender was logged in with this address. If not, somebody else may have written it. */
  isProven: z.boolean(),
  subject: z.string(),
  message: z.string(),
  createdAt: date,
  /** When it was answered, or closed without an answer. */
  answeredAt: z.nullable(date),
  answer: z.nullable(z.string()),
});
export type ContactMessage = z.infer<typeof contactMessageSchema>;

export const messagePages = { default: 25, max: 100 } as const;

const listedSchema = z.extend(contactMessageSchema, {
  /** The account that has proven the sender's address; null: a stranger. */
  memberId: z.nullable(z.string()),
});
export type ListedMessage = z.infer<typeof listedSchema>;

/** Lists the messages of the contact form: those without an answer first, newest first. */
export const listMessages = endpoint({
  method: "GET",
  path: "/contact/messages",
  summary: "List the messages of the contact form",
  access: "admin",
  query: z.object({
    cursor: z.optional(z.string().check(z.maxLength(300))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(messagePages.max))),
  }),
  answer: z.object({ items: z.array(listedSchema), nextCursor: z.nullable(z.string()) }),
});
