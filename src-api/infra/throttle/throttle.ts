import { countFailure, takeFailureBack } from "./account-delay.ts";
import { countTry, keyOf, refuseKnown, takeBack, type Counter } from "./counters.ts";
import { isKnownNetwork, trustNetwork } from "./known-networks.ts";
import { networksOf } from "./networks.ts";
import { ApiError } from "../api-error.ts";
import { admitInTurn } from "../passwords/password-queue.ts";
import type { Services } from "../services.ts";

export { trustNetwork } from "./known-networks.ts";
export { throttleRecipient } from "./recipients.ts";

const minute = 60_000;
const hour = 60 * minute;

type Limits = {
  /** Length in ms; begins with the first try. */
  window: number;
  /** Tries of one client for one subject (an email address, a user). */
  perSubject: number;
  /** Tries of one client for all subjects; wider networks have a multiple of this. */
  perClient: number;
  /** Whether it hashes a password; it is refused immediately while too many hashes wait. */
  hashes?: true;
  /** Whether it tries a password of an account; failures delay further tries for the account. */
  guesses?: true;
};

const limits = {
  login: { window: 15 * minute, perSubject: 10, perClient: 100, hashes: true, guesses: true },
  password: { window: 15 * minute, perSubject: 10, perClient: 100, hashes: true, guesses: true },
  register: { window: hour, perSubject: 5, perClient: 60, hashes: true },
  "forgot-password": { window: hour, perSubject: 5, perClient: 60 },
  "reset-password": { window: hour, perSubject: 10, perClient: 60, hashes: true },
  "change-email": { window: hour, perSubject: 10, perClient: 60 },
  "sign-up-code": { window: hour, perSubject: 100, perClient: 300 },
  "email-code": { window: hour, perSubject: 100, perClient: 300 },
  discount: { window: 15 * minute, perSubject: 30, perClient: 200 },
  contact: { window: hour, perSubject: 5, perClient: 20 },
} satisfies Record<string, Limits>;

export type ThrottledAction = keyof typeof limits;

const limitsOf = (action: ThrottledAction): Limits => limits[action];

/** Multiples of the limit of one client for its networks, narrowest first. */
const shares = [1, 2, 4];

/** Returns the counters of an action: of the client for this subject, of the client, of its wider networks. */
export function countersOf(action: ThrottledAction, ip: string, subject: string): Counter[] {
  const { window, perSubject, perClient } = limitsOf(action);
  const networks = networksOf(ip);
  const byNetwork = networks.map((network, i) => ({
    key: keyOf(action, network),
    limit: perClient * (shares[i] ?? 1),
    window,
  }));
  return [{ key: keyOf(action, networks[0], subject), limit: perSubject, window }, ...byNetwork];
}

/**
 * Counts a try of an action from an IP address for a subject. Call it before any expensive work. Throws
 * `too-many-requests` with the seconds to wait after too many tries of that client, of its networks or,
 * where a password is tried, for that account. The last limit does not apply to networks from which the
 * owner has logged in before, so that guessing does not lock the owner out. Throws `busy` while too many
 * passwords wait.
 */
export async function throttle(
  services: Services,
  action: ThrottledAction,
  ip: string,
  subject: string,
): Promise<void> {
  const { hashes, guesses } = limitsOf(action);
  const counters = countersOf(action, ip, subject);
  refuseKnown(services, counters); // before waiting for admission
  const count = async () => {
    await countTry(services, counters);
    if (guesses && !(await isKnownNetwork(services, ip, subject))) {
      await countFailure(services, subject);
    }
  };
  await (hashes ? admitInTurn(count) : count());
}

/**
 * Verifies a password after its try was counted. Throws `busy` when too many passwords wait; the try then
 * counts for the client but not for the account.
 */
export async function verifyTry(
  services: Services,
  { ip, subject }: { ip: string; subject: string },
  verify: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof ApiError && error.code === "busy") {
      await takeAccountFailureBack(services, ip, subject);
    }
    throw error;
  }
}

/** Undoes the failure of the account, unless the network is known: its failures are not counted there. */
async function takeAccountFailureBack(services: Services, ip: string, subject: string) {
  if (!(await isKnownNetwork(services, ip, subject))) await takeFailureBack(services, subject);
}

/**
 * Undoes the count of a successful try, because only failures use up the limits; earlier failures still
 * count. Where a password was tried, the network becomes known for the account.
 */
export async function forgiveTry(
  services: Services,
  action: ThrottledAction,
  ip: string,
  subject: string,
): Promise<void> {
  await takeBack(services, countersOf(action, ip, subject));
  if (!limitsOf(action).guesses) return;
  await takeAccountFailureBack(services, ip, subject);
  await trustNetwork(services, ip, subject);
}
