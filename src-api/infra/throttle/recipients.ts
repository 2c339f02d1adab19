import { hourMs } from "#shared/durations.ts";
import { eq, inArray, sql } from "#api/infra/database/drizzle.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { rateLimits } from "./schema.ts";
import type { Services } from "#api/infra/services.ts";
import { isOver, keyOf, secondsUntil } from "./counters.ts";
import { widestNetwork } from "./networks.ts";

/** Mails to one recipient within any window, in all and caused by one network. */
const mailsToOne = { limit: 5, perNetwork: 4, windowMs: hourMs };

/** Domains whose mailboxes ignore dots in the name; both name the same mailbox. */
const gmail = /^(gmail|googlemail)\.com$/;

/** Returns the mailbox of an address, as far as known: without a tag, at Gmail without dots. */
function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  const [name, domain] = [address.slice(0, at), address.slice(at + 1)];
  const untagged = name.replace(/(?<=.)\+.*$/, "");
  if (!gmail.test(domain)) return `${untagged}@${domain}`;
  return `${untagged.replaceAll(".", "")}@gmail.com`;
}

/** Takes a slot for a mail; returns false if another mail took it within the last hour. */
async function acquireSlot({ database, now }: Services, key: string): Promise<boolean> {
  const at = now();
  const expiresAt = new Date(at.getTime() + mailsToOne.windowMs);
  const rows = await database
    .insert(rateLimits)
    .values({ key, points: 1, expiresAt })
    .onConflictDoUpdate({ target: rateLimits.key, set: { expiresAt }, setWhere: isOver(at) })
    .returning({ key: rateLimits.key });
  return rows.length > 0;
}

/** Takes one of the slots and returns its key. Throws `too-many-requests` when all are taken. */
async function acquireAnySlot(services: Services, slots: string[]): Promise<string> {
  for (const slot of slots) if (await acquireSlot(services, slot)) return slot;
  const [row] = await services.database
    .select({ next: sql<string>`min(${rateLimits.expiresAt})` })
    .from(rateLimits)
    .where(inArray(rateLimits.key, slots));
  const now = services.now();
  const retryAfter = secondsUntil(new Date(row?.next ?? now), now);
  throw new ApiError("too-many-requests", { retryAfter });
}

const slotsOf = (count: number, ...whose: string[]) =>
  Array.from({ length: count }, (_, place) => keyOf("recipient", ...whose, String(place)));

/**
 * Counts a mail to a recipient before it is sent: at most five in any hour, four of them caused by
 * one network, so that nobody elsewhere can block all mails to the owner. Throws
 * `too-many-requests` with the seconds until the next one. Must be called whether or not the
 * address has an account: otherwise the answer would reveal it.
 */
export async function throttleRecipient(
  services: Services,
  email: string,
  ip: string,
): Promise<void> {
  const mailbox = mailboxOf(email);
  const { limit, perNetwork } = mailsToOne;
  const ofNetwork = await acquireAnySlot(services, slotsOf(perNetwork, mailbox, widestNetwork(ip)));
  try {
    await acquireAnySlot(services, slotsOf(limit, mailbox));
  } catch (error) {
    await services.database.delete(rateLimits).where(eq(rateLimits.key, ofNetwork));
    throw error;
  }
}
