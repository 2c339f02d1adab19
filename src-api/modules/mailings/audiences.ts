import type { MailingChoice } from "#shared/api/mailings.ts";
import type { Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, eq, isNotNull, notExists, sql } from "#api/infra/database/drizzle.ts";
import { users } from "#api/modules/accounts/module.ts";
import { isReader, weeklyMails } from "#api/modules/library/module.ts";
import { memberLabels } from "#api/modules/members/module.ts";
import { isMailable, readersTable } from "#api/modules/readers/module.ts";
import { mailingRecipients, type mailings } from "./schema.ts";

/** To whom mails go: a choice as it was made or is stored. */
type Audience = Pick<MailingChoice, "audience"> & { label?: string | null | undefined };

/** A subscriber of the weekly mail, or one of the readers' list. */
type PersonKey = { userId: string | null; readerId: string | null };

export type Person = PersonKey & { email: string; language: Language; isMember: boolean };

const recipient = mailingRecipients;

/** SQL: whether a person is an active member, also for those without an account. */
const isMember = (now: Date) => sql<boolean>`coalesce(${isReader(now)}, false)`;

/** SQL condition: the readers' list has a person, who may be mailed. */
const isOnList = () => and(isNotNull(readersTable.id), isMailable());

/** SQL condition: a person belongs to an audience. The weekly mail is for active members only. */
const belongsTo: Record<MailingChoice["audience"], (now: Date) => ReturnType<typeof and>> = {
  weekly: (now) => and(isNotNull(weeklyMails.userId), isMember(now)),
  agreed: () => isOnList(),
  members: (now) => and(isOnList(), isMember(now)),
  "not-members": (now) => and(isOnList(), sql`not ${isMember(now)}`),
};

/** SQL: identifies a person within an audience. Of each audience, addresses are unique. */
const idIn = (audience: Audience["audience"]) =>
  audience === "weekly" ? users.id : readersTable.id;

const hasLabel = (label: string) =>
  sql`exists (select from ${memberLabels} where ${memberLabels.userId} = ${users.id} and ${memberLabels.label} = ${label})`;

const isIn = ({ audience, label }: Audience, now: Date) =>
  and(belongsTo[audience](now), label ? hasLabel(label) : undefined);

/** Selects from everybody who may get mails: accounts and readers, each person once. */
function selectPeople(database: Database, { audience }: Audience, now: Date) {
  const isWeekly = audience === "weekly";
  return database
    .select({
      userId: isWeekly ? users.id : sql<null>`null`,
      readerId: isWeekly ? sql<null>`null` : readersTable.id,
      email: sql<string>`${isWeekly ? users.email : readersTable.email}`,
      language: sql<Language>`${isWeekly ? users.language : readersTable.language}`,
      isMember: isMember(now),
    })
    .from(users)
    .fullJoin(readersTable, eq(readersTable.userId, users.id))
    .leftJoin(weeklyMails, eq(weeklyMails.userId, users.id));
}

/** Returns how many people are in an audience now. */
export const countPeople = (database: Database, audience: Audience, now: Date): Promise<number> =>
  database.$count(selectPeople(database, audience, now).where(isIn(audience, now)).as("people"));

/** Returns a recipient of a mail who is still in its audience; null for one who is not any more. */
export async function findPerson(
  database: Database,
  audience: Audience,
  { userId, readerId, now }: PersonKey & { now: Date },
): Promise<Person | null> {
  const [person] = await selectPeople(database, audience, now).where(
    and(isIn(audience, now), eq(idIn(audience.audience), userId ?? readerId ?? "")),
  );
  return person ?? null;
}

/** Adds people of its audience who are not among the recipients of a mail yet. Returns the ids of their rows, at most `limit`. */
export async function addRecipients(
  tx: Database,
  mail: Pick<typeof mailings.$inferSelect, "id" | "audience" | "label">,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  // One column, since the planner cannot join by either of two.
  const isSame =
    mail.audience === "weekly"
      ? eq(recipient.userId, users.id)
      : eq(recipient.readerId, readersTable.id);
  const isAdded = tx
    .select({ id: recipient.id })
    .from(recipient)
    .where(and(eq(recipient.mailId, mail.id), isSame));
  const found = await selectPeople(tx, mail, now)
    .where(and(isIn(mail, now), notExists(isAdded)))
    .orderBy(asc(idIn(mail.audience)))
    .limit(limit);
  if (found.length === 0) return [];
  const added = await tx
    .insert(recipient)
    .values(
      found.map(({ userId, readerId }) => ({ mailId: mail.id, userId, readerId, enqueuedAt: now })),
    )
    .returning({ id: recipient.id });
  return added.map(({ id }) => id);
}

/** Returns the labels that accounts have, in alphabetical order. */
export async function listLabels(database: Database): Promise<string[]> {
  const rows = await database
    .selectDistinct({ label: memberLabels.label })
    .from(memberLabels)
    .orderBy(asc(memberLabels.label));
  return rows.map(({ label }) => label);
}
