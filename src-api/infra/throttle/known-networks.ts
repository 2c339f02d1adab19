import { and, eq, gt } from "drizzle-orm";
import { rateLimits } from "./schema.ts";
import type { Services } from "../services.ts";
import { keyOf } from "./counters.ts";
import { clientNetwork } from "./networks.ts";

/** How long a network stays known after the last success, in ms. */
const knownFor = 90 * 24 * 60 * 60_000;

const keyOfKnown = (ip: string, subject: string) => keyOf("known", clientNetwork(ip), subject);

/** Whether somebody proved to be the account's owner from this network lately. */
export async function isKnownNetwork(
  { database, now }: Services,
  ip: string,
  subject: string,
): Promise<boolean> {
  const known = and(eq(rateLimits.key, keyOfKnown(ip, subject)), gt(rateLimits.expiresAt, now()));
  return (await database.$count(rateLimits, known)) > 0;
}

/**
 * Marks a network as the account owner's, who just proved to be there, by password or mailbox: failures
 * elsewhere do not lock it out.
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
