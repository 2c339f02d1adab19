import { beforeEach, describe, expect, test } from "vitest";
import type { ActName, OwnAuditEntry } from "#shared/api/audit.ts";
import { desc, eq, or, sql } from "#api/infra/database/drizzle.ts";
import { auditEntries, type AuditEntry } from "#api/infra/audit/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { sampleContent } from "#api/testing/sample-content.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { findUser } from "#api/modules/accounts/users.ts";
import { importCatalogue } from "#api/modules/billing/catalogue.ts";
import { peopleActs } from "./testing/people-acts.ts";
import { draftFiles, portalActs } from "./testing/portal-acts.ts";
import {
  openStage,
  type Outcome,
  type PreparedAct,
  type Stage,
  type Ways,
} from "./testing/stage.ts";

/** Every act with the way, or the ways, in which it is done. An act that is missing here does not compile. */
const everyAct: Record<ActName, Ways> = { ...peopleActs, ...portalActs };
const scenes = Object.entries(everyAct).flatMap(([act, ways]) =>
  Object.entries(typeof ways === "function" ? { once: ways } : ways).map(([way, scene]) => ({
    act,
    way,
    scene,
  })),
);

/** Acts that are failures themselves: the attempt that is not recorded succeeds. */
const failures = new Set(["password-refused", "second-factor-failed", "sign-in-failed"]);

let stage: Stage;
let networks = 0;
const folder = await forFile(temporaryFolder());
const portal = await forFile(
  createContentPortal({ ...sampleContent, ...draftFiles }, {}, { dataDir: folder.path }),
);
await importCatalogue(portal.portal, { demo: true });
beforeEach(async () => {
  networks += 1;
  stage = await openStage(portal, `203.0.113.${networks}`);
});

const { actorId, subjectId } = auditEntries;

/** Returns the entries of an act, oldest first. */
const entriesOf = (act: string): Promise<AuditEntry[]> =>
  portal.portal.database
    .select()
    .from(auditEntries)
    .where(sql`${auditEntries.act} = ${act}`)
    .orderBy(auditEntries.id);

/** Does something while entries of the act cannot be written. Returns whether it was done nevertheless. */
async function whileUnrecorded(act: string, perform: PreparedAct["perform"]): Promise<boolean> {
  const { database } = portal.portal;
  const check = sql.raw(`check (act <> '${act}') not valid`);
  await database.execute(sql`alter table audit_entries add constraint unrecorded ${check}`);
  try {
    const { status } = await perform();
    return status === null || status < 500;
  } catch {
    return false;
  } finally {
    await database.execute(sql`alter table audit_entries drop constraint unrecorded`);
  }
}

/** Returns what somebody sees of the trail, whole. */
async function seenBy(id: string): Promise<OwnAuditEntry[]> {
  const token = await createSession(portal.portal, id, "");
  const { body } = await call(portal, "GET", "/me/audit?limit=100", { token });
  expect(body.nextCursor).toBeNull();
  return body.items;
}

const partiesOf = { command: "team", provider: "provider", portal: "team" } as const;

/** Returns how a user whom an entry names has to see it. */
function shownTo(id: string, entry: AuditEntry): OwnAuditEntry {
  const others = entry.via === "portal" && !entry.actorId ? "unknown" : partiesOf[entry.via];
  const isOwn = entry.actorId === id;
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    act: entry.act,
    by: isOwn ? "you" : others,
    ip: isOwn ? entry.ip : null,
    device: isOwn ? entry.userAgent : null,
  };
}

/** Expects that somebody sees what names the own account, and nothing else. */
async function expectOwnPart(id: string, entry: AuditEntry): Promise<void> {
  if (!(await findUser(portal.portal.database, id))) return; // deleted
  const seen = await seenBy(id);
  expect(seen.find((shown) => shown.id === entry.id)).toEqual(shownTo(id, entry));
  const named = await portal.portal.database
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(or(eq(actorId, id), eq(subjectId, id)))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id));
  expect(seen.map((shown) => shown.id)).toEqual(named.map((row) => row.id));
}

/** Expects that the details have nothing that was typed, mailed or handed out. */
function expectNoSecrets({ details }: AuditEntry): void {
  const mailed = portal.mails.flatMap(({ to, code, action }) => [
    to,
    code ?? "",
    action?.url.split("/").at(-1) ?? "",
  ]);
  const text = JSON.stringify(details);
  const secrets = [...stage.secrets, ...mailed].filter((secret) => secret.length > 3);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
}

/** Returns whether an attempt was refused; commands and jobs that do not say so count as `otherwise`. */
const isRefusal = ({ status }: Outcome, otherwise: boolean) =>
  status === null ? otherwise : status >= 400 && status < 500;

describe.each(scenes)("$act: $way", ({ act, scene }) => {
  test("is recorded with what was done, once, or not done at all", async () => {
    const { refused, perform, said, isRecordedAfter, isDoneByJob } = await scene(
      stage,
      await stage.somebody(),
    );
    const isFailure = failures.has(act);
    const before = (await entriesOf(act)).length;
    expect(isRefusal(await refused(), !isFailure)).toBe(!isFailure);
    expect(await entriesOf(act)).toHaveLength(before);
    const wasDone = isRecordedAfter ? false : await whileUnrecorded(act, perform);
    expect(wasDone).toBe(isDoneByJob ?? false);
    expect(await entriesOf(act)).toHaveLength(before);
    expect(isRefusal(await perform(), isFailure)).toBe(isFailure);
    const [entry, ...more] = (await entriesOf(act)).slice(before);
    expect(more).toEqual([]);
    if (!entry) throw new Error("The act was not recorded.");
    const { id: _id, at, act: _act, actorName, actorEmail, ...rest } = entry;
    const isByAdmin = entry.actorId === stage.admin.id;
    const { name, email } = isByAdmin ? stage.admin : { name: null, email: null };
    expect([actorName, actorEmail]).toEqual([name, email]);
    expect(at).toEqual(portal.portal.now());
    expect(rest).toEqual(typeof said === "function" ? await said() : said);
    expectNoSecrets(entry);
    for (const id of new Set([entry.actorId, entry.subjectId])) {
      if (id !== null) await expectOwnPart(id, entry);
    }
    expect(await seenBy((await stage.somebody()).id)).toEqual([]);
  });
});
