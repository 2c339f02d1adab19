import * as z from "zod/mini";
import type { Config } from "#api/config.ts";
import { isLoopback } from "#api/infra/loopback.ts";

/** In ms. A server that does not answer must not keep a job running until it expires. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** Query parameters of the address that decide about TLS: nodemailer would prefer them to its options. */
const aboutTls = ["requireTLS", "ignoreTLS", "opportunisticTLS", "secured", "service"];

/** Returns the parts of SMTP_URL that may be shown: no user and no password. */
function namesOf(smtpUrl: string) {
  const { hostname, port, protocol } = new URL(smtpUrl);
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const isTls = protocol === "smtps:";
  // nodemailer's own choice where the address has no port
  return { host, server: `${hostname}:${port || (isTls ? "465" : "587")}`, isTls };
}

/** Returns the connection options, and how to name the server. Other machines need TLS, unless they are allowed by name. */
export function transportOf(smtpUrl: string, plaintextHosts: readonly string[]) {
  const url = new URL(smtpUrl);
  const { host, server } = namesOf(smtpUrl);
  const mayBePlain = isLoopback(host) || plaintextHosts.includes(host);
  if (!mayBePlain) for (const name of aboutTls) url.searchParams.delete(name);
  return { options: { url: url.href, ...timeouts, requireTLS: !mayBePlain }, host, server };
}

const missingTls = (host: string) =>
  `The mail server ${host} does not offer TLS. Use smtps:// or STARTTLS, or name the host in SMTP_ALLOW_PLAINTEXT.`;

/** Explains the failure of a server that does not offer TLS. */
export function explainMissingTls(error: unknown, host: string): never {
  if (!(error instanceof Error && "code" in error && error.code === "ETLS")) throw error;
  throw new Error(missingTls(host), { cause: error });
}

/** What is wrong with a mail server or its settings. */
type MailServerProblem =
  | "unknown-host"
  | "refused-connection"
  | "no-answer"
  | "no-mail-server"
  | "no-tls"
  | "certificate"
  | "login"
  | "sender"
  | "recipient"
  | "other";

/** A mail that a server did not take; the message says what to change, without user and password. */
export class MailServerError extends Error {
  override name = "MailServerError";
  readonly problem: MailServerProblem;
  constructor(problem: MailServerProblem, sentence: string, cause: unknown) {
    super(sentence, { cause });
    this.problem = problem;
  }
}

/** What nodemailer says of a failure: its kind, that of the socket or of TLS, the command under way, and the server's reply. */
const failureSchema = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  originalCode: z.optional(z.string()),
  command: z.optional(z.string()),
  response: z.optional(z.string()),
  responseCode: z.optional(z.number()),
});
type Failure = z.infer<typeof failureSchema>;

/** What is wrong with a certificate, by the codes of OpenSSL and Node. */
const certificates: Record<string, string> = {
  CERT_HAS_EXPIRED: "has expired",
  CERT_NOT_YET_VALID: "is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "is signed by itself",
  SELF_SIGNED_CERT_IN_CHAIN: "is signed by an authority that this machine does not know",
  UNABLE_TO_GET_ISSUER_CERT: "is signed by an authority that this machine does not know",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "is signed by an authority that this machine does not know",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "comes without those of its authorities",
};

type Named = { host: string; server: string; isTls: boolean; from?: string; to?: string };

/** Returns what is wrong before the server has said anything. */
function connectionProblem(
  { code, originalCode = "", message }: Failure,
  { host, server, isTls }: Named,
): [MailServerProblem, string] | null {
  const certificate = certificates[originalCode] ?? certificates[code ?? ""];
  if (certificate) {
    return [
      "certificate",
      `The certificate of the mail server ${server} ${certificate} (${message}). Name the host that the certificate is for, have it renewed, or let the portal trust its authority with NODE_EXTRA_CA_CERTS.`,
    ];
  }
  if (code === "EDNS" || originalCode === "ENOTFOUND") {
    return [
      "unknown-host",
      `The mail server's host ${host} is unknown (${message}). Correct the host in SMTP_URL, or the name service of this machine.`,
    ];
  }
  if (originalCode === "ECONNREFUSED") {
    return [
      "refused-connection",
      `The mail server ${server} refuses connections. Correct the port in SMTP_URL, usually 587 with smtp:// and 465 with smtps://, or start the server.`,
    ];
  }
  if (code === "ETLS") return ["no-tls", missingTls(host)];
  if (originalCode.startsWith("ERR_SSL")) {
    return [
      "no-mail-server",
      `What listens at ${server} does not speak TLS from the first byte. Use smtp:// and its port, usually 587, or correct the port in SMTP_URL.`,
    ];
  }
  if (code === "EPROTOCOL" || code === "ECONNECTION") {
    return [
      "no-mail-server",
      `What listens at ${server} does not answer as a mail server. Correct host and port in SMTP_URL.`,
    ];
  }
  if (code === "ETIMEDOUT" || originalCode === "EHOSTUNREACH" || originalCode === "ENETUNREACH") {
    const scheme = isTls
      ? ""
      : " A port that speaks TLS from the first byte, usually 465, needs smtps://.";
    return [
      "no-answer",
      `The mail server ${server} does not answer. Correct host and port in SMTP_URL, or ask your provider whether it blocks this port.${scheme}`,
    ];
  }
  return null;
}

/** Returns what a server refused, and its reply. */
function refusal(
  { code, command, response, responseCode }: Failure,
  { server, isTls, from, to }: Named,
): [MailServerProblem, string] | null {
  const reply = response ? ` (${response.replace(/\s+/g, " ").trim()})` : "";
  if (code === "EAUTH" || code === "ENOAUTH") {
    return [
      "login",
      `The mail server ${server} refuses user or password${reply}. Correct them in SMTP_URL, where characters such as @, :, / and % have to be encoded: %40, %3A, %2F, %25.`,
    ];
  }
  if (responseCode === 530) {
    return [
      "login",
      `The mail server ${server} wants a login${reply}. Put user and password into SMTP_URL: ${isTls ? "smtps" : "smtp"}://user:password@${server}`,
    ];
  }
  if (command === "MAIL FROM") {
    return [
      "sender",
      `The mail server ${server} refuses the sender ${from}${reply}. Set contactEmail of the brand to an address that this server may send from, or allow this one there.`,
    ];
  }
  if (command === "RCPT TO") {
    return [
      "recipient",
      `The mail server ${server} refuses the recipient ${to}${reply}. Try another address; if all are refused, let the server relay mails of this user or machine.`,
    ];
  }
  return null;
}

/** Explains why a mail server did not take a mail from `from` to `to`, or a connection. Returns a MailServerError. */
export function explainMailServer(
  error: unknown,
  smtpUrl: string,
  mail: { from?: string; to?: string } = {},
): MailServerError {
  const failure = failureSchema.parse(error);
  const named = { ...namesOf(smtpUrl), ...mail };
  // A reply of the server comes first: a refused command of TLS has both.
  const [problem, sentence] = (failure.code !== "ETLS" && failure.responseCode !== undefined
    ? refusal(failure, named)
    : (connectionProblem(failure, named) ?? refusal(failure, named))) ?? [
    "other",
    `The mail server ${named.server} did not take the mail: ${failure.message}`,
  ];
  return new MailServerError(problem, sentence, error);
}

/** Says at the start in words what lacks for mails: a server outside of demo mode, or one that answers. Never rejects. */
export async function warnOfMailServer(
  {
    smtpUrl,
    smtpPlaintextHosts,
    seedDemo,
  }: Pick<Config, "smtpUrl" | "smtpPlaintextHosts" | "seedDemo">,
  warn: (sentence: string) => void,
): Promise<void> {
  if (!smtpUrl) {
    if (seedDemo) return;
    return warn(
      "No mail server is set (SMTP_URL): members cannot register or choose a new password, and no receipts are mailed. Mails are written to the folder outbox in DATA_DIR.",
    );
  }
  const { options } = transportOf(smtpUrl, smtpPlaintextHosts);
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(options);
  try {
    await transport.verify();
  } catch (error) {
    warn(`${explainMailServer(error, smtpUrl).message} Mails wait until then.`);
  } finally {
    transport.close();
  }
}
