import * as z from "zod/mini";
import { roles } from "#shared/active-member.ts";
import { importLimits } from "#shared/api/member-imports.ts";
import { emailField, newPasswordField, requiredText } from "#shared/api/fields.ts";

/** Commands that give or take a role, which they are named after. */
export const roleCommands = ["admin", "judge", "reviewer"] as const;

/** Parsed input of `npm run users`, whether the running API or the command executes it. */
export const userCommandSchema = z.discriminatedUnion("command", [
  z.object({
    command: z.literal("add"),
    email: emailField,
    name: requiredText(100),
    roles: z.array(z.enum(roles)),
    /** If missing, a password is generated. */
    password: z.optional(newPasswordField),
  }),
  z.object({ command: z.enum(roleCommands), email: emailField, on: z.boolean() }),
  /** `until` is the last day of the membership, in the brand's time zone; null: no end. */
  z.object({ command: z.literal("grant"), email: emailField, until: z.nullable(z.iso.date()) }),
  z.object({ command: z.literal("revoke"), email: emailField }),
  z.object({ command: z.literal("setup") }),
  z.object({ command: z.literal("remove-demo") }),
  z.object({ command: z.literal("list") }),
  z.object({ command: z.literal("reset"), email: emailField }),
  z.object({ command: z.literal("remove-second-factor"), email: emailField }),
  z.object({ command: z.literal("enrol-factor"), email: emailField }),
  z.object({ command: z.literal("merge-unproven"), email: emailField }),
  z.object({ command: z.literal("delete"), email: emailField }),
  /** `file` is the CSV file in base64. */
  z.object({
    command: z.literal("import"),
    name: z.string(),
    file: z.base64(),
    isDryRun: z.boolean(),
  }),
]);

/** Largest command in bytes: one with a file of members. */
export const maxUserCommandBytes = Math.ceil(importLimits.bytes * 1.4);

export type UserCommand = z.infer<typeof userCommandSchema>;
