import { longestAuditExport, type AuditEntry } from "#shared/api/audit.ts";
import { csvText, type Cell } from "../../infra/csv.ts";
import type { Database } from "../../infra/database/connect.ts";
import { findEntries, type AuditFilter } from "./audit-list-store.ts";
import { presentEntries } from "./present.ts";

const columns: [name: string, of: (entry: AuditEntry) => Cell][] = [
  ["id", ({ id }) => id],
  ["at", ({ at }) => at],
  ["act", ({ act }) => act],
  ["via", ({ via }) => via],
  ["actor id", ({ actor }) => actor?.id ?? null],
  ["actor", ({ actor }) => actor?.name ?? null],
  ["actor address", ({ actor }) => actor?.email ?? null],
  ["subject id", ({ subject }) => subject?.id ?? null],
  ["subject", ({ subject }) => subject?.name ?? null],
  ["ip", ({ ip }) => ip],
  ["device", ({ device }) => device],
  ["details", ({ details }) => JSON.stringify(details)],
];

/** Returns entries as CSV. */
export const auditCsv = (entries: readonly AuditEntry[]): string =>
  csvText(
    columns.map(([name]) => name),
    entries.map((entry) => columns.map(([, of]) => of(entry))),
  );

/** Returns the newest entries that are wanted, at most `longestAuditExport`. */
export const exportedEntries = async (database: Database, filter: AuditFilter) =>
  presentEntries(
    database,
    await findEntries(database, filter, { after: null, limit: longestAuditExport }),
  );
