import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { InjectOptions } from "fastify";
import type { SessionAnswer } from "../../src-shared/api/sign-in.ts";
import type { Mail } from "../infra/mail/mailer.ts";
import { termsVersion } from "../modules/billing/checkout/terms-version.ts";
import { users } from "../modules/accounts/schema.ts";
import { createUser, type NewUser } from "../modules/accounts/users.ts";
import type { TestPortal } from "./test-portal.ts";

/** A password that nothing refuses. */
export const goodPassword = "three green tunnels";

type Call = {
  token?: string;
  body?: unknown;
  /** Address of the caller; every test that sends much has one of its own. */
  ip?: string;
  headers?: Record<string, string>;
};

/** Sends a request below `/api` and gives status, parsed body and headers, once its jobs are done. */
export async function call(
  { app }: TestPortal,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  { token, body, ip = "192.0.2.1", headers = {} }: Call = {},
) {
  const options: InjectOptions = {
    method,
    url: `/api${path}`,
    remoteAddress: ip,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { payload: body as object }), // JSON, whatever its shape
  };
  const response = await app.inject(options);
  await app.jobsDone();
  const text = response.body;
  return {
    status: response.statusCode,
    body: text ? JSON.parse(text) : undefined,
    text,
    headers: response.headers,
  };
}

const anyNetwork = () =>
  `10.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`;

/** Sends a registration, from a network of its own; the sign-up is the answer's body. */
export async function register(
  test: TestPortal,
  email: string,
  {
    ip = anyNetwork(),
    headers = {},
    ...changes
  }: Record<string, unknown> & Pick<Call, "ip" | "headers"> = {},
) {
  const body = {
    name: "Ada",
    email,
    password: goodPassword,
    termsVersion: await termsVersion(),
    language: "en",
    ...changes,
  };
  return call(test, "POST", "/register", { body, ip, headers });
}

/** Enters a code for a sign-up. */
export const enterCode = (test: TestPortal, id: string, code: string, ip?: string) =>
  call(test, "POST", `/register/${id}/code`, { body: { code }, ...(ip && { ip }) });

/** The code of a mail. */
export const mailedCode = ({ code }: Mail): string => code ?? "";

/** A well-formed code that is not this one. */
export const otherCode = (code: string): string =>
  code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));

/** Registers, enters the code that was mailed, and returns token and user. */
export async function registerAndProve(
  test: TestPortal,
  email: string,
  changes: Record<string, unknown> = {},
): Promise<SessionAnswer> {
  const { body: signUp } = await register(test, email, changes);
  const answer = await enterCode(test, signUp.id, mailedCode(lastMail(test, email)));
  if (answer.status !== 201) throw new Error(`Registering failed: ${answer.text}`);
  return answer.body;
}

/** A user with a proven address, made without the API; gives the id. */
export const claimedUser = (
  { portal }: TestPortal,
  email: string,
  changes: Partial<NewUser> = {},
): Promise<string> =>
  createUser(portal, { email, name: "Ada", password: goodPassword, ...changes });

/** A user from before addresses were proven first, who has proven none; returns the id. */
export async function unprovenUser(
  test: TestPortal,
  email: string,
  changes: Partial<NewUser> = {},
): Promise<string> {
  const id = await claimedUser(test, `${randomUUID()}@example.com`, changes);
  await test.portal.database
    .update(users)
    .set({ email: null, unprovenEmail: email })
    .where(eq(users.id, id));
  return id;
}

/** Logs in and gives the answer; the token is `body.token`. */
export const logIn = (test: TestPortal, email: string, password = goodPassword, ip?: string) =>
  call(test, "POST", "/login", { body: { email, password }, ...(ip && { ip }) });

/** The newest mail to an address. Throws when there is none. */
export function lastMail({ mails }: TestPortal, to: string): Mail {
  const mail = mails.findLast((candidate) => candidate.to === to);
  if (!mail) throw new Error(`No mail to ${to}.`);
  return mail;
}

/** The token at the end of the link of a mail. */
export const linkToken = ({ action }: Mail): string => action?.url.split("/").at(-1) ?? "";
