import { eq, inArray, sql } from "drizzle-orm";
import { ApiError } from "../api-error.ts";
import { rateLimits } from "./schema.ts";
import type { Services } from "../services.ts";
import { isOver, keyOf, secondsUntil } from "./counters.ts";
import { widestNetwork } from "./networks.ts";

/** Mails to one recipient within a time (ms), wherever that hour begins, and those that one network may cause. */
const mailsToOne = { limit: 5, perNetwork: 4, within: 60 * 60_000 };

/** Domains whose mailboxes ignore dots in the name, with the one that stands for both. */
const gmail = /^(gmail|googlemail)\.com$/;

/** The mailbox behind an address, as far as it can be told: without a tag, at Gmail without dots. */
function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  const [name, domain] = [address.slice(0, at), address.slice(at + 1)];
  const untagged = name.replace(/(?<=.)\+.*$/, "");
  if (!gmail.test(domain)) return `${untagged}@${domain}`;
  return `${untagged.replaceAll(".", "")}@gmail.com`;
}

/** Takes a place for a mail if it is free; false when another mail took it within the last hour. */
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

/** Takes one of these places and returns its key. Throws `too-many-requests` when all are taken. */
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
 * Counts a mail to somebody, before it is sent and whoever asks for it: at most five in any hour, four
 * of them on account of one network, so that nobody alone can keep the owner elsewhere from any mail.
 * Throws `too-many-requests` with the seconds until the next one. Call it whether or not an account has
 * the address, or the answer would tell.
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
