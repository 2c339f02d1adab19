import { isUndelivered } from "./mail-failure.ts";
import type { Mail, Mailer } from "./mail.ts";

type Claims = {
  /** Records that the mail is sent; returns false if that was recorded before. */
  claim: () => Promise<boolean>;
  release: (error: unknown) => Promise<void>;
};

/**
 * Sends a mail at most once. It is claimed before it is sent: if the process is killed meanwhile, or the mail server does not answer, the
 * mail may be lost, but is never sent twice. If the mail server refuses it, the claim is released and the error thrown, so that the
 * job tries again.
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
