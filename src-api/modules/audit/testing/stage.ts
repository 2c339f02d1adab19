import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { ActName, OwnAuditEntry } from "#shared/api/audit.ts";
import type { Role } from "#shared/active-member.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import type { UserCommand } from "#api/cli/users/user-command.ts";
import { desc, eq, or, sql } from "#api/infra/database/drizzle.ts";
import { auditEntries, type AuditEntry } from "#api/infra/audit/schema.ts";
import * as accounts from "#api/testing/account-requests.ts";
import type { ContentPortal } from "#api/testing/content-portal.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { findUser } from "#api/modules/accounts/users.ts";

/** What became of an attempt; commands and jobs have no status. */
type Outcome = { status: number | null };
type Somebody = { id: string } | null | undefined;

/** What an entry says besides its details, where it is not the usual. */
type Said = Partial<Pick<AuditEntry, "via" | "userAgent" | "actorName" | "actorEmail">> & {
  /** Whom it concerns: the story's user, unless it is somebody else, or nobody. A function where that is known afterwards. */
  about?: Somebody | (() => Promise<Somebody>);
  /** True where whoever it concerns did it, who was not signed in then. */
  bySelf?: true;
  /** True where it has neither network nor device. */
  isNowhere?: true;
  /** True where an entry follows what it records, in a transaction of its own. */
  isRecordedAfter?: true;
  /** True where a job does it once the request was answered, and repeats it until it is done. */
  isDoneByJob?: true;
};

/** Acts that are failures themselves: the attempt that is not recorded succeeds. */
const failures = new Set<ActName>(["password-refused", "second-factor-failed", "sign-in-failed"]);
const userAgent = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";
/** Fields of requests whose values are neither ids nor choices of a list. */
const secretFields =
  /^(answer|challenge|code|email|message|name|\w*password|query|reason|subject|text)$/i;

/** A token that belongs to nothing. */
export const unknown = "x".repeat(43);
export const right = { password: accounts.goodPassword };
export const wrong = { password: "not the password" };
export const newAddress = () => `${randomUUID()}@example.com`;

/** Returns what became of a request that is answered the same where there is nothing to do. */
export async function quiet(answer: Promise<{ status: number }>): Promise<Outcome> {
  const { status } = await answer;
  return { status: status < 400 ? null : status };
}

/** Returns where a story plays: its portal with content and a catalogue, an admin, a user, and the network that requests come from. */
export async function openStage(
  portal: ContentPortal,
  ip: string,
  recorded: Set<string>,
  concerns: "user" | "nobody",
) {
  const { database } = portal.portal;
  const { actorId, subjectId } = auditEntries;
  /** What was typed and handed out, none of which may get into the trail. */
  const secrets = new Set([wrong.password, accounts.goodPassword, accounts.newPassword]);
  const hide = (...some: string[]) => some.forEach((secret) => secrets.add(secret));
  /** Who did the last thing; a command unless somebody sent a request. */
  let last: { via: AuditEntry["via"]; id: string | null };
  let keyOfStep = randomUUID();

  /** Returns what sends requests, and runs the jobs that they cause. Those about one member keep their key when repeated. */
  const requestsOf = (id: string | null, token?: string, from = ip) => {
    const send = (method: Parameters<typeof accounts.call>[1]) => (path: string, body?: object) => {
      last = { via: "portal", id };
      for (const [name, value] of Object.entries(path === "/discounts" ? {} : (body ?? {}))) {
        if (secretFields.test(name) && typeof value === "string") hide(value);
      }
      if (token) hide(accounts.currentToken(token));
      const key = path.startsWith("/members/") ? keyOfStep : randomUUID();
      const file = Buffer.isBuffer(body) && { "content-type": "text/csv" };
      const headers = { "user-agent": userAgent, "idempotency-key": key, ...file };
      const sent = { ip: from, body, headers, ...(token && { token }) };
      return accounts.call(portal, method, path, sent);
    };
    return { get: send("GET"), post: send("POST"), put: send("PUT"), delete: send("DELETE") };
  };

  /** Creates a user who is signed in. */
  const somebody = async (...roles: Role[]) => {
    const [name, email] = ["Wilhelmina Oak", newAddress()];
    const id = await accounts.claimedUser(portal, email, { name, roles });
    const token = await createSession(portal.portal, id, userAgent);
    hide(name, email, token);
    return { id, name, email, roles, token, ...requestsOf(id, token) };
  };
  const [admin, user] = [await somebody("ROLE_ADMIN"), await somebody()];

  /** Runs a command or a job. One that refuses is an outcome; everything else that it throws is an error. */
  const run = async (work: () => Promise<unknown>): Promise<Outcome> => {
    last = { via: "command", id: null };
    try {
      await work();
      return { status: null };
    } catch (error) {
      if (error instanceof CommandError) return { status: 422 };
      throw error;
    }
  };

  const users = (command: UserCommand) => run(() => runUserCommand(portal.portal, command));

  /** Returns the entries of an act, oldest first. */
  const entriesOf = (act: ActName): Promise<AuditEntry[]> =>
    database.select().from(auditEntries).where(eq(auditEntries.act, act)).orderBy(auditEntries.id);

  /** Does something while entries of the act cannot be written. Returns whether it was done nevertheless. */
  const isDoneUnrecorded = async (act: ActName, perform: () => Promise<Outcome>) => {
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
  };

  /** Expects that somebody sees what names the own account, and nothing else. */
  const expectOwnPart = async (id: string, entry?: AuditEntry): Promise<void> => {
    if (!(await findUser(database, id))) return; // deleted
    const token = await createSession(portal.portal, id, "");
    const { body } = await accounts.call(portal, "GET", "/me/audit?limit=100", { token });
    const seen: OwnAuditEntry[] = body.items;
    const named = await database
      .select({ id: auditEntries.id })
      .from(auditEntries)
      .where(or(eq(actorId, id), eq(subjectId, id)))
      .orderBy(desc(auditEntries.at), desc(auditEntries.id));
    expect(seen.map((shown) => shown.id)).toEqual(named.map((row) => row.id));
    expect(body.nextCursor).toBeNull();
    if (!entry) return;
    const parties = { command: "team", provider: "provider", portal: "team" } as const;
    const others = entry.via === "portal" && !entry.actorId ? "unknown" : parties[entry.via];
    const isOwn = entry.actorId === id;
    expect(seen.find((shown) => shown.id === entry.id)).toEqual({
      id: entry.id,
      at: entry.at.toISOString(),
      act: entry.act,
      by: isOwn ? "you" : others,
      ip: isOwn ? entry.ip : null,
      device: isOwn ? entry.userAgent : null,
    });
  };

  /** Expects that the details have nothing that was typed, mailed or handed out. */
  const expectNoSecrets = (details: object): void => {
    const mailed = portal.mails.flatMap(({ to, code, action }) => [
      to,
      code ?? "",
      action?.url.split("/").at(-1) ?? "",
    ]);
    const found = [...secrets, ...mailed].filter((secret) => secret.length > 3);
    const text = JSON.stringify(details);
    expect(found.filter((secret) => text.includes(secret))).toEqual([]);
  };

  /** Returns whether an attempt was refused; commands and jobs that do not say so count as `otherwise`. */
  const isRefusal = ({ status }: Outcome, otherwise: boolean) =>
    status === null ? otherwise : status >= 400 && status < 500;

  /**
   * Does an act, and expects that it is recorded with what was done, once, or not done at all. First it is attempted with an input
   * that is refused: without the right to, or where there is nothing to do. Returns what became of it.
   */
  const step = async <T, O extends Outcome>(
    act: ActName,
    attempt: (input: T) => Promise<O>,
    refused: T,
    done: T,
    details: AuditEntry["details"] = {},
    {
      about = concerns === "user" ? user : null,
      bySelf,
      isNowhere,
      isRecordedAfter,
      isDoneByJob,
      ...usual
    }: Said = {},
  ): Promise<O> => {
    keyOfStep = randomUUID();
    const isFailure = failures.has(act);
    const before = (await entriesOf(act)).length;
    expect(isRefusal(await attempt(refused), !isFailure)).toBe(!isFailure);
    expect(await entriesOf(act)).toHaveLength(before);
    const wasDone = !isRecordedAfter && (await isDoneUnrecorded(act, () => attempt(done)));
    expect(wasDone).toBe(isDoneByJob ?? false);
    expect(await entriesOf(act)).toHaveLength(before);
    const outcome = await attempt(done);
    const actor = last;
    expect(isRefusal(outcome, isFailure)).toBe(isFailure);
    const [entry, ...more] = (await entriesOf(act)).slice(before);
    expect(more).toEqual([]);
    if (!entry) throw new Error("The act was not recorded.");
    const whom = (typeof about === "function" ? await about() : about)?.id ?? null;
    const by = bySelf ? whom : actor.id;
    const isByAdmin = by === admin.id;
    const hasPlace = actor.via === "portal" && !isNowhere;
    expect(entry).toEqual({
      id: entry.id,
      act,
      at: portal.portal.now(),
      via: actor.via,
      actorId: by,
      actorName: isByAdmin ? admin.name : null,
      actorEmail: isByAdmin ? admin.email : null,
      ip: hasPlace ? ip : null,
      userAgent: hasPlace ? "Firefox, Windows" : null,
      subjectId: whom,
      details,
      ...usual,
    });
    recorded.add(act);
    expectNoSecrets(entry.details);
    for (const id of new Set([by, whom])) if (id !== null) await expectOwnPart(id, entry);
    await expectOwnPart((await somebody()).id);
    return outcome;
  };

  return {
    portal,
    hide,
    somebody,
    admin,
    user,
    run,
    users,
    step,
    /** Somebody who is not signed in, here and in another network. */
    nobody: requestsOf(null),
    from: (network: string) => requestsOf(null, undefined, network),
    /** Somebody whose session is unknown. */
    stranger: requestsOf(null, unknown),
    /** Does an act that asks for the password, and is refused with another one. */
    confirmed: (
      act: ActName,
      who: Pick<typeof admin, "post">,
      path: string,
      details: AuditEntry["details"] = {},
      { body, ...said }: Said & { body?: object } = {},
    ) => step(act, (typed) => who.post(path, { ...body, ...typed }), wrong, right, details, said),
    /** Runs a command about the user: one about an unknown address is refused. */
    commanded: (
      act: ActName,
      of: (email: string) => UserCommand,
      details?: AuditEntry["details"],
    ) => step(act, (email: string) => users(of(email)), newAddress(), user.email, details),
  };
}

/** Somebody who sends requests. */
export type Sender = Stage["nobody"];
export type Stage = Awaited<ReturnType<typeof openStage>>;
export type Story = (stage: Stage) => Promise<void>;
