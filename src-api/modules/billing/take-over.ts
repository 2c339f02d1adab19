import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { getTakeOver, takeOverAll, takeOverShown, type TakeOver } from "#shared/api/take-over.ts";
import { dayMs, minuteMs } from "#shared/durations.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, desc, eq, gte, lt, lte, ne, or, sql } from "#api/infra/database/drizzle.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { providerOf } from "#api/infra/payment-provider.ts";
import { runAtOnce } from "#api/infra/run-at-once.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";
import type { PaymentPortal, Portal, TransactionPortal } from "#api/portal.ts";
import { lockUser, users } from "#api/modules/accounts/module.ts";
import {
  isAlive,
  countChargedElsewhere,
  storeForeign,
  findCustomer,
  refresh,
  markTakenOver,
  takeOverJob,
} from "./foreign-customers.ts";
import { foreignCustomers, foreignSubscriptions, takeOvers } from "./schema.ts";

/**
 * Takes over a member: reads what the former site charges now, and has it end with its paid period. The membership here lasts until
 * then, and renews here. Rejects when the provider does not answer; repeating it ends what is left.
 */
async function takeOver(portal: PaymentPortal, userId: string): Promise<void> {
  const { database } = portal;
  const row = await findCustomer(database, userId);
  if (!row) return;
  await refresh(portal, row);
  const alive = await database.transaction((tx) => markTakenOver(portal, tx, userId));
  for (const reference of alive) {
    const ended = await providerOf(portal, row).endForeign(reference);
    const now = ended ?? { reference, status: "ended" as const, periodEnd: null, takenOver: true };
    await database.transaction(async (tx) => {
      await lockUser(tx, userId);
      await storeForeign(portal, tx, row, [now]);
    });
  }
}

/** Has a member taken over once this is committed. Throws `conflict` when no former site of the member is known. */
export async function beginTakeOver(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
): Promise<void> {
  if (!(await findCustomer(tx, userId))) throw new ApiError("conflict");
  await markTakenOver(portal, tx, userId);
  await portal.jobs.enqueue(tx, takeOverJob, { userId });
}

/** Takes over all members, those that were left over first. */
const takeOverAllJob = defineJob({
  name: "billing.take-over-all",
  payload: z.object({}),
  singleton: true,
  retry: patientRetries,
  heartbeatSeconds: 60,
  expireInSeconds: 6 * 60 * 60,
});

/** Reads once a day what former sites charge; each hour where a period there is over, or the end was not confirmed. */
const foreignCheckJob = defineJob({
  name: "billing.check-foreign",
  payload: z.object({}),
  singleton: true,
  schedule: "40 * * * *",
  heartbeatSeconds: 60,
  expireInSeconds: 60 * 60,
});

/** Customers that are asked for at the same time: Stripe allows 25 requests a second in test mode. */
const width = 4;

const ofCustomer = (condition: ReturnType<typeof and>) =>
  sql`exists (select from ${foreignSubscriptions} where ${and(eq(foreignSubscriptions.userId, foreignCustomers.userId), condition)})`;

type Run = typeof takeOvers.$inferSelect;

async function findRun(database: Database): Promise<Run | undefined> {
  const [row] = await database.select().from(takeOvers).orderBy(desc(takeOvers.startedAt)).limit(1);
  return row;
}

/** Takes over who has not been dealt with in the run that an admin began. What a killed process has left is done again. */
async function runTakeOver(portal: PaymentPortal): Promise<void> {
  const { database } = portal;
  const run = await findRun(database);
  if (!run || run.finishedAt) return;
  const rows = await database
    .select()
    .from(foreignCustomers)
    .where(or(lt(foreignCustomers.checkedAt, run.startedAt), ofCustomer(isAlive)))
    .orderBy(asc(foreignCustomers.checkedAt));
  const errors = await runAtOnce(rows, width, ({ userId }) => takeOver(portal, userId));
  const finished = { finishedAt: portal.now(), failed: errors.length };
  await database.update(takeOvers).set(finished).where(eq(takeOvers.id, run.id));
  if (errors.length > 0) throw new AggregateError(errors, "Some members were not taken over.");
}

/** Reads again what may have changed at former sites. What was to be ended and is still alive is ended. */
export async function checkForeign(portal: PaymentPortal): Promise<void> {
  const now = portal.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const isPressing = and(
    isAlive,
    or(
      lte(foreignSubscriptions.periodEnd, now),
      sql`${foreignSubscriptions.takenOverAt} is not null`,
    ),
  );
  const rows = await portal.database
    .select()
    .from(foreignCustomers)
    .where(
      or(
        and(
          lte(foreignCustomers.checkedAt, before(dayMs)),
          ofCustomer(ne(foreignSubscriptions.status, "ended")),
        ),
        and(lte(foreignCustomers.checkedAt, before(30 * minuteMs)), ofCustomer(isPressing)),
      ),
    );
  const { userId, takenOverAt } = foreignSubscriptions;
  const errors = await runAtOnce(rows, width, async (row) => {
    const isBegun = and(eq(userId, row.userId), isAlive, sql`${takenOverAt} is not null`);
    const mustEnd = (await portal.database.$count(foreignSubscriptions, isBegun)) > 0;
    await (mustEnd ? takeOver(portal, row.userId) : refresh(portal, row));
  });
  if (errors.length > 0) throw new AggregateError(errors, "Some customers could not be read.");
}

export function handleTakeOvers(portal: Portal): void {
  portal.jobs.handle(takeOverJob, ({ userId }) => takeOver(portal, userId));
  portal.jobs.handle(takeOverAllJob, () => runTakeOver(portal));
  portal.jobs.handle(foreignCheckJob, () => checkForeign(portal));
}

async function presentTakeOver({ database }: Pick<Portal, "database">): Promise<TakeOver> {
  const run = await findRun(database);
  const members = await database
    .selectDistinct({ id: users.id, name: users.name, email: users.email })
    .from(foreignSubscriptions)
    .innerJoin(users, eq(users.id, foreignSubscriptions.userId))
    .where(isAlive)
    .orderBy(asc(users.name), asc(users.id))
    .limit(takeOverShown);
  const since = run && gte(foreignCustomers.checkedAt, run.startedAt);
  return {
    customers: await database.$count(foreignCustomers),
    alive: await countChargedElsewhere(database),
    members: members.map(({ email, ...member }) => ({ ...member, email: email ?? "" })),
    run: run
      ? {
          startedAt: run.startedAt.toISOString(),
          finishedAt: run.finishedAt?.toISOString() ?? null,
          done: await database.$count(foreignCustomers, since),
          failed: run.failed,
        }
      : null,
  };
}

/** Serves taking over all subscriptions of a former site to admins. */
export async function takeOverRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database } = portal;

  serve(app, getTakeOver, () => presentTakeOver(portal));

  serve(app, takeOverAll, async (_, request) => {
    await throttle(portal, "member-act", request.ip, requireAdmin(request).userId);
    if (!(await portal.payments.current.available())) throw new ApiError("payments-unavailable");
    await database.transaction(async (tx) => {
      await tx.execute(sql`lock table ${takeOvers} in share row exclusive mode`);
      const run = await findRun(tx);
      if (!run || run.finishedAt) {
        const at = portal.now();
        const begun = { id: randomUUID(), startedAt: at, finishedAt: null, failed: 0 };
        await tx.insert(takeOvers).values(begun);
        await markTakenOver(portal, tx, null);
        const actor = actorOf(request);
        await recordAct(tx, { act: "subscriptions-taken-over", at, actor, subjectId: null });
      }
      await portal.jobs.enqueue(tx, takeOverAllJob, {});
    });
    return presentTakeOver(portal);
  });
}
