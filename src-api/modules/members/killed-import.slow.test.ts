import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { commandActor } from "#api/infra/audit/record-act.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import { connect, type Connection } from "#api/infra/database/connect.ts";
import { asc, eq, isNotNull } from "#api/infra/database/drizzle.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { foreignSubscriptions, paymentMethods } from "#api/modules/billing/schema.ts";
import { subscriptions } from "#api/modules/membership/schema.ts";
import { readers } from "#api/modules/readers/schema.ts";
import { prepareDataFolder } from "#api/testing/migrated-folder.ts";
import { createOwnDatabase, type OwnDatabase } from "#api/testing/own-database.ts";
import { type TemporaryFolder, temporaryFolder } from "#api/testing/temporary-folder.ts";
import { storeImport } from "./member-imports.ts";
import { memberImportLines, memberImports, memberLabels, memberNotes } from "./schema.ts";

const server = inject("databaseUrl");
const script = fileURLToPath(new URL("../../testing/import-process.ts", import.meta.url));
const at = new Date("2026-03-10T12:00:00Z");

/** Members of the file: more than a transaction imports. */
const count = 300;

/** Where processes are killed, one after the other, and how many lines are done then. Starting one takes seconds with the embedded database. */
const kills: { when: Record<string, string>; done: number }[] =
  server === null
    ? [{ when: { KILL_IN_TRANSACTION_AFTER: "300" }, done: 200 }]
    : [
        { when: { KILL_AT_CUSTOMER: "50" }, done: 0 },
        { when: { KILL_IN_TRANSACTION_AFTER: "200" }, done: 0 },
        { when: { KILL_AT_CUSTOMER: "250" }, done: 200 },
        { when: { KILL_IN_TRANSACTION_AFTER: "100" }, done: 200 },
      ];

type Place = { folder: TemporaryFolder; own: OwnDatabase | null };
const places: Place[] = [];

async function openPlace(): Promise<Place> {
  const folder = await temporaryFolder();
  const own = server === null ? null : await createOwnDatabase(server);
  if (!own) await prepareDataFolder(`${folder.path}/data`);
  const place = { folder, own };
  places.push(place);
  return place;
}

let killed: Place;
let whole: Place;
beforeAll(async () => {
  killed = await openPlace();
  whole = await openPlace();
});
afterAll(async () => {
  for (const { folder, own } of places) {
    await own?.drop();
    await folder.remove();
  }
});

async function withDatabase<Result>(
  { folder, own }: Place,
  use: (connection: Connection) => Promise<Result>,
) {
  const connection = await connect({
    databaseUrl: own?.url ?? null,
    dataDir: `${folder.path}/data`,
  });
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}

const header =
  "email,name,plan,period,price,currency,paid_until,labels,note,consent,stripe_customer_id,stripe_subscription_id";
const lines = Array.from(
  { length: count },
  (_, n) =>
    `member${n}@example.com,Member ${n},Gold,monthly,7.90,EUR,2026-03-28,"Old, ${n % 4}",Note ${n % 3},yes,cus_${n},sub_${n}`,
);

/** Uploads the file and starts the import. Returns its id. */
const startImport = (place: Place) =>
  withDatabase(place, async ({ database }) => {
    const file = Buffer.from([header, ...lines].join("\n"));
    const id = await storeImport(
      { database, now: () => at },
      { name: "members.csv", file, actor: commandActor },
    );
    await database.update(memberImports).set({ state: "running" }).where(eq(memberImports.id, id));
    return id;
  });

/** Runs a process that imports. Returns the signal that has killed it. */
async function runProcess({ folder, own }: Place, id: string, when: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      DATA_DIR: `${folder.path}/data`,
      DATABASE_URL: own?.url ?? "",
      LOG_LEVEL: "silent",
      IMPORT_ID: id,
      IMPORT_AT: at.toISOString(),
      ...when,
    },
    stdio: "inherit",
  });
  const [code, signal] = await once(child, "exit");
  return { code, signal };
}

const countDone = (place: Place) =>
  withDatabase(place, ({ database }) =>
    database.$count(memberImportLines, isNotNull(memberImportLines.outcome)),
  );

/** Returns all that an import stores, without the ids that differ, and the jobs that it has enqueued. */
const stateOf = (place: Place) =>
  withDatabase(place, async ({ database, jobStore }) => {
    const { email } = users;
    const membership = {
      email,
      name: users.name,
      status: subscriptions.status,
      price: subscriptions.price,
      endsAt: subscriptions.endsAt,
      there: foreignSubscriptions.reference,
      card: paymentMethods.providerReference,
    };
    return {
      members: await database
        .select(membership)
        .from(users)
        .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
        .leftJoin(foreignSubscriptions, eq(foreignSubscriptions.userId, users.id))
        .leftJoin(paymentMethods, eq(paymentMethods.userId, users.id))
        .orderBy(asc(email)),
      labels: await database
        .select({ email, label: memberLabels.label })
        .from(memberLabels)
        .innerJoin(users, eq(users.id, memberLabels.userId))
        .orderBy(asc(email), asc(memberLabels.label)),
      notes: await database
        .select({ email, text: memberNotes.text })
        .from(memberNotes)
        .innerJoin(users, eq(users.id, memberNotes.userId))
        .orderBy(asc(email)),
      readers: await database
        .select({ email: readers.email, consentedAt: readers.consentedAt })
        .from(readers)
        .orderBy(asc(readers.email)),
      acts: await database
        .select({ email, act: auditEntries.act })
        .from(auditEntries)
        .innerJoin(users, eq(users.id, auditEntries.subjectId))
        .orderBy(asc(email)),
      lines: await database
        .select({
          line: memberImportLines.line,
          outcome: memberImportLines.outcome,
          notices: memberImportLines.notices,
        })
        .from(memberImportLines)
        .orderBy(asc(memberImportLines.line)),
      states: await database.select({ state: memberImports.state }).from(memberImports),
      jobs: (await jobStore.executor.executeSql("select name from pgboss.job")).rows,
    };
  });

test(
  "processes that are killed while they import leave whole batches, and the end is that of an import that nobody killed, without a mail",
  { timeout: 240_000 },
  async () => {
    const id = await startImport(killed);
    for (const { when, done } of kills) {
      expect(await runProcess(killed, id, when)).toEqual({ code: null, signal: "SIGKILL" });
      expect(await countDone(killed)).toBe(done);
    }
    expect(await runProcess(killed, id)).toEqual({ code: 0, signal: null });
    expect(await runProcess(whole, await startImport(whole))).toEqual({ code: 0, signal: null });
    const state = await stateOf(killed);
    expect(state).toEqual(await stateOf(whole));
    expect(state.members).toHaveLength(count);
    expect(new Set(state.members.map(({ there, card }) => there && card)).size).toBe(count);
    expect(state.acts).toHaveLength(count);
    expect(state.states).toEqual([{ state: "done" }]);
    expect(state.jobs).toEqual([]);
  },
);
