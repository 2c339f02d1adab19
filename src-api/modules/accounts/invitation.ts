import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import {
  acceptInvitation,
  checkInvitation,
  getInvitations,
  invitationDays,
  type Invitations,
  sendInvitations,
  testInvitation,
  testInvitationToken,
} from "#shared/api/invitations.ts";
import type { Member } from "#shared/api/members.ts";
import { dayMs } from "#shared/durations.ts";
import { languages, servedLanguage, type Language } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  asc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  lte,
  notExists,
  or,
  sql,
} from "#api/infra/database/drizzle.ts";
import { defineJob, patientRetries, PermanentFailure } from "#api/infra/jobs/job.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import { textPart } from "#api/infra/mail/html-part.ts";
import { sendOnce } from "#api/infra/mail/send-once.ts";
import { throttle, throttleRecipient } from "#api/infra/throttle/throttle.ts";
import { hashToken } from "#api/infra/tokens.ts";
import { refuseWhile } from "#api/modules/flags/module.ts";
import { liveStatuses, subscriptions } from "#api/modules/membership/module.ts";
import type { Portal, RouteSetup } from "#api/portal.ts";
import {
  consumeToken,
  deleteToken,
  insertToken,
  type Link,
  peekToken,
  tokenFor,
  tokensOf,
} from "./mailed-proofs.ts";
import { enqueueSecurityMail, maskAddress } from "./mails.ts";
import { requirePassword } from "./password.ts";
import { invitations, knownDevices, oneTimeTokens, type User, users } from "./schema.ts";
import { beginSession, presentSignIn } from "./sign-in.ts";
import { findUser, isProven, lockUser, type ProvenUser } from "./users.ts";

/** Serves the invitation of imported members: sending it, for admins, and its link. */
export async function invitationRoutes(
  app: FastifyInstance,
  { modules }: RouteSetup,
): Promise<void> {
  const { portal } = app;
  const { database, jobs, now } = portal;

  serve(app, getInvitations, async (_, request) => {
    const { name, email: to } = requireAdmin(request);
    return { ...(await countInvitations(database)), previews: previewsFor(portal, { name, to }) };
  });

  serve(app, sendInvitations, async ({ body: { memberIds, password } }, request) => {
    const session = requireAdmin(request);
    const confirmed = { session, ip: request.ip, password, field: "password" };
    const { act } = await requirePassword(portal, confirmed);
    const at = now();
    const invited = await act(async (tx) => {
      const ids = await invite(tx, at, memberIds);
      if (ids.length === 0) throw new ApiError("conflict");
      await recordAct(tx, {
        act: "members-invited",
        at,
        actor: actorOf(request),
        subjectId: (memberIds?.length === 1 && ids[0]) || null,
        details: { count: ids.length },
      });
      return ids.length;
    });
    // The schedule makes up for it if this fails.
    await jobs.offer(dueJob, {});
    return { invited };
  });

  serve(app, testInvitation, async ({ body: { language } }, request) => {
    const { userId, email: to } = requireAdmin(request);
    await throttleRecipient(portal, to, request.ip);
    await database.transaction((tx) => jobs.enqueue(tx, testMailJob, { userId, language }));
    return { to };
  });

  serve(app, checkInvitation, async ({ params: { token } }) => {
    const link = await peekToken(portal, "invitation", token);
    await requireAwaited(database, link, await findUser(database, link.userId));
    return {
      email: maskAddress(link.email),
      termsVersion: portal.brand.legalVersions.terms,
    };
  });

  serve(app, acceptInvitation, async ({ params: { token }, body }, request) => {
    await refuseWhile(portal, "loginDisabled");
    await throttle(portal, "invitation", request.ip, hashToken(token));
    const { terms } = portal.brand.legalVersions;
    if (body.termsVersion !== terms) throw new ApiError("terms-outdated");
    const begun = await acceptByLink(portal, token, terms, actorOf(request));
    return presentSignIn({ portal, modules }, begun, request.session, "token-invalid");
  });
}

/** Time after which a member who has not logged in is reminded. */
const remindAfterMs = 7 * dayMs;

const linkLifeMs = invitationDays * dayMs;

const hasDevice = (database: Database) =>
  database
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(eq(knownDevices.userId, users.id));

/** SQL condition: a user has no password and has never logged in. After the first login a user has a known device until the account is deleted. */
const isAwaited = (database: Database) =>
  and(isNull(users.passwordHash), isNotNull(users.email), notExists(hasDevice(database)));

/** SQL condition: a user has a membership. Users whose membership is over get no mail unless an admin chooses them. */
const isLiveMember = (database: Database) =>
  exists(
    database
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        and(eq(subscriptions.userId, users.id), inArray(subscriptions.status, [...liveStatuses])),
      ),
  );

/**
 * Returns the member whom a link invites. Throws `token-invalid` if the account was deleted or has another address, and `already-registered`
 * if the member has set a password or logged in since: a forwarded link must not open such an account.
 */
async function requireAwaited(
  database: Database,
  { userId, email }: Link,
  user: User | null,
): Promise<ProvenUser> {
  if (!user || !isProven(user) || user.email !== email) throw new ApiError("token-invalid");
  const awaited = await database.$count(users, and(eq(users.id, userId), isAwaited(database)));
  if (awaited === 0) throw new ApiError("already-registered");
  return user;
}

/**
 * Uses a link up and returns the token of a new session; the member's other links end, too. Mails the member about the device,
 * although it is the first one, since the link may have been forwarded.
 */
const acceptByLink = (
  { database, now, jobs }: Portal,
  token: string,
  termsVersion: string,
  actor: Actor,
): Promise<string> =>
  database.transaction(async (tx) => {
    const at = now();
    const { userId } = await peekToken({ database: tx, now }, "invitation", token);
    const locked = await lockUser(tx, userId);
    const used = await consumeToken({ database: tx, now }, "invitation", token);
    const user = await requireAwaited(tx, used, locked);
    await tx.delete(oneTimeTokens).where(tokensOf(userId, "invitation"));
    await tx.update(users).set({ termsVersion }).where(eq(users.id, userId));
    await tx.update(invitations).set({ acceptedAt: at }).where(eq(invitations.userId, userId));
    const by = { ...actor, userId };
    await recordAct(tx, { act: "invitation-accepted", at, actor: by, subjectId: userId });
    const device = { userAgent: actor.userAgent ?? "", ip: actor.ip ?? "" };
    // The same moment as `acceptedAt`, by which `requireFreshLogin` knows the session.
    const portal = { now: () => at, jobs };
    const begun = await beginSession(portal, tx, user, { ...device, factors: "mail" });
    if (begun === null) throw new ApiError("already-registered"); // a second factor is on
    await enqueueSecurityMail(portal, tx, "new-device", { user, actor, sessionId: null });
    return begun;
  });

/** Counts the imported members and the states of their invitations. */
async function countInvitations(database: Database): Promise<Omit<Invitations, "previews">> {
  const isInvited = isNotNull(invitations.userId);
  const hasCome = exists(hasDevice(database));
  const wasImported = database
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, users.id), isNotNull(subscriptions.importedAt)));
  const isUnsent = or(isNull(invitations.sentAt), eq(invitations.mails, 0));
  const countOf = (condition = sql`true`) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
  const [counted] = await database
    .select({
      imported: countOf(),
      notInvited: countOf(
        and(isNull(invitations.userId), isAwaited(database), isLiveMember(database)),
      ),
      invited: countOf(isInvited),
      waiting: countOf(and(isInvited, isUnsent, isAwaited(database))),
      reminded: countOf(isNotNull(invitations.remindedAt)),
      came: countOf(hasCome),
    })
    .from(users)
    .leftJoin(invitations, eq(invitations.userId, users.id))
    .where(or(isNull(users.passwordHash), isInvited, exists(wasImported)));
  if (!counted) throw new Error("A count has one row");
  return counted;
}

/** Returns the invitation of a member as admins see it; undefined for a member who was not and cannot be invited. */
export async function findInvitation(
  database: Database,
  userId: string,
  now: Date,
): Promise<Member["invitation"]> {
  const [row] = await database
    .select({
      isAwaited: sql<boolean>`${isAwaited(database)}`,
      requestedAt: invitations.requestedAt,
      isOver: sql<boolean>`coalesce(${isOver(now)}, false)`,
    })
    .from(users)
    .leftJoin(invitations, eq(invitations.userId, users.id))
    .where(eq(users.id, userId));
  if (!row?.isAwaited && !row?.requestedAt) return undefined;
  const { requestedAt } = row;
  return {
    sentAt: requestedAt?.toISOString() ?? null,
    isPossible: row.isAwaited && (requestedAt === null || row.isOver),
  };
}

/**
 * Records invitations and returns the invited members: all who have a membership and were not invited yet, or the chosen ones, who can be
 * invited again once their invitation is over.
 */
async function invite(tx: Database, at: Date, chosen?: readonly string[]): Promise<string[]> {
  const found = await tx
    .select({ userId: users.id })
    .from(users)
    .leftJoin(invitations, eq(invitations.userId, users.id))
    .where(
      and(
        isAwaited(tx),
        chosen ? inArray(users.id, [...chosen]) : isLiveMember(tx),
        or(isNull(invitations.userId), chosen && isOver(at)),
      ),
    );
  if (found.length === 0) return [];
  // If two admins do this at once, only one of them invites.
  const invited = await tx
    .insert(invitations)
    .values(found.map(({ userId }) => ({ userId, requestedAt: at })))
    .onConflictDoUpdate({
      target: invitations.userId,
      set: { requestedAt: at, sentAt: null },
      setWhere: isOver(at),
    })
    .returning({ userId: invitations.userId });
  return invited.map(({ userId }) => userId);
}

const wasSentBefore = (at: Date, ms: number) =>
  lte(invitations.sentAt, new Date(at.getTime() - ms));

/** Time after which a mail that the mail server never accepted is no longer retried: `patientRetries` end within three days and a few hours. */
const triedForMs = 4 * dayMs;

/** SQL condition: the link of an invitation has expired, or its mail was never accepted. */
const isOver = (at: Date) =>
  or(wasSentBefore(at, linkLifeMs), and(eq(invitations.mails, 0), wasSentBefore(at, triedForMs)));

/** Enqueues the mails of invitations, and of reminders that are due. */
const dueJob = defineJob({
  name: "accounts.invitations",
  payload: z.object({}),
  singleton: true,
  schedule: "*/5 * * * *",
  heartbeatSeconds: 30,
});

const mailKinds = ["invitation", "invitation-reminder"] as const;

const mailJob = defineJob({
  name: "accounts.mail-invitation",
  payload: z.object({
    userId: z.string(),
    kind: z.enum(mailKinds),
    /** Number of mails that were handed to the mail server before. */
    before: z.int(),
  }),
  retry: patientRetries,
});

const testMailJob = defineJob({
  name: "accounts.mail-invitation-test",
  payload: z.object({ userId: z.string(), language: z.enum(languages) }),
});

/** Number of mails that are enqueued in one transaction. */
const batch = 100;

/** Enqueues a batch of mails, and records that in the same transaction. Returns whether more may be due. */
const enqueueBatch = ({ database, jobs, now }: Portal): Promise<boolean> =>
  database.transaction(async (tx) => {
    const at = now();
    const { userId, sentAt, remindedAt, mails, requestedAt } = invitations;
    const isReminderDue = and(
      isNull(remindedAt),
      wasSentBefore(at, remindAfterMs),
      isLiveMember(tx),
    );
    const due = await tx
      .select({ userId, sentAt, mails })
      .from(invitations)
      .innerJoin(users, eq(users.id, userId))
      .where(and(isAwaited(tx), or(isNull(sentAt), isReminderDue)))
      .orderBy(asc(requestedAt), asc(userId))
      .limit(batch)
      .for("update", { of: invitations, skipLocked: true });
    for (const row of due) {
      // A member whose first mail was never accepted gets the invitation, not a reminder.
      const kind = row.sentAt && row.mails > 0 ? "invitation-reminder" : "invitation";
      await jobs.enqueue(tx, mailJob, { userId: row.userId, kind, before: row.mails });
      const changes = row.sentAt ? { remindedAt: at } : { sentAt: at };
      await tx.update(invitations).set(changes).where(eq(userId, row.userId));
    }
    return due.length === batch;
  });

type Recipient = { name: string; to: string };

function composeInvitation(
  { brand, config }: Pick<Portal, "brand" | "config">,
  kind: (typeof mailKinds)[number],
  { name, to }: Recipient,
  { language: wanted, token }: { language: Language; token: string },
) {
  const language = servedLanguage(brand.languages, wanted);
  const url = publicOrigin(config) + routePath("invitation", { token });
  return composeMail(kind, { to, language, url, values: { name, brand: brand.name } });
}

/** Returns the mail in each language of the portal, addressed to the admin. */
const previewsFor = (
  portal: Pick<Portal, "brand" | "config">,
  admin: Recipient,
): Invitations["previews"] =>
  portal.brand.languages.map((language) => {
    const link = { language, token: testInvitationToken };
    const mail = composeInvitation(portal, "invitation", admin, link);
    return { language, subject: mail.subject, text: textPart(mail, portal.brand) };
  });

/** Mails an invitation or reminder at most once, unless the member has logged in meanwhile. Each mail has its own link. */
async function mailInvitation(
  portal: Portal,
  { userId, kind, before }: z.infer<typeof mailJob.payload>,
): Promise<void> {
  const { database, mailer, now } = portal;
  const [user] = await database
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isAwaited(database)));
  if (!user || !isProven(user)) return;
  const { email: to, name, language } = user;
  const { token, row } = tokenFor("invitation", { userId, email: to }, now());
  const count = async (tx: Database, from: number, mails: number): Promise<boolean> => {
    const counted = await tx
      .update(invitations)
      .set({ mails })
      .where(and(eq(invitations.userId, userId), eq(invitations.mails, from)))
      .returning({ userId: invitations.userId });
    return counted.length > 0;
  };
  await sendOnce(mailer, composeInvitation(portal, kind, { name, to }, { language, token }), {
    claim: () =>
      database.transaction(async (tx) => {
        if (!(await count(tx, before, before + 1))) return false;
        await insertToken(tx, row);
        return true;
      }),
    release: (error) =>
      database.transaction(async (tx) => {
        await deleteToken(tx, row);
        if (!(error instanceof PermanentFailure)) await count(tx, before + 1, before);
      }),
  });
}

export function handleInvitations(portal: Portal): void {
  const { jobs, database, mailer } = portal;
  jobs.handle(dueJob, async () => {
    while (await enqueueBatch(portal));
  });
  jobs.handle(mailJob, (payload) => mailInvitation(portal, payload));
  jobs.handle(testMailJob, async ({ userId, language }) => {
    const admin = await findUser(database, userId);
    if (!admin || !isProven(admin)) return;
    const recipient = { name: admin.name, to: admin.email };
    const link = { language, token: testInvitationToken };
    await mailer.send(composeInvitation(portal, "invitation", recipient, link));
  });
}
