import * as z from "zod/mini";
import { languages } from "../languages.ts";
import { endpoint, noContent } from "./endpoint.ts";

const lenientText = z.catch(z.optional(z.string()), undefined);

/** The user of GET /me, parsed leniently so that other backends work. */
export const userSchema = z.object({
  id: lenientText,
  name: lenientText,
  email: lenientText,
  roles: z.catch(z.array(z.string()), []),
  /** Whether a paid or granted membership is current. */
  subscriptionOwned: z.catch(z.boolean(), false),
  /** Whether a paid membership is not activated yet. */
  subscriptionPending: z.catch(z.boolean(), false),
  /** Whether a renewal of a membership that is still in force was not paid. */
  subscriptionPastDue: z.catch(z.boolean(), false),
  /** Whether the membership renews within 14 days and there is no card that could be charged. */
  subscriptionNeedsCard: z.catch(z.optional(z.boolean()), undefined),
  /** Whether the user has a free membership with an end, and can buy one that begins then. */
  subscriptionMayFollow: z.catch(z.optional(z.boolean()), undefined),
  /** Whether the user is an admin who lacks the second factor that admins need: `roles` does not say so then. */
  lacksAdminFactor: z.catch(z.optional(z.boolean()), undefined),
  /** Whether the user has no password: requests that need it are refused with `password-missing`. */
  lacksPassword: z.catch(z.optional(z.boolean()), undefined),
});

export type User = z.infer<typeof userSchema>;

export const getMe = endpoint({
  method: "GET",
  path: "/me",
  summary: "Get the user of the session",
  access: "user",
  answer: userSchema,
});

/** Stores the language that the user has chosen, in which mails and feeds are written. */
export const changeLanguage = endpoint({
  method: "PUT",
  path: "/me/language",
  summary: "Choose the language of mails and feeds",
  access: "user",
  body: z.object({ language: z.enum(languages) }),
  answer: noContent,
  status: 204,
});
