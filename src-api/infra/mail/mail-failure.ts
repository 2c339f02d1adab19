import * as z from "zod/mini";
import { PermanentFailure } from "#api/infra/jobs/job.ts";

/** The error of a server that rejects this mail permanently. */
const refusalSchema = z.object({
  permanent: z.literal(true),
  command: z.enum(["RCPT TO", "DATA"]),
  response: z.string(),
});

/** Replies about the mailbox or the content of the mail (RFC 3463: 5.1.x, 5.2.x, 5.6.x; or 550, 551, 553). */
const aboutThisMail = /^5\d\d[ -]5\.[126]\.|^55[013][ -](?!5\.)/;

/**
 * Replies that the mailbox does not exist or is disabled, not only full (RFC 3463: 5.1.0 to 5.1.6, 5.1.10, 5.2.1; or 550, 551, 553 that
 * name no fault of the sender or of the server).
 */
const aboutMailbox =
  /^5\d\d[ -]5\.(1\.([0-6]|10)|2\.1)\b|^55[013][ -](?!5\.|.*(relay|prohibit|denied|block|spam|policy|sender))/i;

/** Thrown when there is no such mailbox: `status` is what the server said, such as `550 5.1.1`. */
export class UnknownMailbox extends PermanentFailure {
  override name = "UnknownMailbox";
  readonly status: string;
  constructor(status: string, cause: unknown) {
    super(`The mail server refused the mail for good (${status}).`, { cause });
    this.status = status;
  }
}

/** Makes a permanent rejection of this mail a `PermanentFailure`. Other rejections wait until somebody mends them. */
export function dropRefused(error: unknown): never {
  const refusal = refusalSchema.safeParse(error);
  if (!refusal.success || !aboutThisMail.test(refusal.data.response)) throw error;
  const { command, response } = refusal.data;
  const status = /^5\d\d(?:[ -]5\.\d+\.\d+)?/.exec(response)?.[0] ?? response.slice(0, 3);
  if (command === "RCPT TO" && aboutMailbox.test(response)) throw new UnknownMailbox(status, error);
  throw new PermanentFailure(`The mail server refused the mail for good (${status}).`, {
    cause: error,
  });
}

/** Thrown when the connection was lost while the mail server may have taken the mail already. */
class UnansweredMail extends Error {
  override name = "UnansweredMail";
}

/** Throws an UnansweredMail for the failure of a mail that was handed over, unless the server refused it. */
export function explainUnanswered(error: unknown): never {
  if (error instanceof Error && "responseCode" in error) throw error;
  throw new UnansweredMail("The mail server has got the mail and did not answer.", {
    cause: error,
  });
}

/** System calls that come before anything is sent. */
const beforeSending = new Set<unknown>(["connect", "getaddrinfo"]);

/** Returns whether the server has certainly not taken the mail: sending it again cannot deliver it twice. */
export function isUndelivered(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof UnansweredMail) return false;
    if ("responseCode" in at || ("syscall" in at && beforeSending.has(at.syscall))) return true;
    if ("command" in at && at.command !== "DATA") return true;
  }
  return false;
}
