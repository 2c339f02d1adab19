import { bigserial, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { ActDetails, ActName, ActVia } from "#shared/api/audit.ts";
import { time } from "#api/infra/database/columns.ts";

/**
 * Who did what to whom, and when. A trigger refuses to change, delete or empty it but for what
 * docs/decisions/0040-audit-trail.md allows. The ids of users are no foreign keys: an entry outlives the
 * account that it names.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    at: time("at").notNull(),
    /** Checked by the API only: an entry of an act that the portal no longer knows stays. */
    act: text("act").$type<ActName>().notNull(),
    /** Null for whoever is unknown, and for commands and the payment provider. */
    actorId: uuid("actor_id"),
    /** Name and mail address that an admin had then. They stay when the account is deleted; null for everybody else. */
    actorName: text("actor_name"),
    actorEmail: text("actor_email"),
    via: text("via").$type<ActVia>().notNull(),
    ip: text("ip"),
    /** Browser and system, such as "Firefox, Windows". */
    userAgent: text("user_agent"),
    /** The user whom the act concerns. */
    subjectId: uuid("subject_id"),
    /** Neither names nor addresses of members: they would outlive their account. */
    details: jsonb("details").$type<ActDetails>().notNull(),
  },
  (t) => [
    index("audit_entries_newest").on(t.at, t.id),
    index("audit_entries_subject").on(t.subjectId, t.at, t.id),
    index("audit_entries_actor").on(t.actorId, t.at, t.id),
    index("audit_entries_act").on(t.act, t.at, t.id),
  ],
);

export type AuditEntry = typeof auditEntries.$inferSelect;
