import * as z from "zod/mini";
import type { MailServerProblem } from "#shared/api/services.ts";
import { defaultLanguage, type Language } from "#shared/languages.ts";
import type { Config } from "#api/config.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
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

type Values = Record<string, string>;

/** Returns a sentence about mail servers (`locales/…/mail-server.json`). */
const sentence = (name: string, values: Values = {}, language: Language = defaultLanguage) =>
  textsIn(language)(`mail-server:${name}`, values);

/** Explains the failure of a server that does not offer TLS. */
export function explainMissingTls(error: unknown, host: string): never {
  if (!(error instanceof Error && "code" in error && error.code === "ETLS")) throw error;
  throw new Error(sentence("noTls", { host }), { cause: error });
}

/** What is wrong, the name of the sentence about it, and its values. */
type Explanation = {
  problem: MailServerProblem;
  name: string;
  values: Values;
  /** Name of a part of the sentence. */
  certificate?: string;
};

/** A mail that a server did not take; the message says what to change, without user and password. */
export class MailServerError extends Error {
  override name = "MailServerError";
  readonly problem: MailServerProblem;
  readonly #explanation: Explanation;
  constructor(explanation: Explanation, cause: unknown) {
    super("", { cause });
    this.problem = explanation.problem;
    this.#explanation = explanation;
    this.message = this.textIn(defaultLanguage);
  }
  /** Returns the message in a language. */
  textIn(language: Language): string {
    const { name, values, certificate } = this.#explanation;
    const what = certificate && sentence(`certificates.${certificate}`, {}, language);
    return sentence(name, { ...values, ...(what && { what }) }, language);
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
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "notYetValid",
  ERR_TLS_CERT_ALTNAME_INVALID: "otherName",
  DEPTH_ZERO_SELF_SIGNED_CERT: "selfSigned",
  SELF_SIGNED_CERT_IN_CHAIN: "unknownAuthority",
  UNABLE_TO_GET_ISSUER_CERT: "unknownAuthority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unknownAuthority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "incomplete",
};

type Named = { host: string; server: string; isTls: boolean; from?: string; to?: string };

/** Returns what is wrong before the server has said anything. */
function connectionProblem(
  { code, originalCode = "", message }: Failure,
  { host, server, isTls }: Named,
): Explanation | null {
  const certificate = certificates[originalCode] ?? certificates[code ?? ""];
  const values = { host, server, message };
  if (certificate) return { problem: "certificate", name: "certificate", values, certificate };
  if (code === "EDNS" || originalCode === "ENOTFOUND")
    return { problem: "unknown-host", name: "unknownHost", values };
  if (originalCode === "ECONNREFUSED")
    return { problem: "refused-connection", name: "refusedConnection", values };
  if (code === "ETLS") return { problem: "no-tls", name: "noTls", values };
  if (originalCode.startsWith("ERR_SSL"))
    return { problem: "no-mail-server", name: "notTls", values };
  if (code === "EPROTOCOL" || code === "ECONNECTION")
    return { problem: "no-mail-server", name: "noMailServer", values };
  if (code === "ETIMEDOUT" || originalCode === "EHOSTUNREACH" || originalCode === "ENETUNREACH")
    return { problem: "no-answer", name: isTls ? "noAnswer" : "noAnswerWithoutTls", values };
  return null;
}

/** Returns what a server refused, and its reply. */
function refusal(
  { code, command, response, responseCode }: Failure,
  { server, isTls, from = "", to = "" }: Named,
): Explanation | null {
  const reply = response ? ` (${response.replace(/\s+/g, " ").trim()})` : "";
  const values = { server, reply, from, to, scheme: isTls ? "smtps" : "smtp" };
  if (code === "EAUTH" || code === "ENOAUTH") return { problem: "login", name: "login", values };
  if (responseCode === 530) return { problem: "login", name: "loginWanted", values };
  if (command === "MAIL FROM") return { problem: "sender", name: "sender", values };
  if (command === "RCPT TO") {
    // Postfix, as it comes, refuses a sender only after the recipient was named.
    const isSender = /sender address|not owned by user|\b5\.1\.[78]\b/i.test(response ?? "");
    const problem = isSender ? "sender" : "recipient";
    return { problem, name: problem, values };
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
  const explanation =
    failure.code !== "ETLS" && failure.responseCode !== undefined
      ? refusal(failure, named)
      : (connectionProblem(failure, named) ?? refusal(failure, named));
  const other = { server: named.server, message: failure.message };
  return new MailServerError(
    explanation ?? { problem: "other", name: "other", values: other },
    error,
  );
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
    return warn(`${sentence("notSet")} ${sentence("outbox")}`);
  }
  const { options } = transportOf(smtpUrl, smtpPlaintextHosts);
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(options);
  try {
    await transport.verify();
  } catch (error) {
    warn(`${explainMailServer(error, smtpUrl).message} ${sentence("waiting")}`);
  } finally {
    transport.close();
  }
}
