import * as z from "zod/mini";

const lenientText = z.catch(z.optional(z.string()), undefined);

/**
 * The user of a session, as GET /me answers it. Parsed leniently, so that other backends work too: unknown
 * fields are dropped, missing `roles` are [], a missing `subscriptionOwned` is false.
 */
export const userSchema = z.object({
  id: lenientText,
  name: lenientText,
  email: lenientText,
  roles: z.catch(z.array(z.string()), []),
  /** Whether a paid or granted membership is in force. */
  subscriptionOwned: z.catch(z.boolean(), false),
  /** Whether a paid membership is not active yet. */
  subscriptionPending: z.catch(z.boolean(), false),
});

export type User = z.infer<typeof userSchema>;
