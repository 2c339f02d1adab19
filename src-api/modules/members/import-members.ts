import { randomUUID } from "node:crypto";
import { once } from "node:events";
import * as z from "zod/mini";
import { isAdmin } from "#shared/active-member.ts";
import type { ActName } from "#shared/api/audit.ts";
import type { Period } from "#shared/api/cart.ts";
import type { ImportField, ImportNoticeCode, ImportOutcome } from "#shared/api/member-imports.ts";
import { dayMs } from "#shared/durations.ts";
import { defaultLanguage } from "#shared/languages.ts";
import { minorDigits } from "#shared/money.ts";
import {
  commandActor,
  memberActor,
  providerActor,
  recordAct,
} from "#api/infra/audit/record-act.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import { type Database, sqlState } from "#api/infra/database/connect.ts";
import {
  and,
  asc,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  max,
  ne,
  or,
  sql,
} from "#api/infra/database/drizzle.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { businessDay } from "#api/infra/written-time.ts";
import { lockUsers, type User, users } from "#api/modules/accounts/module.ts";
import {
  attachForeignCustomer,
  findBelongings,
  findPlans,
  type FoundCustomer,
  readForeignCustomer,
} from "#api/modules/billing/module.ts";
import {
  gracePeriodMs,
  isInForce,
  liveMembership,
  subscriptions,
  type Subscription,
  unplanned,
  updateSubscription,
} from "#api/modules/membership/module.ts";
import { findReaders, importConsents, type KnownReader } from "#api/modules/readers/module.ts";
import type { Portal } from "#api/portal.ts";
import {
  type ImportContext,
  type ImportedMember,
  type ImportedMembership,
  type Notice,
  priceProblem,
  readLine,
} from "./import-line.ts";
import { memberImportLines, memberImports, memberLabels, memberNotes } from "./schema.ts";

type ImportPortal = Pick<Portal, "database" | "brand" | "now" | "payments" | "jobs">;
type MemberImportRow = typeof memberImports.$inferSelect;
type LineRow = typeof memberImportLines.$inferSelect;

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

/** What a line does to an account: each part is null or empty where it does nothing. */
type Changes = {
  begins: ImportedMembership | null;
  /** Of the imported membership that is there. */
  changes: (Partial<Subscription> & { id: string }) | null;
  labels: string[];
  note: string | null;
  consent: "given" | "withdrawn" | null;
  found: FoundCustomer | null;
};

/** What a line comes to. */
type Decision = {
  line: number;
  outcome: ImportOutcome;
  notices: Notice[];
  member: ImportedMember | null;
  user: User | null;
  changes: Changes | null;
};

/** What is stored of the owner of an address. */
type Standing = {
  user: User | null;
  subscriptions: Subscription[];
  labels: Set<string>;
  notes: Set<string>;
  reader: KnownReader | undefined;
  /** When something was last done here about the membership, by act; not what a payment provider reported. */
  acts: Map<ActName, Date>;
};

const membershipActs = [
  "membership-cancelled",
  "membership-ended",
  "membership-granted",
  "membership-resumed",
  "membership-switched",
  "payment-refunded",
] as const satisfies readonly ActName[];

/** Returns what is stored of the owners of addresses, by address. */
async function findStandings(
  database: Database,
  emails: readonly string[],
): Promise<(email: string) => Standing> {
  const found = await database
    .select()
    .from(users)
    .where(inArray(users.email, [...emails]));
  const ids = found.map(({ id }) => id);
  const [owned, labels, notes, acts] = await Promise.all([
    database.select().from(subscriptions).where(inArray(subscriptions.userId, ids)),
    database.select().from(memberLabels).where(inArray(memberLabels.userId, ids)),
    database
      .select({ userId: memberNotes.userId, text: memberNotes.text })
      .from(memberNotes)
      .where(inArray(memberNotes.userId, ids)),
    database
      .select({
        userId: auditEntries.subjectId,
        act: auditEntries.act,
        at: max(auditEntries.at),
      })
      .from(auditEntries)
      .where(
        and(
          inArray(auditEntries.subjectId, ids),
          inArray(auditEntries.act, [...membershipActs]),
          ne(auditEntries.via, providerActor.via),
        ),
      )
      .groupBy(auditEntries.subjectId, auditEntries.act),
  ]);
  const readers = await findReaders(database, emails);
  const byEmail = new Map(found.map((user) => [user.email, user]));
  const ownedBy = Map.groupBy(owned, ({ userId }) => userId);
  const labelsBy = Map.groupBy(labels, ({ userId }) => userId);
  const notesBy = Map.groupBy(notes, ({ userId }) => userId);
  const actsBy = Map.groupBy(acts, ({ userId }) => userId ?? "");
  return (email) => {
    const user = byEmail.get(email) ?? null;
    const of = <Row>(rows: Map<string, Row[]>): Row[] => (user && rows.get(user.id)) ?? [];
    return {
      user,
      subscriptions: of(ownedBy),
      labels: new Set(of(labelsBy).map(({ label }) => label)),
      notes: new Set(of(notesBy).map(({ text }) => text)),
      reader: readers.get(email),
      acts: new Map(of(actsBy).flatMap(({ act, at }) => (at ? [[act, at]] : []))),
    };
  };
}

/** What the provider has of the customer of a line, or why that is not known; none for a line whose customer it does not know. */
type Answer = FoundCustomer | "not-asked" | "unanswered";
export type Answers = ReadonlyMap<number, Answer>;

type ReadLines = ReturnType<typeof readLines>;

/** How far a check asks. */
type AskLimit = { lastAsked: number; signal: AbortSignal };

/** Asks the provider about the members whom lines name a customer or a subscription of. */
async function ask(portal: Pick<Portal, "payments">, lines: ReadLines, limit?: AskLimit) {
  const { signal, lastAsked = Infinity } = limit ?? {};
  const answers = new Map<number, Answer>();
  const errors: unknown[] = [];
  const naming = lines.flatMap(({ line, member }) =>
    member && (member.customer || member.subscription) ? [{ line, ...member }] : [],
  );
  const waiting = new Set(naming.map(({ line }) => line));
  const queue = naming.filter(({ line }) => line <= lastAsked);
  const askNext = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (signal?.aborted) return;
      const { line, customer, subscription } = next;
      let answer: Answer | null;
      try {
        answer = await readForeignCustomer(portal, { customer, subscription });
      } catch (error) {
        errors.push(error);
        answer = "unanswered";
      }
      if (signal?.aborted) return;
      waiting.delete(line);
      if (answer) answers.set(line, answer);
    }
  };
  const all = Promise.all(Array.from({ length: asksAtOnce }, askNext));
  await (signal && !signal.aborted ? Promise.race([all, once(signal, "abort")]) : all);
  for (const line of waiting) answers.set(line, "not-asked");
  return { answers, errors, asked: naming.length };
}

/** Asks the provider about members as far as there is time: a check may lack some answers. */
export const askInTime = async (
  portal: Pick<Portal, "payments">,
  lines: ReadLines,
  limit: AskLimit,
): Promise<Answers> => (await ask(portal, lines, limit)).answers;

const statusCode = z.object({ statusCode: z.number() });

/** Returns the HTTP status of the answer that an error is about, if there was one. */
const statusOf = (error: unknown): number | undefined =>
  statusCode.safeParse(error).data?.statusCode;

/** Returns whether the provider will refuse the same request again, whoever sends it. */
const isLasting = (error: unknown): boolean => [400, 402, 404].includes(statusOf(error) ?? 0);

/**
 * Asks the provider about members. Rejects while it takes no more requests, or gives no answer at all: the batch is repeated later.
 * An error about some of the members is theirs.
 */
async function askProvider(portal: Pick<Portal, "payments">, lines: ReadLines): Promise<Answers> {
  const { answers, errors, asked } = await ask(portal, lines);
  const error = errors.find((one) => !isLasting(one));
  const isOutage = error !== undefined && errors.length === asked;
  if (isOutage || errors.some((one) => statusOf(one) === 429)) {
    throw new Error("The payment provider gives no answers.", { cause: error });
  }
  return answers;
}

/** What the provider knows of the membership of a member: it counts more than the file. */
type There = { membership: ImportedMembership | null; notices: Notice[]; isRefused?: true };

/**
 * Returns the membership that a member has at the provider by now: the file may be days old. One whose period is not paid yet is in its
 * grace. Those taken over are the portal's. Null: only the file knows.
 */
function membershipThere(
  { subscriptions: theirs }: FoundCustomer,
  { subscription, membership, agreed }: ImportedMember,
  { now, plans }: ImportContext,
): There | null {
  const isNamed = ({ reference }: { reference: string }) => reference === subscription;
  const planOf = (period: Period | null) => plans.find((one) => one.period === period);
  const own = theirs.filter(({ takenOver }) => !takenOver);
  const running = own.filter(({ status }) => status !== "ended");
  const current = running.filter(({ status, periodEnd }) => {
    const grace = status === "alive" ? gracePeriodMs : 0;
    return periodEnd.getTime() > now.getTime() - grace;
  });
  const counted =
    current.find(isNamed) ?? current.find(({ period }) => planOf(period)) ?? current[0];
  if (!counted) {
    const until = membership?.endsAt;
    // One that was ended early was paid until the day that the file has.
    const hasEnded = own.some(
      (one) => isNamed(one) || (until && one.periodEnd.getTime() >= until.getTime() - dayMs),
    );
    const isOverdue = running.some(({ status }) => status === "alive");
    if (!isOverdue && !hasEnded) return null;
    const code = isOverdue ? "overdue-there" : "ended-there";
    return { membership: null, notices: [{ code, value: "Stripe" }] };
  }
  const { status, periodEnd, anchor, period } = counted;
  const paid = { endsAt: periodEnd, isCancelled: status === "ending" };
  const plan = planOf(period);
  const listed = counted.price?.amount === 0 ? null : counted.price;
  // Coupons are not in the price of a subscription.
  const isAgreed =
    agreed?.period === period && agreed.price.currency === (listed ?? agreed.price).currency;
  const price = agreed && isAgreed ? agreed.price : listed;
  if (plan && period && price) {
    const code = priceProblem(price);
    if (code) {
      const value = `${price.amount / 10 ** minorDigits(price.currency)} ${price.currency}`;
      return { membership: null, notices: [{ code, field: "price", value }], isRefused: true };
    }
    const bought = { source: "purchase", sku: plan.sku, period, price } as const;
    return { membership: { ...bought, ...paid, anchorAt: anchor }, notices: [] };
  }
  if (membership?.source !== "purchase") return null;
  return { membership: { ...membership, ...paid, anchorAt: periodEnd }, notices: [] };
}

/** Notices about a membership that a file does not have, but the provider. */
const superseded = new Set<ImportNoticeCode>([
  "day-missing",
  "day-over",
  "ended-there",
  "no-membership",
]);

/** Decides what a line does to an account that has got nothing of this import yet. */
function decideMembership(
  wanted: ImportedMembership,
  standing: Standing,
  { now, timeZone }: ImportContext,
  answer: Answer | undefined,
  say: (notice: Notice) => void,
): Pick<Changes, "begins" | "changes"> {
  const live = standing.subscriptions.find(
    (one) => one.status === "pending" || isInForce(one, now),
  );
  const nothing = { begins: null, changes: null };
  const doneSince = (since: Date | null, ...acts: ActName[]) =>
    since !== null && acts.some((act) => (standing.acts.get(act) ?? since) > since);
  const until = wanted.endsAt?.toISOString() ?? null;
  if (!live) {
    const isEndedHere = standing.subscriptions.some(({ importedAt }) =>
      doneSince(importedAt, "membership-ended", "payment-refunded"),
    );
    if (isEndedHere) {
      say({ code: "ended-here" });
      return nothing;
    }
    if (wanted.source === "grant") say({ code: "grant-begins", until });
    else {
      const { isCancelled, period, price } = wanted;
      const code = isCancelled ? "membership-begins-ending" : "membership-begins";
      say({ code, until, period, price });
      const hasCard = typeof answer === "object" && answer.card !== null;
      if (!isCancelled && !hasCard && answer !== "not-asked") say({ code: "needs-card" });
    }
    return { begins: wanted, changes: null };
  }
  if (live.importedAt === null || live.source !== wanted.source || live.status === "pending") {
    say({ code: "has-membership" });
    return nothing;
  }
  const { endsAt, importedAt } = live;
  const day = (at: Date) => businessDay(at, timeZone);
  const isLonger = endsAt !== null && (wanted.endsAt === null || day(wanted.endsAt) > day(endsAt));
  const isShorter = endsAt === null || (wanted.endsAt !== null && day(wanted.endsAt) < day(endsAt));
  const changes: Partial<Subscription> = {};
  // A renewal that is tried here is not paid there.
  const isLocked = live.status === "past_due" || doneSince(importedAt, "membership-granted");
  if (isLonger && isLocked) say({ code: "continued-here" });
  else if (isLonger) {
    changes.endsAt = wanted.endsAt;
    if (wanted.source === "purchase" && !doneSince(importedAt, "membership-switched")) {
      const { anchorAt, sku, period, price } = wanted;
      Object.assign(changes, { anchorAt, sku, period, price: price.amount });
      changes.currency = price.currency;
    }
    say({ code: "paid-longer", until });
  }
  if (wanted.source === "purchase" && wanted.isCancelled !== live.cancelAtPeriodEnd) {
    const isTakenOver =
      typeof answer === "object" && answer.subscriptions.some(({ takenOver }) => takenOver);
    const hasDecidedHere = doneSince(importedAt, "membership-cancelled", "membership-resumed");
    const isNewer = wanted.isCancelled ? !isShorter && !isTakenOver && !isLocked : isLonger;
    if (hasDecidedHere || !isNewer) say({ code: "continued-here" });
    else {
      changes.cancelAtPeriodEnd = wanted.isCancelled;
      if (wanted.isCancelled) changes.endsAt = wanted.endsAt;
      say({ code: wanted.isCancelled ? "cancelled-there" : "resumed-there" });
    }
  }
  const hasChanges = Object.keys(changes).length > 0;
  return { begins: null, changes: hasChanges ? { ...changes, id: live.id } : null };
}

function decideConsent(
  { consent }: ImportedMember,
  reader: KnownReader | undefined,
  say: (notice: Notice) => void,
): Changes["consent"] {
  if (consent?.isGiven && reader?.hasLeft) say({ code: "unsubscribed-here" });
  if (consent?.isGiven && !reader) {
    say({ code: "consent-added" });
    return "given";
  }
  // Also of who is not known yet: an older file may still say that they agree.
  const isKept = reader && (reader.source !== "import" || reader.hasLeft);
  if (consent && !consent.isGiven && !isKept) {
    say({ code: "consent-withdrawn" });
    return "withdrawn";
  }
  return null;
}

/** Decides what a line does, without doing it. */
function decide(
  line: number,
  { member: read, notices: about }: ReturnType<typeof readLine>,
  standing: Standing,
  context: ImportContext,
  { answer, isSecond }: { answer: Answer | undefined; isSecond: boolean },
): Decision {
  const { user } = standing;
  if (!read) return { line, outcome: "refused", notices: about, member: null, user, changes: null };
  if (user && isAdmin(user)) {
    const notices = [{ code: "is-admin" } as const];
    return { line, outcome: "unchanged", notices, member: read, user, changes: null };
  }
  const found = typeof answer === "object" && !isSecond ? answer : undefined;
  const there =
    found && read.membership?.source !== "grant" ? membershipThere(found, read, context) : null;
  if (there?.isRefused) {
    return { line, outcome: "refused", notices: there.notices, member: null, user, changes: null };
  }
  const fromFile = answer === "unanswered" || isSecond ? null : read.membership;
  const membership = there ? there.membership : fromFile;
  const notices: Notice[] = user ? [] : [{ code: "account-created" }];
  const say = (notice: Notice) => void notices.push(notice);
  const changes: Changes = {
    ...(membership
      ? decideMembership(membership, standing, context, answer, say)
      : { begins: null, changes: null }),
    labels: read.labels.filter((label) => !standing.labels.has(label)),
    note: read.note !== null && !standing.notes.has(read.note) ? read.note : null,
    consent: decideConsent(read, standing.reader, say),
    found: found ?? null,
  };
  if (changes.labels.length > 0) say({ code: "labels-added", value: changes.labels.join(", ") });
  if (changes.note !== null) say({ code: "note-added" });
  if (isSecond) say({ code: "stripe-second" });
  if (answer === "not-asked") say({ code: "stripe-not-asked" });
  if (answer === "unanswered") say({ code: "stripe-unanswered" });
  if (!answer && (read.customer || read.subscription)) say({ code: "stripe-unknown" });
  notices.push(...(there?.notices ?? []));
  const said = new Set(notices.map(({ code }) => code));
  const isFileSuperseded = there !== null || isSecond || typeof answer === "string";
  notices.push(
    ...about.filter(({ code }) => !said.has(code) && !(isFileSuperseded && superseded.has(code))),
  );
  const { begins, labels, note, consent } = changes;
  const hasChanges = begins ?? changes.changes ?? note ?? consent ?? (labels.length > 0 || null);
  const outcome = !user ? "created" : hasChanges ? "changed" : "unchanged";
  return { line, outcome, notices, member: read, user, changes };
}

/** Returns what lines of an import are read with. */
export const contextOf = async (
  { database, brand, now }: Pick<Portal, "database" | "brand" | "now">,
  { mapping }: Pick<MemberImportRow, "mapping">,
): Promise<ImportContext> => ({
  now: now(),
  timeZone: brand.timeZone,
  languages: brand.languages,
  plans: await findPlans(database, defaultLanguage),
  mapping,
});

type Line = Pick<LineRow, "line" | "cells" | "notice">;

/** Reads lines; those that could not be parsed as CSV say so already. */
export const readLines = (lines: readonly Line[], context: ImportContext) =>
  lines.map(({ line, cells, notice }) => ({
    line,
    ...(notice === null
      ? readLine(cells, context)
      : { member: null, notices: JSON.parse(notice) as Notice[] }), // written by the upload
  }));

/** Decides what lines do now. */
export async function decideLines(
  database: Database,
  read: ReadLines,
  context: ImportContext,
  { repeated: { first, holders }, answers }: { repeated: Repeated; answers: Answers },
): Promise<Decision[]> {
  const refuse = (line: number, notice: Notice): Decision => {
    return { line, outcome: "refused", notices: [notice], member: null, user: null, changes: null };
  };
  const found = [...answers.values()].filter((answer) => typeof answer === "object");
  const claimed = new Map(holders);
  const emails = read.flatMap(({ member }) => (member ? [member.email] : []));
  const standingOf = await findStandings(database, emails);
  const userIds = emails.flatMap((email) => standingOf(email).user?.id ?? []);
  const belongingOf = await findBelongings(database, found, userIds);
  return read.map(({ line, ...one }) => {
    const counts = first.get(one.member?.email ?? "");
    if (counts !== undefined && counts !== line) {
      return refuse(line, { code: "address-twice", field: "email", line: counts });
    }
    const answer = answers.get(line);
    const customer = typeof answer === "object" ? answer : undefined;
    const standing = standingOf(one.member?.email ?? "");
    const belonging = customer && belongingOf(customer, standing.user?.id);
    if (one.member) {
      const { email } = one.member;
      const names = [one.member.customer, one.member.subscription, customer?.customer ?? null];
      const isClaimed = names.some((name) => name && (claimed.get(name) ?? email) !== email);
      // Two memberships would be charged to one customer.
      if (belonging === "of-other-user" || (belonging !== "own" && isClaimed)) {
        return refuse(line, { code: "stripe-of-other" });
      }
    }
    const isSecond = belonging === "has-other";
    const decision = decide(line, one, standing, context, { answer, isSecond });
    if (decision.changes?.found && decision.member) {
      claimed.set(decision.changes.found.customer, decision.member.email);
    }
    return decision;
  });
}

/** What a file has more than once. */
type Repeated = {
  /** The line that counts, by address. */
  first: ReadonlyMap<string, number>;
  /** The address that counts, by the provider's name of a customer or a subscription. */
  holders: ReadonlyMap<string, string>;
};

/**
 * Returns the addresses, customers and subscriptions that a file has more than once. The first line with a membership counts, else the
 * first one that can be imported.
 */
export async function findRepeated(
  database: Database,
  { id }: Pick<MemberImportRow, "id">,
  context: ImportContext,
): Promise<Repeated> {
  const { columns } = context.mapping;
  const isOfImport = eq(memberImportLines.importId, id);
  const isRepeated = (field: ImportField) => {
    const column = columns[field];
    if (column === undefined) return undefined;
    const value = sql`lower(trim(${memberImportLines.cells} ->> ${column}::text))`;
    return sql`${value} in (select lower(trim(cells ->> ${column}::text)) from member_import_lines where import_id = ${id} and cells ->> ${column}::text <> '' group by 1 having count(*) > 1)`;
  };
  const repeated = or(
    isRepeated("email"),
    isRepeated("stripe_customer_id"),
    isRepeated("stripe_subscription_id"),
  );
  const rows = await database
    .select()
    .from(memberImportLines)
    .where(and(isOfImport, repeated))
    .orderBy(asc(memberImportLines.line));
  const first = new Map<string, number>();
  const holders = new Map<string, string>();
  const read = readLines(rows, context);
  for (const isMember of [true, false]) {
    for (const { line, member } of read) {
      if (!member || (member.membership !== null) !== isMember) continue;
      const { email, customer, subscription } = member;
      if (!first.has(email)) first.set(email, line);
      for (const name of [customer, subscription]) {
        if (name && !holders.has(name)) holders.set(name, email);
      }
    }
  }
  return { first, holders };
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
    notice: JSON.stringify(notices),
    user_id: userId,
  }));
  await tx.execute(sql`
    update member_import_lines l
    set outcome = r.outcome, notice = r.notice, user_id = r.user_id
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(line int, outcome text, notice text, user_id uuid)
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
    const none = { created: 0, changed: 0, unchanged: 0, refused: 0 };
    const outcomes = counts.get(row.importId) ?? none;
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

const uniqueViolation = "23505";

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
      if (sqlState(error) !== uniqueViolation || failures > 3) throw error;
    }
  }
}
