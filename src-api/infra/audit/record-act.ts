import type { ActDetails, ActName, ActVia } from "#shared/api/audit.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { deviceName } from "#api/infra/device-name.ts";
import { and, eq, gt, inArray, ne, sql } from "#api/infra/database/drizzle.ts";
import { auditEntries } from "./schema.ts";

/** Who did something, and from where. */
export type Actor = {
  /** Null while nobody is signed in, for commands and for the payment provider. */
  userId: string | null;
  via: ActVia;
  ip: string | null;
  /** The User-Agent header; only browser and system are stored of it. */
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

/** Returns a field of who acts, if that is an admin. */
const ofAdmin = (field: "name" | "email", userId: string | null) =>
  sql<string>`(select ${sql.identifier(field)} from users where id = ${userId}::uuid and 'ROLE_ADMIN' = any(roles))`;

/** Adds an act to the audit trail, with the name and address of an admin who acts, in the transaction of what it records: both happen or neither. */
export async function recordAct(
  database: Database,
  { act, at, actor, subjectId, details = {} }: Act,
): Promise<void> {
  await database.insert(auditEntries).values({
    act,
    at,
    actorId: actor.userId,
    via: actor.via,
    ip: actor.ip,
    userAgent: actor.userAgent === null ? null : deviceName(actor.userAgent) || null,
    subjectId,
    details,
    actorName: ofAdmin("name", actor.userId),
    actorEmail: ofAdmin("email", actor.userId),
  });
}

type ActsSince = {
  acts: readonly ActName[];
  subjectId: string;
  since: Date;
  /** Acts that came this way do not count. */
  notVia?: ActVia;
};

/** Returns whether one of these acts has concerned a user after a time. */
export async function isRecordedSince(
  database: Database,
  { acts, subjectId, since, notVia }: ActsSince,
): Promise<boolean> {
  const { id, act, at, via } = auditEntries;
  const isIt = and(
    eq(auditEntries.subjectId, subjectId),
    gt(at, since),
    inArray(act, [...acts]),
    notVia && ne(via, notVia),
  );
  const found = await database.select({ id }).from(auditEntries).where(isIt).limit(1);
  return found.length > 0;
}

/** Removes from where a user acted, and from where somebody tried to sign in as the user. */
export async function forgetActorLocations(database: Database, userId: string): Promise<void> {
  await database.execute(sql`select forget_audit_places(${userId}::uuid)`);
}
