import * as z from "zod/mini";

const lenientText = z.catch(z.optional(z.string()), undefined);

/**
 * The session user as GET /me gives it. Read leniently, so that a backend of another make works:
 * unknown fields are dropped, missing `roles` is [], missing `subscriptionOwned` is false.
 */
export const userSchema = z.object({
  id: lenientText,
  name: lenientText,
  email: lenientText,
  roles: z.catch(z.array(z.string()), []),
  /** Whether a paid or granted membership is in force. */
  subscriptionOwned: z.catch(z.boolean(), false),
  /** Whether a paid membership waits for its activation. */
  subscriptionPending: z.catch(z.boolean(), false),
});

export type User = z.infer<typeof userSchema>;
