import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { emailField } from "./fields.ts";

/*
 * The services that an installation is set up with, checked for admins: the mail server and the payment provider. Answers are sentences in
 * the caller's language, without passwords and keys.
 */

/** What is wrong with a mail server or its settings. */
const mailServerProblems = [
  "unknown-host",
  "refused-connection",
  "no-answer",
  "no-mail-server",
  "no-tls",
  "certificate",
  "login",
  "sender",
  "recipient",
  "other",
] as const;
export type MailServerProblem = (typeof mailServerProblems)[number];

/** Sends a test mail, to the admin unless the body names another address. What is wrong with the mail server is an answer, no failure. */
export const testMail = endpoint({
  method: "POST",
  path: "/mail-test",
  summary: "Send a test mail",
  access: "admin",
  errors: ["too-many-requests"],
  body: z.object({ address: z.optional(emailField) }),
  answer: z.object({
    /** `sent`: the server took it; `not-set`: there is no mail server. */
    outcome: z.enum(["sent", "not-set", ...mailServerProblems]),
    text: z.string(),
  }),
});

const paymentCheckSchema = z.object({
  provider: z.enum(["none", "sandbox", "stripe"]),
  /** Whether only test cards work: real ones are charged with other keys. */
  testMode: z.boolean(),
  /** In order; what is not good has to be done. */
  findings: z.array(z.object({ isGood: z.boolean(), text: z.string() })),
});
export type PaymentCheck = z.infer<typeof paymentCheckSchema>;

/** Returns who takes payments, and what has to be done for that; asks the provider. */
export const checkPayments = endpoint({
  method: "GET",
  path: "/payment-check",
  summary: "Check how payments are set up",
  access: "admin",
  errors: ["too-many-requests"],
  answer: paymentCheckSchema,
});
