import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connect, type Connection } from "#api/infra/database/connect.ts";
import { booksOf, insertDueMembers } from "#api/testing/members.ts";
import { prepareDataFolder } from "#api/testing/migrated-folder.ts";
import { createOwnDatabase, type OwnDatabase } from "#api/testing/own-database.ts";
import { startRenewals } from "#api/testing/start-renewals.ts";
import { type TemporaryFolder, temporaryFolder } from "#api/testing/temporary-folder.ts";
import { chargeLeaseMs } from "./payments.ts";

const server = inject("databaseUrl");

/** More with KILLS. One with the embedded database, whose processes take seconds to start. */
const kills = Number(process.env["KILLS"] ?? (server === null ? 1 : 20));

const due = new Date("2026-03-10T12:00:00Z");

let folder: TemporaryFolder;

let own: OwnDatabase | null = null;

beforeAll(async () => {
  folder = await temporaryFolder();
  if (server !== null) own = await createOwnDatabase(server);
  else await prepareDataFolder(`${folder.path}/data`);
});

afterAll(async () => {
  await own?.drop();
  await folder.remove();
});

const start = (at: Date) =>
  startRenewals({
    DATA_DIR: `${folder.path}/data`,
    DATABASE_URL: own?.url ?? "",
    RENEW_AT: at.toISOString(),
    LOG_LEVEL: "silent",
  });

async function withDatabase<Result>(use: (connection: Connection) => Promise<Result>) {
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

/** Returns the receipts that are to be mailed, by invoice. */
async function receiptMails({ jobStore }: Connection): Promise<string[]> {
  const { rows } = await jobStore.executor.executeSql(
    "select data ->> 'purchaseId' as id from pgboss.job where name = 'billing.mail-receipt'",
  );
  return rows.map(({ id }) => String(id));
}

test("processes that are killed while they renew leave each member with one paid renewal", async () => {
  const members = await withDatabase(({ database }) =>
    insertDueMembers(database, 20 + 14 * kills, due),
  );
  let killed = 0;
  for (let run = 0; run < kills; run++) {
    const { charged, kill, done } = await start(due);
    await charged(1 + (run % 6));
    kill();
    if ((await done) === null) killed += 1;
  }
  expect(killed).toBe(kills);
  const { done } = await start(new Date(due.getTime() + chargeLeaseMs));
  await done;
  await withDatabase(async (connection) => {
    const receipts = await receiptMails(connection);
    for (const member of members) {
      const { invoices, payments, collected } = await booksOf(connection.database, member);
      expect(invoices.map(({ reason, status }) => [reason, status])).toEqual([
        ["checkout", "paid"],
        ["renewal", "paid"],
      ]);
      expect(payments.map(({ status }) => status)).toEqual(["succeeded"]);
      expect(collected).toEqual([900]);
      expect(receipts.filter((id) => id === invoices[1]?.id)).toHaveLength(1);
    }
  });
}, 240_000);
