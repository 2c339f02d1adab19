import * as z from "zod/mini";
import { registerSchema } from "../../../../src-shared/api/sign-in.ts";
import { currentPasswordField, message, samePasswords } from "../../../../src-shared/api/fields.ts";

const { name, email, password } = registerSchema.shape;

/** What the form asks for: the request's own rules, the password twice, the terms accepted. */
export const registerFormSchema = z
  .object({
    name,
    email,
    password,
    repeat: currentPasswordField,
    accepted: z.boolean().check(z.refine((accepted) => accepted, message.terms)),
  })
  .check(samePasswords("password"));
