import { randomUUID } from "node:crypto";
import { once } from "node:events";
import * as z from "zod/mini";
import type { ImportNoticeCode, ImportOutcome } from "#shared/api/member-imports.ts";
import { commandActor, memberActor, recordAct } from "#api/infra/audit/record-act.ts";
import { type Database, isUniqueViolation } from "#api/infra/database/connect.ts";
import {
  and,
  asc,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  or,
  sql,
} from "#api/infra/database/drizzle.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { runAtOnce } from "#api/infra/run-at-once.ts";
import { lockUsers, users } from "#api/modules/accounts/module.ts";
import { attachForeignCustomer, readForeignCustomer } from "#api/modules/billing/module.ts";
import {
  liveMembership,
  subscriptions,
  type Subscription,
  unplanned,
  updateSubscription,
} from "#api/modules/membership/module.ts";
import { importConsents } from "#api/modules/readers/module.ts";
import type { Portal } from "#api/portal.ts";
import {
  type Decision,
  type Answer,
  type Answers,
  decideLines,
  type Repeated,
  findRepeated,
} from "./decide-lines.ts";
import {
  type ImportedMember,
  type ImportedMembership,
  type ReadLines,
  contextOf,
  readLines,
} from "./import-line.ts";
import {
  memberImportLines,
  type MemberImportRow,
  memberImports,
  memberLabels,
  memberNotes,
} from "./schema.ts";

type ImportPortal = Pick<Portal, "database" | "brand" | "now" | "payments" | "jobs">;

/** Imports the members of a file. A run that is cut short goes on where it stopped. */
export const importJob = defineJob({
  name: "members.import",
  payload: z.object({ importId: z.string() }),
  retry: patientRetries,
  expireInSeconds: 6 * 60 * 60,
  heartbeatSeconds: 30,
});

/** Lines of one transaction. */
const batchSize = 200;

/** Requests to the payment provider at the same time. */
const asksAtOnce = 5;

/** Only one batch is imported at a time: two files may name the same address. */
const importLock = 7_203_559_114;

/** How far a check asks. */
type AskLimit = { lastAsked: number; signal: AbortSignal };

/** Asks the provider about the members whom lines name a customer or a subscription of. */
async function ask(portal: Pick<Portal, "brand" | "payments">, lines: ReadLines, limit?: AskLimit) {
  const { signal, lastAsked = Infinity } = limit ?? {};
  const answers = new Map<number, Answer>();
  const errors: unknown[] = [];
  const naming = lines.flatMap(({ line, member }) =>
    member && (member.customer || member.subscription) ? [{ line, ...member }] : [],
  );
  const waiting = new Set(naming.map(({ line }) => line));
  const askAbout = async ({ line, customer, subscription }: (typeof naming)[number]) => {
    if (signal?.aborted) return;
    const known = { customer, subscription };
    const answer = await readForeignCustomer(portal, known).catch((error: unknown) => {
      errors.push(error);
      return "unanswered" as const;
    });
    if (signal?.aborted) return;
    waiting.delete(line);
    if (answer) answers.set(line, answer);
  };
  const asked = naming.filter(({ line }) => line <= lastAsked);
  const all = runAtOnce(asked, asksAtOnce, askAbout);
  await (signal && !signal.aborted ? Promise.race([all, once(signal, "abort")]) : all);
  for (const line of waiting) answers.set(line, "not-asked");
  return { answers, errors, asked: naming.length };
}

/** Asks the provider about members as far as there is time: a check may lack some answers. */
export const askInTime = async (
  portal: Pick<Portal, "brand" | "payments">,
  lines: ReadLines,
  limit: AskLimit,
): Promise<Answers> => (await ask(portal, lines, limit)).answers;

const statusCode = z.object({ statusCode: z.number() });

/** Returns the HTTP status of the answer that an error is about, if there was one. */
const statusOf = (error: unknown): number | undefined =>
  statusCode.safeParse(error).data?.statusCode;

/** Returns whether the provider refuses every request: because of the key, or because there are too many. */
const isRefusal = (error: unknown): boolean => [401, 403, 429].includes(statusOf(error) ?? 0);

/** Returns whether the provider answers at all: it does not know this customer. */
const isAnswering = (portal: Pick<Portal, "brand" | "payments">): Promise<boolean> =>
  readForeignCustomer(portal, { customer: "cus_none", subscription: null }).then(
    () => true,
    () => false,
  );

/**
 * Asks the provider about members. Rejects while it takes no more requests, or gives no answer at all: the batch is repeated later.
 * An error about some of the members is theirs, also where a batch names no others.
 */
async function askProvider(
  portal: Pick<Portal, "brand" | "payments">,
  lines: ReadLines,
): Promise<Answers> {
  const { answers, errors, asked } = await ask(portal, lines);
  const isOutage = errors.length > 0 && errors.length === asked && !(await isAnswering(portal));
  if (isOutage || errors.some(isRefusal)) {
    throw new Error("The payment provider gives no answers.", { cause: errors[0] });
  }
  return answers;
}

/** Inserts accounts for new addresses. Throws where another request has just registered one: the batch is repeated then. */
async function createAccounts(tx: Database, decisions: readonly Decision[], now: Date) {
  const rows = decisions.flatMap(({ member, outcome }) =>
    member && outcome === "created"
      ? [
          {
            id: randomUUID(),
            email: member.email,
            unprovenEmail: null,
            name: member.name,
            passwordHash: null,
            isDemo: false,
            roles: ["ROLE_USER" as const],
            language: member.language,
            termsVersion: null,
            createdAt: member.joined ?? now,
          },
        ]
      : [],
  );
  if (rows.length > 0) await tx.insert(users).values(rows);
  return new Map(rows.map(({ email, id }) => [email, id]));
}

const subscriptionOf = (
  wanted: ImportedMembership,
  { began, joined }: ImportedMember,
  userId: string,
  now: Date,
): Subscription => {
  const bought = wanted.source === "purchase" ? wanted : null;
  return {
    ...unplanned,
    id: randomUUID(),
    userId,
    source: wanted.source,
    status: "active",
    sku: bought?.sku ?? null,
    period: bought?.period ?? null,
    price: bought?.price.amount ?? null,
    currency: bought?.price.currency ?? null,
    startedAt: began ?? joined ?? now,
    importedAt: now,
    anchorAt: bought?.anchorAt ?? null,
    endsAt: wanted.endsAt,
    cancelAtPeriodEnd: bought?.isCancelled ?? false,
  };
};

/** What a line says of a customer that is left out. */
const attachmentNotices = {
  "of-other-user": "stripe-of-other",
  "has-other": "stripe-second",
} as const satisfies Record<string, ImportNoticeCode>;

/** Does what was decided about lines, and stores what became of them. */
async function apply(
  portal: Omit<ImportPortal, "database">,
  tx: Database,
  { id: importId, actorId, authorId }: MemberImportRow & { authorId: string | null },
  decisions: readonly Decision[],
): Promise<void> {
  const now = portal.now();
  const created = await createAccounts(tx, decisions, now);
  const done = decisions.map((decision) => {
    const userId = decision.user?.id ?? created.get(decision.member?.email ?? "") ?? null;
    return { ...decision, userId };
  });
  const acting = done.flatMap(({ member, changes, userId, ...rest }) =>
    member && changes && userId ? [{ ...rest, member, changes, userId }] : [],
  );
  for (const { user, changes, userId } of acting) {
    // Marks a membership whose time is over as ended: there is one at a time.
    if (user && changes.begins) await liveMembership(tx, userId, now);
    if (changes.changes) {
      const { id, ...fields } = changes.changes;
      await updateSubscription(tx, id, fields);
    }
  }
  const insert = async <Row>(rows: Row[], into: (rows: Row[]) => Promise<unknown>) => {
    if (rows.length > 0) await into(rows);
  };
  await insert(
    acting.flatMap(({ changes: { begins }, member, userId }) =>
      begins ? [subscriptionOf(begins, member, userId, now)] : [],
    ),
    async (rows) => tx.insert(subscriptions).values(rows),
  );
  await insert(
    acting.flatMap(({ changes: { labels }, userId }) => labels.map((label) => ({ userId, label }))),
    async (rows) => tx.insert(memberLabels).values(rows).onConflictDoNothing(),
  );
  await insert(
    acting.flatMap(({ changes: { note: text }, userId }) =>
      text === null ? [] : [{ id: randomUUID(), userId, authorId, text, createdAt: now }],
    ),
    async (rows) => tx.insert(memberNotes).values(rows),
  );
  await importConsents(
    tx,
    acting.map(({ member, changes, userId }) => ({
      email: member.email,
      userId,
      language: member.language,
      consent: changes.consent,
      consentedAt: member.consent?.at ?? member.joined ?? now,
    })),
    now,
  );
  for (const each of acting) {
    const { found } = each.changes;
    if (!found) continue;
    const attached = await attachForeignCustomer(portal, tx, each.userId, found);
    // The line was decided while its user was locked: such a customer was left out then.
    if (attached !== "stored") each.notices.push({ code: attachmentNotices[attached] });
  }
  const actor = actorId === null ? commandActor : memberActor(actorId);
  for (const { outcome, userId } of acting) {
    if (outcome === "unchanged") continue;
    const details = { import: importId, outcome };
    await recordAct(tx, { act: "member-imported", at: now, actor, subjectId: userId, details });
  }
  const results = done.map(({ line, outcome, notices, userId }) => ({
    line,
    outcome,
    notices,
    user_id: userId,
  }));
  await tx.execute(sql`
    update member_import_lines l
    set outcome = r.outcome, notices = r.notices, user_id = r.user_id
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(line int, outcome text, notices jsonb, user_id uuid)
    where l.import_id = ${importId} and l.line = r.line`);
}

/** Marks an import as done, once. */
async function finish(
  { now }: Pick<Portal, "now">,
  tx: Database,
  { id, actorId }: MemberImportRow,
): Promise<void> {
  const isRunning = and(eq(memberImports.id, id), eq(memberImports.state, "running"));
  const finished = await tx
    .update(memberImports)
    .set({ state: "done", finishedAt: now() })
    .where(isRunning)
    .returning({ id: memberImports.id });
  if (finished.length === 0) return;
  const outcomes = (await countOutcomes(tx, [id])).get(id);
  await recordAct(tx, {
    act: "member-import-finished",
    at: now(),
    actor: actorId === null ? commandActor : memberActor(actorId),
    subjectId: null,
    details: { import: id, ...outcomes },
  });
}

export const noOutcomes = { created: 0, changed: 0, unchanged: 0, refused: 0 };

/** Returns how many lines of imports came to what so far, by import. */
export async function countOutcomes(database: Database, importIds: readonly string[]) {
  const { importId, outcome } = memberImportLines;
  const rows = await database
    .select({ importId, outcome, lines: count() })
    .from(memberImportLines)
    .where(and(inArray(importId, [...importIds]), isNotNull(outcome)))
    .groupBy(importId, outcome);
  const counts = new Map<string, Record<ImportOutcome, number>>();
  for (const row of rows) {
    const outcomes = counts.get(row.importId) ?? { ...noOutcomes };
    if (row.outcome) outcomes[row.outcome] = row.lines;
    counts.set(row.importId, outcomes);
  }
  return counts;
}

/** Imports the next lines of a file in one transaction. Returns whether there may be more. */
async function importBatch(
  portal: ImportPortal,
  row: MemberImportRow,
  repeated: Repeated,
): Promise<boolean> {
  const { database } = portal;
  const isNext = and(eq(memberImportLines.importId, row.id), isNull(memberImportLines.outcome));
  const findNext = (tx: Database) =>
    tx
      .select()
      .from(memberImportLines)
      .where(isNext)
      .orderBy(asc(memberImportLines.line))
      .limit(batchSize);
  const context = await contextOf(portal, row);
  const next = await findNext(database);
  // Asked before the transaction, which must not wait for it.
  const answers = await askProvider(portal, readLines(next, context));
  return database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${importLock})`);
    const lines = await findNext(tx);
    if (lines[0]?.line !== next[0]?.line) return true; // another process imports the file, too
    const read = readLines(lines, context);
    const emails = read.flatMap(({ member }) => (member ? [member.email] : []));
    const isKnown = or(
      inArray(users.email, emails),
      row.actorId ? eq(users.id, row.actorId) : undefined,
    );
    const known = await tx.select({ id: users.id }).from(users).where(isKnown);
    const locked = await lockUsers(
      tx,
      known.map(({ id }) => id),
    );
    const authorId = row.actorId !== null && locked.has(row.actorId) ? row.actorId : null;
    const decisions = await decideLines(tx, read, context, { repeated, answers });
    await apply(portal, tx, { ...row, authorId }, decisions);
    if (lines.length === batchSize) return true;
    await finish(portal, tx, row);
    return false;
  });
}

/** Imports what is left of a file, batch by batch. */
export async function importMembers(portal: ImportPortal, importId: string): Promise<void> {
  const { database } = portal;
  const [row] = await database.select().from(memberImports).where(eq(memberImports.id, importId));
  if (row?.state !== "running") return;
  const repeated = await findRepeated(database, row, await contextOf(portal, row));
  let failures = 0;
  for (let isMore = true; isMore;) {
    try {
      isMore = await importBatch(portal, row, repeated);
    } catch (error) {
      // Somebody has just registered an address of the batch, whose account is found the next time.
      failures += 1;
      if (!isUniqueViolation(error) || failures > 3) throw error;
    }
  }
}
