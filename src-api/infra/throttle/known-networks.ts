import { and, eq, gt } from "drizzle-orm";
import { rateLimits } from "./schema.ts";
import type { Services } from "../services.ts";
import { keyOf } from "./counters.ts";
import { clientNetwork } from "./networks.ts";

/** Time in ms for which a network stays known after the last success. */
const knownFor = 90 * 24 * 60 * 60_000;

const keyOfKnown = (ip: string, subject: string) => keyOf("known", clientNetwork(ip), subject);

/** Returns whether the account's owner was recently authenticated from this network. */
export async function isKnownNetwork(
  { database, now }: Services,
  ip: string,
  subject: string,
): Promise<boolean> {
  const known = and(eq(rateLimits.key, keyOfKnown(ip, subject)), gt(rateLimits.expiresAt, now()));
  return (await database.$count(rateLimits, known)) > 0;
}

/**
 * Marks a network as known for an account, after its owner proved the password or the mailbox
 * there: failures elsewhere do not lock it out.
 */
export async function trustNetwork(
  { database, now }: Services,
  ip: string,
  subject: string,
): Promise<void> {
  const expiresAt = new Date(now().getTime() + knownFor);
  await database
    .insert(rateLimits)
    .values({ key: keyOfKnown(ip, subject), points: 1, expiresAt })
    .onConflictDoUpdate({ target: rateLimits.key, set: { expiresAt } });
}
