import { and, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { MemberState } from "#shared/api/members.ts";
import type { Database } from "../../infra/database/connect.ts";
import { users, type User } from "../accounts/module.ts";
import { countedMemberships, usersWithFailedPayments } from "../subscriptions/module.ts";
import { creditNotes, invoices } from "../ledger/module.ts";
import { membershipInForce, subscriptions } from "../membership/module.ts";
import type { MemberCursor } from "./member-cursor.ts";

/** What members are looked for by. */
export type MemberFilter = { query: string; status: MemberState | undefined };

/** SQL condition: every word of the query begins a word of name or address; the index `users_search`. */
const hasWords = (query: string): SQL[] =>
  query
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(
      (word) =>
        sql`person_search_text(${users.name}, ${users.email}, ${users.unprovenEmail}) like '% ' || trim(content_search_text(${word})) || '%'`,
    );

const own = eq(subscriptions.userId, users.id);
const exists = (condition: SQL | undefined) =>
  sql`exists (select from ${subscriptions} where ${and(own, condition)})`;

/** SQL condition: a figure of this month counts a membership of the user. It begins with the memberships, which are few. */
const isCountedIn = (figure: "joined" | "left", now: Date) =>
  sql`${users.id} in (select ${subscriptions.userId} from ${subscriptions} where ${countedMemberships[figure](now)})`;

/** SQL conditions on a row of `users`, by state. */
const inState: Record<MemberState, (now: Date) => SQL> = {
  active: (now) => exists(membershipInForce(now)),
  "past-due": (now) => exists(countedMemberships.pastDue(now)),
  "payment-trouble": (now) => sql`${users.id} in ${usersWithFailedPayments(now)}`,
  joined: (now) => isCountedIn("joined", now),
  left: (now) => isCountedIn("left", now),
  ended: (now) =>
    sql`${exists(sql`${subscriptions.status} <> 'pending'`)} and not ${exists(membershipInForce(now))}`,
  none: () => sql`not ${exists(sql`${subscriptions.status} <> 'pending'`)}`,
};

const follows = (cursor: MemberCursor | undefined) =>
  cursor &&
  sql`(${users.createdAt}, ${users.id}) < (${sql.param(cursor.createdAt, users.createdAt)}::timestamptz, ${cursor.id}::uuid)`;

/** Returns accounts that match, newest first, those after the cursor. */
export const findMembers = (
  database: Database,
  { query, status }: MemberFilter,
  { now, cursor, limit }: { now: Date; cursor?: MemberCursor | undefined; limit: number },
): Promise<User[]> =>
  database
    .select()
    .from(users)
    .where(and(...hasWords(query), status && inState[status](now), follows(cursor)))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit);

/** Returns the account that a receipt or credit note with this number belongs to. */
export async function findByNumber(database: Database, number: string): Promise<User | undefined> {
  const ofReceipt = database
    .select({ userId: invoices.userId })
    .from(invoices)
    .where(eq(invoices.receiptNumber, number));
  const ofNote = database
    .select({ userId: invoices.userId })
    .from(creditNotes)
    .innerJoin(invoices, eq(invoices.id, creditNotes.invoiceId))
    .where(eq(creditNotes.number, number));
  const [user] = await database
    .select()
    .from(users)
    .where(inArray(users.id, ofReceipt.union(ofNote)));
  return user;
}

/** Returns the subscriptions that tell the state of users: the live one, else the latest that ended. */
export async function findStandings(database: Database, userIds: string[]) {
  if (userIds.length === 0) return new Map<string, never>();
  const rows = await database
    .selectDistinctOn([subscriptions.userId])
    .from(subscriptions)
    .where(inArray(subscriptions.userId, userIds))
    .orderBy(
      subscriptions.userId,
      sql`${subscriptions.status} = 'ended'`,
      desc(subscriptions.startedAt),
    );
  return new Map(rows.map((row) => [row.userId, row]));
}
