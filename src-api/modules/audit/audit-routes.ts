import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import {
  auditPageSizes,
  exportAuditCsv,
  exportAuditJson,
  listAudit,
  listOwnActivity,
  type AuditEntry as PresentedEntry,
  maxAuditExport,
  type AuditEntry,
} from "#shared/api/audit.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { hashToken } from "#api/infra/tokens.ts";
import { requirePassword } from "#api/modules/accounts/module.ts";
import {
  formatAuditCursor,
  parseAuditCursor,
  findEntries,
  hasReadOf,
  type AuditFilter,
} from "./audit-list-store.ts";
import { presentEntries, presentOwn } from "./present.ts";
import { csvText, type Cell } from "#api/infra/csv.ts";
import type { Database } from "#api/infra/database/connect.ts";

const csvColumns: [name: string, of: (entry: AuditEntry) => Cell][] = [
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

const auditCsv = (entries: readonly AuditEntry[]): string =>
  csvText(
    csvColumns.map(([name]) => name),
    entries.map((entry) => csvColumns.map(([, of]) => of(entry))),
  );

/** Returns the newest entries that are wanted, at most `maxAuditExport`. */
const exportedEntries = async (database: Database, filter: AuditFilter) =>
  presentEntries(
    database,
    await findEntries(database, filter, { after: null, limit: maxAuditExport }),
  );

type Filtered = Pick<
  z.output<typeof listAudit.query>,
  "act" | "actor" | "subject" | "person" | "from" | "until"
>;

const filterOf = ({ act, actor, subject, person, from, until }: Filtered): AuditFilter => ({
  act,
  actor,
  subject,
  person,
  from: from === undefined ? undefined : new Date(from),
  until: until === undefined ? undefined : new Date(until),
});

/** Returns the page that a query asks for, and where the next one begins. */
async function readPage(
  { portal }: FastifyInstance,
  filter: AuditFilter,
  {
    cursor,
    limit = auditPageSizes.default,
  }: { cursor?: string | undefined; limit?: number | undefined },
) {
  const after = cursor === undefined ? null : parseAuditCursor(cursor);
  const found = await findEntries(portal.database, filter, { after, limit: limit + 1 });
  const entries = found.slice(0, limit);
  const last = found.length > limit ? entries.at(-1) : undefined;
  return { entries, nextCursor: last ? formatAuditCursor(last) : null };
}

/** Returns the users to whose entries a filter narrows the trail. */
const peopleOf = ({ actor, subject, person }: AuditFilter): string[] => [
  ...new Set([actor, subject, person].filter((id) => id !== undefined)),
];

/** Records that an admin read what a user did or what concerns one, once in a session. */
async function recordReading(request: FastifyRequest, subjectId: string): Promise<void> {
  const { database, now } = request.server.portal;
  const { id, userId } = requireUser(request);
  if (userId === subjectId) return;
  const session = hashToken(id).slice(0, 12);
  if (await hasReadOf(database, { actorId: userId, subjectId, session })) return;
  await recordAct(database, {
    act: "audit-read",
    at: now(),
    actor: actorOf(request),
    subjectId,
    details: { session },
  });
}

/** The whole trail, for admins (docs/decisions/0040-audit-trail.md). */
async function trailRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listAudit, async ({ query }, request) => {
    const filter = filterOf(query);
    const { entries, nextCursor } = await readPage(app, filter, query);
    for (const id of peopleOf(filter)) await recordReading(request, id);
    return { items: await presentEntries(portal.database, entries), nextCursor };
  });

  /** Asks for the password, records the export, and sends it as a file. */
  const exported = async (
    { password, ...wanted }: Filtered & { password: string },
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { format, write }: { format: "csv" | "json"; write: (entries: PresentedEntry[]) => string },
  ): Promise<Buffer> => {
    const session = requireUser(request);
    const { ip } = request;
    const { act } = await requirePassword(portal, { session, ip, password, field: "password" });
    const filter = filterOf(wanted);
    const entries = await act(async (database) => {
      const found = await exportedEntries(database, filter);
      const people = peopleOf(filter);
      for (const subjectId of people.length > 0 ? people : [null]) {
        await recordAct(database, {
          act: "audit-exported",
          at: portal.now(),
          actor: actorOf(request),
          subjectId,
          details: { entries: found.length, format },
        });
      }
      return found;
    });
    reply.header("content-disposition", `attachment; filename="audit-trail.${format}"`);
    return Buffer.from(write(entries));
  };

  serve(app, exportAuditCsv, ({ body }, request, reply) =>
    exported(body, { request, reply }, { format: "csv", write: auditCsv }),
  );

  serve(app, exportAuditJson, ({ body }, request, reply) =>
    exported(body, { request, reply }, { format: "json", write: (all) => JSON.stringify(all) }),
  );
}

/** Serves the audit trail: all of it to admins, and to everybody what concerns them. */
export async function auditRoutes(app: FastifyInstance): Promise<void> {
  await app.register(trailRoutes);

  serve(app, listOwnActivity, async ({ query }, request) => {
    const { userId } = requireUser(request);
    const { entries, nextCursor } = await readPage(app, { person: userId }, query);
    return { items: entries.map((entry) => presentOwn(entry, userId)), nextCursor };
  });
}
