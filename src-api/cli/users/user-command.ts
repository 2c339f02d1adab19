import * as z from "zod/mini";
import { roles } from "../../../src-shared/active-member.ts";
import { emailField, newPasswordField, requiredText } from "../../../src-shared/api/fields.ts";

/** What `npm run users` asks for, whether the running API does it or the command itself. */
export const userCommandSchema = z.discriminatedUnion("command", [
  z.object({
    command: z.literal("add"),
    email: emailField,
    name: requiredText(100),
    roles: z.array(z.enum(roles)),
    /** Without one a password is generated. */
    password: z.optional(newPasswordField),
  }),
  z.object({ command: z.literal("admin"), email: emailField, on: z.boolean() }),
  /** `until` is the last day of the membership, in UTC; null: without end. */
  z.object({ command: z.literal("grant"), email: emailField, until: z.nullable(z.iso.date()) }),
  z.object({ command: z.literal("revoke"), email: emailField }),
  z.object({ command: z.literal("list") }),
  z.object({ command: z.literal("reset"), email: emailField }),
  z.object({ command: z.literal("merge-unproven"), email: emailField }),
]);

export type UserCommand = z.infer<typeof userCommandSchema>;
