import { isUndelivered } from "./mail-failure.ts";
import type { Mail, Mailer } from "./mail.ts";

type Claims = {
  /** Returns false when it was recorded before. */
  claim: () => Promise<boolean>;
  release: (error: unknown) => Promise<void>;
};

/**
 * Sends a mail that was not sent before. It is claimed before it is sent: a process that is killed meanwhile loses it rather
 * than sending it twice, and so does a server that takes it without an answer. When the mail server refuses it, the claim is
 * taken back and the failure thrown, so that the job tries again.
 */
export async function sendOnce(
  mailer: Mailer,
  mail: Mail,
  { claim, release }: Claims,
): Promise<void> {
  if (!(await claim())) return;
  await mailer.send(mail).catch(async (error: unknown) => {
    if (isUndelivered(error)) await release(error);
    throw error;
  });
}
