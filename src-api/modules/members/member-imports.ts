import type { FastifyInstance, FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import {
  checkMemberImport,
  deleteMemberImport,
  getMemberImport,
  type ImportLine,
  importLimits,
  type ImportMapping,
  type ImportNoticeCode,
  type ImportOutcome,
  listMemberImportLines,
  listMemberImports,
  mapMemberImport,
  type MemberImport,
  startMemberImport,
  uploadMembers,
  type WholeMemberImport,
} from "#shared/api/member-imports.ts";
import { formatDate } from "#shared/formats.ts";
import type { Language } from "#shared/languages.ts";
import { formatMoney } from "#shared/money.ts";
import { actorOf } from "#api/http/actor.ts";
import { requireAdmin } from "#api/http/session.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, count, desc, eq, gt, isNotNull, or, sql } from "#api/infra/database/drizzle.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import { requirePassword, users } from "#api/modules/accounts/module.ts";
import type { Portal } from "#api/portal.ts";
import { decideLines, findRepeated } from "./decide-lines.ts";
import { contextOf, readLines } from "./import-line.ts";
import { askInTime, countOutcomes, importJob, noOutcomes } from "./import-members.ts";
import { type FileLine, guessPlan, readMemberFile, recogniseColumns } from "./member-file.ts";
import { memberImportLines, type MemberImportRow, memberImports, type Notice } from "./schema.ts";

const listed = 50;
const sampleLines = 5;
/** Lines of one statement. */
const batchSize = 500;
/** The first members of a file whom the payment provider is asked about by a check; those after them are checked without it. */
const maxAsked = 100;
/** How long a check asks: the page waits a minute for it. */
const maxAskingMs = 20_000;
const pageSize = 25;

/** Serves the import of members of another site to admins. */
export async function memberImportRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database } = portal;
  const act = (request: FastifyRequest) =>
    throttle(portal, "member-act", request.ip, requireAdmin(request).userId);

  serve(app, uploadMembers, async ({ query: { name }, body }, request) => {
    await act(request);
    const file = Buffer.concat(await body.toArray());
    const id = await storeImport(portal, { name, file, actor: actorOf(request) });
    return presentWhole(database, await findImport(database, id));
  });

  serve(app, listMemberImports, async () => {
    const rows = await selectImports(database).orderBy(desc(memberImports.createdAt)).limit(listed);
    return { items: await presentImports(database, rows) };
  });

  serve(app, getMemberImport, async ({ params: { id } }) =>
    presentWhole(database, await findImport(database, id)),
  );

  serve(app, mapMemberImport, async ({ params: { id }, body }) => {
    const { row } = await findImport(database, id);
    const named = Object.entries(body.columns).filter(([, column]) =>
      row.mapping.header.includes(column),
    );
    const mapping = { ...body, columns: Object.fromEntries(named), header: row.mapping.header };
    const changed = await database
      .update(memberImports)
      .set({ mapping })
      .where(isDraft(id))
      .returning({ id: memberImports.id });
    if (changed.length === 0) throw new ApiError("conflict");
    return presentWhole(database, await findImport(database, id));
  });

  serve(app, checkMemberImport, async ({ params: { id }, query }, request) => {
    await act(request);
    const { row } = await findImport(database, id);
    if (row.state !== "draft") throw new ApiError("conflict");
    requireAddress(row);
    return checkImport(portal, row, query, request.language);
  });

  serve(app, startMemberImport, async ({ params: { id }, body: { password } }, request) => {
    const { row } = await findImport(database, id);
    const session = requireAdmin(request);
    const { ip } = request;
    const confirmed = await requirePassword(portal, { session, ip, password, field: "password" });
    requireAddress(row);
    await confirmed.act((tx) => startImport(portal, tx, row, actorOf(request)));
    const [started] = await presentImports(database, [await findImport(database, id)]);
    if (!started) throw new ApiError("not-found");
    return started;
  });

  serve(app, listMemberImportLines, async ({ params: { id }, query }, request) => {
    await findImport(database, id);
    const { outcome, notice, after = 0, limit = pageSize } = query;
    const { line } = memberImportLines;
    const rows = await database
      .select()
      .from(memberImportLines)
      .innerJoin(memberImports, eq(memberImports.id, memberImportLines.importId))
      .where(
        and(
          eq(memberImportLines.importId, id),
          gt(line, after),
          isNotNull(memberImportLines.outcome),
          outcome && eq(memberImportLines.outcome, outcome),
          notice &&
            sql`${memberImportLines.notices} @> ${JSON.stringify([{ code: notice }])}::jsonb`,
        ),
      )
      .orderBy(asc(line))
      .limit(limit + 1);
    const items = rows.slice(0, limit).map(({ member_import_lines: found, member_imports: of }) =>
      presentLine(portal, of, request.language, {
        ...found,
        outcome: found.outcome ?? "refused",
        notices: found.notices ?? [],
      }),
    );
    return { items, nextAfter: rows.length > limit ? (items.at(-1)?.line ?? null) : null };
  });

  serve(app, deleteMemberImport, async ({ params: { id } }, request) => {
    const { row } = await findImport(database, id);
    await database.transaction(async (tx) => {
      const deleted = await tx
        .delete(memberImports)
        .where(isDraft(id))
        .returning({ id: memberImports.id });
      if (deleted.length === 0) throw new ApiError("conflict");
      await record(portal, tx, "member-import-deleted", row, actorOf(request));
    });
  });
}

const isDraft = (id: string) => and(eq(memberImports.id, id), eq(memberImports.state, "draft"));

const record = (
  { now }: Pick<Portal, "now">,
  tx: Database,
  act: "member-import-deleted" | "member-import-started" | "member-import-uploaded",
  { id, lines }: Pick<MemberImportRow, "id" | "lines">,
  actor: Actor,
) => recordAct(tx, { act, at: now(), actor, subjectId: null, details: { import: id, lines } });

/** Stores a file as a draft, with the columns that are recognised. Returns its id. Throws `validation` with the field `file`. */
export async function storeImport(
  portal: Pick<Portal, "database" | "now">,
  { name, file, actor }: { name: string; file: Buffer; actor: Actor },
): Promise<string> {
  const { columns: header, lines } = await readMemberFile(file);
  const columns = recogniseColumns(header, lines);
  const names = new Set(lines.map(({ cells }) => cells[columns.plan ?? ""] ?? ""));
  const plans = [...names].slice(0, importLimits.plans).flatMap((plan) => {
    const choice = guessPlan(plan);
    return choice ? [[plan, choice] as const] : [];
  });
  const row: MemberImportRow = {
    id: randomUUID(),
    actorId: actor.userId,
    fileName: name,
    mapping: { header, columns, plans: Object.fromEntries(plans) },
    state: "draft",
    lines: lines.length,
    createdAt: portal.now(),
    startedAt: null,
    finishedAt: null,
  };
  const stored = ({ line, cells, broken }: FileLine) => ({
    importId: row.id,
    line,
    cells,
    notices: broken && [{ code: broken }],
  });
  await portal.database.transaction(async (tx) => {
    await tx.insert(memberImports).values(row);
    for (let from = 0; from < lines.length; from += batchSize) {
      await tx
        .insert(memberImportLines)
        .values(lines.slice(from, from + batchSize).map((line) => stored(line)));
    }
    await record(portal, tx, "member-import-uploaded", row, actor);
  });
  return row.id;
}

/** Starts a draft: a job imports it. Throws `conflict` when it was started before. */
export async function startImport(
  portal: Pick<Portal, "now" | "jobs">,
  tx: Database,
  row: Pick<MemberImportRow, "id" | "lines">,
  actor: Actor,
): Promise<void> {
  const started = await tx
    .update(memberImports)
    .set({ state: "running", startedAt: portal.now(), actorId: actor.userId })
    .where(isDraft(row.id))
    .returning({ id: memberImports.id });
  if (started.length === 0) throw new ApiError("conflict");
  await portal.jobs.enqueue(tx, importJob, { importId: row.id });
  await record(portal, tx, "member-import-started", row, actor);
}

const requireAddress = ({ mapping }: MemberImportRow): void => {
  if (!mapping.columns.email)
    throw new ApiError("validation", { fields: { email: "forms:required" } });
};

/** Selects imports with the names of the admins who uploaded them. */
const selectImports = (database: Database) =>
  database
    .select({ row: memberImports, by: users.name })
    .from(memberImports)
    .leftJoin(users, eq(users.id, memberImports.actorId))
    .$dynamic();

type FoundImport = { row: MemberImportRow; by: string | null };

export async function findImport(database: Database, id: string): Promise<FoundImport> {
  const [found] = await selectImports(database).where(eq(memberImports.id, id));
  if (!found) throw new ApiError("not-found");
  return found;
}

async function presentImports(database: Database, found: FoundImport[]): Promise<MemberImport[]> {
  const counts = await countOutcomes(
    database,
    found.map(({ row }) => row.id),
  );
  return found.map(({ row, by }) => ({
    id: row.id,
    fileName: row.fileName,
    state: row.state,
    by,
    lines: row.lines,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    counts: counts.get(row.id) ?? { ...noOutcomes },
  }));
}

async function presentWhole(database: Database, found: FoundImport): Promise<WholeMemberImport> {
  const { id, mapping } = found.row;
  const [presented] = await presentImports(database, [found]);
  if (!presented) throw new ApiError("not-found");
  const { line, cells } = memberImportLines;
  const isOfImport = eq(memberImportLines.importId, id);
  const sample = await database
    .select({ line, cells })
    .from(memberImportLines)
    .where(isOfImport)
    .orderBy(asc(line))
    .limit(sampleLines);
  const { header: columns, ...chosen } = mapping;
  return {
    ...presented,
    columns,
    mapping: chosen,
    plans: await findPlanNames(database, id, chosen),
    sample,
    problems: chosen.columns.email ? [] : ["email-unmapped"],
  };
}

/** Returns the names of plans that the lines of an import have, the most frequent first. */
async function findPlanNames(database: Database, importId: string, { columns }: ImportMapping) {
  if (!columns.plan) return [];
  const name = sql<string>`coalesce(${memberImportLines.cells} ->> ${columns.plan}::text, '')`;
  const rows = await database
    .select({ name, lines: count() })
    .from(memberImportLines)
    .where(eq(memberImportLines.importId, importId))
    .groupBy(sql`1`)
    .orderBy(desc(count()), sql`1`)
    .limit(importLimits.plans);
  return rows;
}

/** Returns the sentence of a notice in a language. */
export function noticeText(
  { code, until, price, period, ...values }: Notice,
  language: Language,
  timeZone: string,
): string {
  const t = textsIn(language);
  return t(`import-notices:${code}`, {
    ...values,
    ...(until && { until: formatDate(until, language, timeZone) }),
    ...(price && { price: formatMoney(price, language) }),
    context: period ?? (until === null ? "endless" : undefined),
  });
}

type CheckedLine = {
  line: number;
  cells: Record<string, string>;
  outcome: ImportOutcome;
  notices: Notice[];
  userId: string | null;
};

function presentLine(
  { brand }: Pick<Portal, "brand">,
  { mapping: { columns } }: Pick<MemberImportRow, "mapping">,
  language: Language,
  { line, cells, outcome, notices, userId }: CheckedLine,
): ImportLine {
  return {
    line,
    email: cells[columns.email ?? ""] ?? "",
    name: cells[columns.name ?? ""] ?? "",
    outcome,
    notices: notices.map((notice) => ({
      code: notice.code,
      field: notice.field ?? null,
      text: noticeText(notice, language, brand.timeZone),
    })),
    userId,
  };
}

/** Returns the last line that a check asks the payment provider about, the same for each page of it. */
async function findLastAsked(
  database: Database,
  { id, mapping: { columns } }: MemberImportRow,
): Promise<number> {
  const { cells, importId, line } = memberImportLines;
  const hasCell = (column = "") => sql`coalesce(${cells} ->> ${column}::text, '') <> ''`;
  const names = or(hasCell(columns.stripe_customer_id), hasCell(columns.stripe_subscription_id));
  const [last] = await database
    .select({ line })
    .from(memberImportLines)
    .where(and(eq(importId, id), names))
    .orderBy(asc(line))
    .offset(maxAsked - 1)
    .limit(1);
  return last?.line ?? Infinity;
}

type LineQuery = {
  outcome?: ImportOutcome | undefined;
  notice?: ImportNoticeCode | undefined;
  after?: number | undefined;
  limit?: number | undefined;
};

/** Says what would become of the lines of a draft now: a page of them, and the first time how many lines come to what. */
export async function checkImport(
  portal: Pick<Portal, "database" | "brand" | "now" | "payments">,
  row: MemberImportRow,
  { outcome, notice, after, limit = pageSize }: LineQuery,
  language: Language,
) {
  const { database } = portal;
  const context = await contextOf(portal, row);
  const repeated = await findRepeated(database, row, context);
  const lastAsked = await findLastAsked(database, row);
  const signal = AbortSignal.timeout(maxAskingMs);
  const isCounting = after === undefined;
  const outcomes = { ...noOutcomes };
  const notices: Partial<Record<ImportNoticeCode, number>> = {};
  const items: ImportLine[] = [];
  // A page without a filter needs no more lines than it shows, and asks about no others.
  const size = isCounting || outcome || notice ? batchSize : limit + 1;
  let from = after ?? 0;
  let isMore = true;
  while (isMore) {
    const lines = await database
      .select()
      .from(memberImportLines)
      .where(and(eq(memberImportLines.importId, row.id), gt(memberImportLines.line, from)))
      .orderBy(asc(memberImportLines.line))
      .limit(size);
    from = lines.at(-1)?.line ?? from;
    const read = readLines(lines, context);
    const answers = await askInTime(portal, read, { lastAsked, signal });
    const decisions = await decideLines(database, read, context, { repeated, answers });
    for (const [index, decision] of decisions.entries()) {
      outcomes[decision.outcome] += 1;
      const codes = new Set(decision.notices.map(({ code }) => code));
      for (const code of codes) notices[code] = (notices[code] ?? 0) + 1;
      const isWanted = (!outcome || decision.outcome === outcome) && (!notice || codes.has(notice));
      const { cells = {} } = lines[index] ?? {};
      const userId = decision.user?.id ?? null;
      if (isWanted && items.length <= limit) {
        items.push(presentLine(portal, row, language, { ...decision, cells, userId }));
      }
    }
    isMore = lines.length === size && (isCounting || items.length <= limit);
  }
  const page = items.slice(0, limit);
  return {
    counts: isCounting ? { outcomes, notices } : null,
    items: page,
    nextAfter: items.length > limit ? (page.at(-1)?.line ?? null) : null,
  };
}
