import * as z from "zod/mini";
import { endpoint, noContent } from "./endpoint.ts";
import { emailField, requiredText } from "./fields.ts";

export const contactSchema = z.object({
  name: requiredText(100),
  email: emailField,
  subject: requiredText(150),
  message: requiredText(5000),
});

/** Stores the message and mails it to the owner; needs no session. */
export const sendContactMessage = endpoint({
  method: "POST",
  path: "/contact",
  summary: "Send a message to the owner of the portal",
  errors: ["too-many-requests"],
  body: contactSchema,
  answer: noContent,
  status: 202,
});
