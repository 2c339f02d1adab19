import { isAdmin } from "#shared/active-member.ts";
import type { ActName } from "#shared/api/audit.ts";
import type { Period } from "#shared/api/cart.ts";
import type { ImportField, ImportNoticeCode, ImportOutcome } from "#shared/api/member-imports.ts";
import { dayMs } from "#shared/durations.ts";
import { minorDigits } from "#shared/money.ts";
import { providerActor } from "#api/infra/audit/record-act.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, eq, inArray, max, ne, or, sql } from "#api/infra/database/drizzle.ts";
import { businessDay } from "#api/infra/written-time.ts";
import { type User, users } from "#api/modules/accounts/module.ts";
import { findBelongings, type FoundCustomer } from "#api/modules/billing/module.ts";
import {
  gracePeriodMs,
  isInForce,
  subscriptions,
  type Subscription,
} from "#api/modules/membership/module.ts";
import { findReaders, type KnownReader } from "#api/modules/readers/module.ts";
import {
  type ImportContext,
  type ImportedMember,
  type ImportedMembership,
  priceProblem,
  type ReadLines,
  readLines,
} from "./import-line.ts";
import {
  memberImportLines,
  type MemberImportRow,
  memberLabels,
  memberNotes,
  type Notice,
} from "./schema.ts";

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
export type Decision = {
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
export type Answer = FoundCustomer | "not-asked" | "unanswered";

export type Answers = ReadonlyMap<number, Answer>;

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
  { member: read, notices: about }: Omit<ReadLines[number], "line">,
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
export type Repeated = {
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
