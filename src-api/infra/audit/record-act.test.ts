import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { connectOwn } from "#api/testing/test-portal.ts";
import { deleteEntriesBefore } from "#api/modules/audit/purge.ts";
import { forgetActorLocations, recordAct, type Act } from "./record-act.ts";
import { auditEntries } from "./schema.ts";

const windows = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";
const jan = (day: number) => new Date(Date.UTC(2026, 0, day));

let [judge, member] = ["", ""];
const connection = await forFile(connectOwn());
const database = connection.database;
beforeEach(() => ([judge, member] = [randomUUID(), randomUUID()]));

const record = (changes: Partial<Act> = {}, on = database) =>
  recordAct(on, {
    act: "note-approved",
    at: jan(10),
    actor: { userId: judge, via: "portal", ip: "203.0.113.9", userAgent: windows },
    subjectId: member,
    details: { entry: "articles/weave-entries" },
    ...changes,
  });

const ofPeople = async () => {
  const rows = await database.select().from(auditEntries).orderBy(auditEntries.at, auditEntries.id);
  return rows.filter(({ actorId, subjectId }) => [actorId, subjectId].includes(member));
};

test("an act is recorded with who, whom, when and from where, and of the device no more than its name", async () => {
  await record();
  expect(await ofPeople()).toEqual([
    {
      id: expect.any(Number),
      at: jan(10),
      act: "note-approved",
      actorId: judge,
      actorName: null,
      actorEmail: null,
      via: "portal",
      ip: "203.0.113.9",
      userAgent: "Firefox, Windows",
      subjectId: member,
      details: { entry: "articles/weave-entries" },
    },
  ]);
});

test("an act is not recorded when its change is undone", async () => {
  const undone = database.transaction(async (tx) => {
    await record({}, tx);
    tx.rollback();
  });
  await expect(undone).rejects.toThrow("Rollback");
  expect(await ofPeople()).toEqual([]);
});

describe("the database refuses", () => {
  const refusal = { cause: expect.objectContaining({ code: "42501" }) };

  test.each([
    ["to change an entry", sql`update audit_entries set act = 'signed-in'`],
    ["to remove where somebody acted", sql`update audit_entries set ip = null, user_agent = null`],
    ["to delete an entry", sql`delete from audit_entries`],
    ["to empty the trail", sql`truncate audit_entries`],
  ])("%s", async (_, statement) => {
    await record();
    await expect(database.execute(statement)).rejects.toMatchObject(refusal);
    expect(await ofPeople()).toHaveLength(1);
  });

  test("to delete what is not old enough, in the transaction that deletes old entries", async () => {
    await record();
    const tooMuch = database.transaction(async (tx) => {
      await tx.execute(
        sql`select set_config('ringside.audit_prune_before', ${jan(10).toISOString()}, true)`,
      );
      await tx.execute(sql`delete from audit_entries`);
    });
    await expect(tooMuch).rejects.toMatchObject(refusal);
  });

  test("to change anything else, in the transaction that removes addresses", async () => {
    await record();
    const tooMuch = database.transaction(async (tx) => {
      await tx.execute(sql`select set_config('ringside.audit_forget', 'on', true)`);
      await tx.execute(
        sql`update audit_entries set ip = null, user_agent = null, actor_id = subject_id`,
      );
    });
    await expect(tooMuch).rejects.toMatchObject(refusal);
  });
});

test("old entries are deleted, those of short-lived acts earlier, and nothing can be deleted afterwards", async () => {
  for (const day of [1, 5, 9]) {
    await record({ at: jan(day) });
    await record({ at: jan(day), act: "signed-in" });
  }
  await deleteEntriesBefore(database, { long: jan(5), short: jan(9), shortLived: ["signed-in"] });
  const remaining = (await ofPeople()).map(({ at, act }) => [at.getUTCDate(), act]);
  expect(remaining).toEqual([
    [5, "note-approved"],
    [9, "note-approved"],
    [9, "signed-in"],
  ]);
  await expect(database.execute(sql`delete from audit_entries`)).rejects.toThrow("Failed query");
});

test("where a user acted from is forgotten, and where others acted on the user is not", async () => {
  await record({ subjectId: judge, actor: { ...own(), userId: member } });
  await record({ subjectId: member, actor: { ...own(), userId: null }, act: "sign-in-failed" });
  await record();
  await forgetActorLocations(database, member);
  expect((await ofPeople()).map(({ ip, userAgent }) => [ip, userAgent])).toEqual([
    [null, null],
    [null, null],
    ["203.0.113.9", "Firefox, Windows"],
  ]);
  await expect(database.execute(sql`update audit_entries set ip = null`)).rejects.toThrow(
    "Failed query",
  );
});

const own = () => ({ via: "portal" as const, ip: "198.51.100.7", userAgent: windows });
