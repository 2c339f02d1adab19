import { eq, inArray, sql } from "drizzle-orm";
import { ApiError } from "../api-error.ts";
import { rateLimits } from "./schema.ts";
import type { Services } from "../services.ts";
import { isOver, keyOf, secondsUntil } from "./counters.ts";
import { widestNetwork } from "./networks.ts";

/**
 * Number of mails to one recipient in any period of the length `within` (ms), and how many of them one network
 * may cause.
 */
const mailsToOne = { limit: 5, perNetwork: 4, within: 60 * 60_000 };

/** Domains of Gmail, which ignores dots in the local part. */
const gmail = /^(gmail|googlemail)\.com$/;

/** Returns the mailbox of an address: without its tag, and without dots at Gmail. */
function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  const [name, domain] = [address.slice(0, at), address.slice(at + 1)];
  const untagged = name.replace(/(?<=.)\+.*$/, "");
  if (!gmail.test(domain)) return `${untagged}@${domain}`;
  return `${untagged.replaceAll(".", "")}@gmail.com`;
}

/** Takes a slot for a mail; returns false when another mail took it within the last hour. */
async function takePlace({ database, now }: Services, key: string): Promise<boolean> {
  const at = now();
  const expiresAt = new Date(at.getTime() + mailsToOne.within);
  const taken = await database
    .insert(rateLimits)
    .values({ key, points: 1, expiresAt })
    .onConflictDoUpdate({ target: rateLimits.key, set: { expiresAt }, setWhere: isOver(at) })
    .returning({ key: rateLimits.key });
  return taken.length > 0;
}

/** Takes one of the slots and returns its key. Throws `too-many-requests` when all are taken. */
async function takeOneOf(services: Services, places: string[]): Promise<string> {
  for (const place of places) if (await takePlace(services, place)) return place;
  const [row] = await services.database
    .select({ next: sql<string>`min(${rateLimits.expiresAt})` })
    .from(rateLimits)
    .where(inArray(rateLimits.key, places));
  const now = services.now();
  const retryAfter = secondsUntil(new Date(row?.next ?? now), now);
  throw new ApiError("too-many-requests", { retryAfter });
}

const placesOf = (count: number, ...whose: string[]) =>
  Array.from({ length: count }, (_, place) => keyOf("recipient", ...whose, String(place)));

/**
 * Counts a requested mail before it is sent: at most five in any hour go to one recipient, and one network
 * can cause only four of them, so that it cannot keep the owner from requesting a mail. Throws
 * `too-many-requests` with the seconds until the next one. Call it whether or not the address has an
 * account; otherwise the answers would differ.
 */
export async function throttleRecipient(
  services: Services,
  email: string,
  ip: string,
): Promise<void> {
  const mailbox = mailboxOf(email);
  const { limit, perNetwork } = mailsToOne;
  const ofNetwork = await takeOneOf(services, placesOf(perNetwork, mailbox, widestNetwork(ip)));
  try {
    await takeOneOf(services, placesOf(limit, mailbox));
  } catch (error) {
    await services.database.delete(rateLimits).where(eq(rateLimits.key, ofNetwork));
    throw error;
  }
}
