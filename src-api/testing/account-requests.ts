import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import * as z from "zod/mini";
import type { SessionAnswer } from "#shared/api/sign-in.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import type { Mail } from "#api/infra/mail/mailer.ts";
import { termsVersion } from "./terms-version.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { createUser, type NewUser } from "#api/modules/accounts/users.ts";
import type { TestPortal } from "./test-portal.ts";

/** Passwords that pass all rules. */
export const goodPassword = "three green tunnels";
export const newPassword = "five yellow weave poles";

type Call = {
  token?: string;
  body?: unknown;
  /** Address of the caller. Tests that send many requests use their own, because of the rate limits. */
  ip?: string;
  headers?: Record<string, string>;
};

/** New tokens of sessions, by the tokens that they replaced. */
const renewed = new Map<string, string>();

/** Returns the token that a session has by now, as the portal's own client keeps the new one of an answer. */
export function currentToken(token: string): string {
  const next = renewed.get(token);
  return next === undefined ? token : currentToken(next);
}

/** Follows an answer that replaces the token which the request carried. */
function followToken(path: string, carried: string | undefined, body: unknown): void {
  const replaces = /^\/me\/(password|second-factor|passkeys)\b/.test(path);
  const next = replaces && z.object({ token: z.string() }).safeParse(body).data?.token;
  if (carried && next) renewed.set(carried, next);
}

/**
 * Sends a request below `/api`, runs the jobs it caused, and returns status, parsed body and headers. A token that was
 * replaced meanwhile is sent as the new one.
 */
export async function call(
  { app, runDueJobs }: TestPortal,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  { token: known, body, ip = "192.0.2.1", headers = {} }: Call = {},
) {
  const token = known && currentToken(known);
  const options: InjectOptions = {
    method,
    url: `/api${path}`,
    remoteAddress: ip,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { payload: body as object }), // JSON, whatever its shape
  };
  const response = await app.inject(options);
  await runDueJobs();
  const text = response.body;
  const isJson = String(response.headers["content-type"]).includes("json");
  const parsed = text && isJson ? JSON.parse(text) : undefined;
  followToken(path, token, parsed);
  return {
    status: response.statusCode,
    body: parsed,
    text,
    headers: response.headers,
  };
}

const anyNetwork = () =>
  `10.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`;

/** Sends a registration, by default from a random network; the body of the answer is the sign-up. */
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

/** Returns the code of a mail. */
export const mailedCode = ({ code }: Mail): string => code ?? "";

/** Returns a well-formed code that differs from this one. */
export const otherCode = (code: string): string =>
  code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));

/** Registers, enters the mailed code, and returns token and user. */
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

/** Creates a user with a proven address in the database and returns the id. */
export const claimedUser = (
  { portal }: TestPortal,
  email: string,
  changes: Partial<NewUser> = {},
): Promise<string> =>
  createUser(portal, { email, name: "Ada", password: goodPassword, ...changes });

/** Creates a user with an unproven address, as they existed formerly, and returns the id. */
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

/** Creates a member as an import does, with a proven address and without a password, and returns the id. */
export async function importedUser(
  test: TestPortal,
  email: string,
  changes: Partial<NewUser> = {},
): Promise<string> {
  const id = await claimedUser(test, email, changes);
  await test.portal.database.update(users).set({ passwordHash: null }).where(eq(users.id, id));
  return id;
}

/** Logs in and returns the answer; the token is `body.token`. */
export const logIn = (test: TestPortal, email: string, password = goodPassword, ip?: string) =>
  call(test, "POST", "/login", { body: { email, password }, ...(ip && { ip }) });

/** Creates a user with a proven address, logs in, and returns the user's id and the session's token. */
export async function signedInUser(
  test: TestPortal,
  email: string,
): Promise<{ id: string; token: string }> {
  const id = await claimedUser(test, email);
  return { id, token: (await logIn(test, email)).body.token };
}

/** Returns the newest mail to an address. Throws if there is none. */
export function lastMail({ mails }: TestPortal, to: string): Mail {
  const mail = mails.findLast((candidate) => candidate.to === to);
  if (!mail) throw new Error(`No mail to ${to}.`);
  return mail;
}

/** Returns the token at the end of the link of a mail. */
export const linkToken = ({ action }: Mail): string => action?.url.split("/").at(-1) ?? "";
