import { longestAuditExport, type AuditEntry } from "../../../src-shared/api/audit.ts";
import type { Database } from "../../infra/database/connect.ts";
import { findEntries, type AuditFilter } from "./audit-list-store.ts";
import { presentEntries } from "./present.ts";

const columns: [name: string, of: (entry: AuditEntry) => string | number | null][] = [
  ["id", ({ id }) => id],
  ["at", ({ at }) => at],
  ["act", ({ act }) => act],
  ["via", ({ via }) => via],
  ["actor id", ({ actor }) => actor?.id ?? null],
  ["actor", ({ actor }) => actor?.name ?? null],
  ["subject id", ({ subject }) => subject?.id ?? null],
  ["subject", ({ subject }) => subject?.name ?? null],
  ["ip", ({ ip }) => ip],
  ["device", ({ device }) => device],
  ["details", ({ details }) => JSON.stringify(details)],
];

/** Returns a field of CSV. Users choose their names: a program for tables must not read one as a formula. */
function fieldOf(value: string | number | null): string {
  const text = String(value ?? "");
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Returns entries as CSV (RFC 4180), with a heading. */
export const auditCsv = (entries: readonly AuditEntry[]): string =>
  [
    columns.map(([name]) => name),
    ...entries.map((entry) => columns.map(([, of]) => fieldOf(of(entry)))),
  ]
    .map((fields) => `${fields.join(",")}\r\n`)
    .join("");

/** Returns the newest entries that are wanted, at most `longestAuditExport`. */
export const exportedEntries = async (database: Database, filter: AuditFilter) =>
  presentEntries(
    database,
    await findEntries(database, filter, { after: null, limit: longestAuditExport }),
  );
