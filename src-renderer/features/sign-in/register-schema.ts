import * as z from "zod/mini";
import { registerSchema } from "../../../src-shared/api/account.ts";
import { currentPasswordField, message } from "../../../src-shared/api/fields.ts";
import { samePasswords } from "../../components/form/same-passwords.ts";

/** What the form asks for: the request's own rules, the password twice, the terms accepted. */
export const registerFormSchema = z
  .object({
    name: registerSchema.shape.name,
    email: registerSchema.shape.email,
    password: registerSchema.shape.password,
    repeat: currentPasswordField,
    accepted: z.boolean().check(z.refine((accepted) => accepted, message.terms)),
  })
  .check(samePasswords("password"));

export type RegisterValues = z.infer<typeof registerFormSchema>;
