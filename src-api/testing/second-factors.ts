import { generateSync } from "otplib";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import { call, goodPassword, logIn, signedInUser } from "./account-requests.ts";
import type { TestPortal } from "./test-portal.ts";

/** A user with a second factor that is on, and the session that turned it on. */
export type FactorUser = {
  id: string;
  email: string;
  token: string;
  secret: string;
  recoveryCodes: string[];
};

const step = 30_000;

/** Returns the code that an app shows now, or that many steps later. */
export const codeOf = ({ portal }: TestPortal, secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor((portal.now().getTime() + steps * step) / 1000) });

/** Begins a step whose code nobody has used. */
export const nextStep = (testPortal: TestPortal): void => testPortal.advance(step);

/** Has the command print an enrolment code, and returns it. */
export async function enrolmentCodeFor({ portal }: TestPortal, email: string): Promise<string> {
  const lines = await runUserCommand(portal, { command: "enrol-factor", email });
  const [code] = /[\w-]{19}$/.exec(lines[0] ?? "") ?? [];
  if (!code) throw new Error(`There is no code: ${lines.join(" ")}`);
  return code;
}

/** Turns the factor of a session on and returns its key, its recovery codes and the new token. */
export async function turnFactorOn(testPortal: TestPortal, token: string, password = goodPassword) {
  const body = { password };
  const { body: enrolment } = await call(testPortal, "POST", "/me/second-factor", { token, body });
  const code = codeOf(testPortal, enrolment.secret);
  const path = "/me/second-factor/code";
  const {
    status,
    text,
    body: done,
  } = await call(testPortal, "POST", path, { token, body: { code } });
  if (status !== 200) throw new Error(`Turning the factor on failed: ${text}`);
  nextStep(testPortal);
  return {
    secret: enrolment.secret as string,
    recoveryCodes: done.recoveryCodes as string[],
    token: done.token as string,
  };
}

/** Creates a signed-in user with a second factor. */
export async function userWithFactor(testPortal: TestPortal, email: string): Promise<FactorUser> {
  const user = await signedInUser(testPortal, email);
  return { ...user, email, ...(await turnFactorOn(testPortal, user.token)) };
}

/** Enters the password and returns the challenge. */
export async function challengeFor(
  testPortal: TestPortal,
  email: string,
  ip?: string,
): Promise<string> {
  const { text, body } = await logIn(testPortal, email, goodPassword, ip);
  if (!body.challenge) throw new Error(`There is no challenge: ${text}`);
  return body.challenge;
}

/** Sends the second step of a login. */
export const answerChallenge = (
  testPortal: TestPortal,
  challenge: string,
  code: string,
  ip?: string,
) => call(testPortal, "POST", "/login/code", { body: { challenge, code }, ...(ip && { ip }) });
