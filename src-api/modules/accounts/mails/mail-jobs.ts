import * as z from "zod/mini";
import { languages, type Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import type { Services } from "#api/infra/services.ts";
import type { EmailChange } from "../schema.ts";
import type { ProvenUser } from "../users.ts";

export const resetLinkMail = defineJob({
  name: "accounts.mail-reset-link",
  payload: z.object({
    email: z.string(),
    /** Missing in jobs that are still queued from before this field existed. */
    requestedAt: z.optional(z.iso.datetime()),
  }),
  sealed: true,
  retry: patientRetries,
});

export const enqueueResetLink = (
  { jobs, database, now }: Pick<Services, "jobs" | "database" | "now">,
  email: string,
): Promise<void> =>
  jobs.enqueue(database, resetLinkMail, { email, requestedAt: now().toISOString() });

export const signUpCodeMail = defineJob({
  name: "accounts.mail-sign-up-code",
  payload: z.object({
    email: z.string(),
    language: z.enum(languages),
    code: z.string(),
    codeHash: z.string(),
  }),
  sealed: true,
  retry: patientRetries,
});

export const noticeMail = defineJob({
  name: "accounts.mail-notice",
  payload: z.object({
    kind: z.enum([
      "password-changed",
      "account-deleted",
      "email-changed",
      "email-change-undone",
      // Only in jobs that are still queued from before these were security mails.
      "factor-added",
      "factor-removed",
    ]),
    to: z.string(),
    language: z.enum(languages),
    /** The new address, masked; only for `email-changed`. */
    address: z.optional(z.string()),
  }),
  sealed: true,
  retry: patientRetries,
});

/** Returns "j•••@example.com", which the owner recognises and others cannot use. */
export const maskAddress = (email: string): string =>
  email.replace(/^(.[^@]*)@/u, (name) => `${Array.from(name)[0]}•••@`);

/** Enqueues a notice in the transaction that causes it. It is mailed even if the account is deleted. */
export const enqueueNotice = (
  { jobs }: Pick<Services, "jobs">,
  transaction: Database,
  kind: z.infer<typeof noticeMail.payload>["kind"],
  { email: to, language }: Pick<ProvenUser, "email" | "language">,
  newEmail?: string,
): Promise<void> =>
  jobs.enqueue(transaction, noticeMail, {
    kind,
    to,
    language,
    ...(newEmail && { address: maskAddress(newEmail) }),
  });

/** Notifies the present address of a requested change; then the code is mailed to the new address. */
export const changeRequestMail = defineJob({
  name: "accounts.mail-email-change-request",
  payload: z.object({
    to: z.string(),
    language: z.enum(languages),
    userId: z.string(),
    sessionId: z.string(),
    createdAt: z.iso.datetime(),
    code: z.string(),
    codeHash: z.string(),
  }),
  sealed: true,
  retry: patientRetries,
});

/** Mails the code of a change to the new address, once the present address was notified. */
export const emailCodeMail = defineJob({
  name: "accounts.mail-email-code",
  payload: z.object({ language: z.enum(languages), code: z.string(), codeHash: z.string() }),
  sealed: true,
  retry: patientRetries,
});

export const enqueueChangeRequest = (
  { jobs }: Pick<Services, "jobs">,
  transaction: Database,
  { email: to, language }: ProvenUser,
  { change, code }: { change: EmailChange; code: string },
): Promise<void> => {
  const { userId, sessionId, createdAt, codeHash } = change;
  const key = { userId, sessionId, createdAt: createdAt.toISOString() };
  return jobs.enqueue(transaction, changeRequestMail, { to, language, ...key, code, codeHash });
};

export const enqueueEmailCode = (
  { jobs }: Pick<Services, "jobs">,
  transaction: Database,
  language: Language,
  { change: { codeHash }, code }: { change: EmailChange; code: string },
): Promise<void> => jobs.enqueue(transaction, emailCodeMail, { language, code, codeHash });
