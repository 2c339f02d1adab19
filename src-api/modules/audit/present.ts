import type {
  AuditEntry as PresentedEntry,
  AuditPerson,
  OwnAuditEntry,
} from "#shared/api/audit.ts";
import type { AuditEntry } from "#api/infra/audit/schema.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { findNames } from "./audit-list-store.ts";

/** Presents entries: admins who acted with the name and address of that time, others with the present name. */
export async function presentEntries(
  database: Database,
  entries: readonly AuditEntry[],
): Promise<PresentedEntry[]> {
  const ids = entries.flatMap(({ actorId, subjectId }) => [actorId, subjectId]);
  const names = await findNames(
    database,
    ids.filter((id) => id !== null),
  );
  const person = (id: string | null): AuditPerson | null =>
    id === null ? null : { id, name: names.get(id) ?? null, email: null };
  const actorOf = ({ actorId: id, actorName: name, actorEmail: email }: AuditEntry) =>
    id !== null && name !== null ? { id, name, email } : person(id);
  return entries.map((entry) => presentEntry(entry, actorOf(entry), person(entry.subjectId)));
}

const presentEntry = (
  { id, at, act, via, ip, userAgent, details }: AuditEntry,
  actor: AuditPerson | null,
  subject: AuditPerson | null,
): PresentedEntry => ({
  id,
  at: at.toISOString(),
  act,
  via,
  actor,
  subject,
  ip,
  device: userAgent,
  // Only tells two sessions of the same admin apart.
  details: Object.fromEntries(Object.entries(details).filter(([name]) => name !== "session")),
});

function partyOf({ actorId, via }: AuditEntry, userId: string): OwnAuditEntry["by"] {
  if (actorId === userId) return "you";
  if (via === "provider") return "provider";
  return actorId !== null || via === "command" ? "team" : "unknown";
}

/** Returns an entry as the user whom it names sees it: nothing of anybody else, and no place but the user's own. */
export function presentOwn(entry: AuditEntry, userId: string): OwnAuditEntry {
  const by = partyOf(entry, userId);
  const { id, at, act, ip, userAgent } = entry;
  const place = by === "you" ? { ip, device: userAgent } : { ip: null, device: null };
  return { id, at: at.toISOString(), act, by, ...place };
}
