import type { ActDetails, ActName, ActVia } from "#shared/api/audit.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { deviceName } from "#api/infra/device-name.ts";
import { insertEntry } from "./audit-store.ts";

/** Who did something, and from where. */
export type Actor = {
  /** Null while nobody is signed in, for commands and for the payment provider. */
  userId: string | null;
  via: ActVia;
  ip: string | null;
  /** The User-Agent header; only browser and system are kept of it. */
  userAgent: string | null;
};

/** Something that happened, for the audit trail. */
export type Act = {
  act: ActName;
  at: Date;
  actor: Actor;
  /** The user whom it concerns. */
  subjectId: string | null;
  /** What else has to be known; neither names nor addresses of members, which would outlive their account. */
  details?: ActDetails;
};

/** Whoever runs the portal, by a command. */
export const commandActor: Actor = { userId: null, via: "command", ip: null, userAgent: null };

/** The payment provider, or what its messages led to. */
export const providerActor: Actor = { userId: null, via: "provider", ip: null, userAgent: null };

/** The portal's own user, whose address and device are not known. */
export const memberActor = (userId: string): Actor => ({
  userId,
  via: "portal",
  ip: null,
  userAgent: null,
});

/** Adds an act to the audit trail, in the transaction of what it records: both happen or neither. */
export async function recordAct(
  database: Database,
  { act, at, actor, subjectId, details = {} }: Act,
): Promise<void> {
  await insertEntry(database, {
    act,
    at,
    actorId: actor.userId,
    via: actor.via,
    ip: actor.ip,
    userAgent: actor.userAgent === null ? null : deviceName(actor.userAgent) || null,
    subjectId,
    details,
  });
}
