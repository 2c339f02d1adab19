import * as z from "zod/mini";
import type { MemberSort, MemberState } from "#shared/api/members.ts";
import { isDescending, sortedBy } from "#shared/sort.ts";
import { and, asc, desc, eq, inArray, sql, type SQL } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { hasWords, users, type User } from "#api/modules/accounts/module.ts";
import {
  countedMemberships,
  findBuyerByNumber,
  type SellerTime,
  usersWithFailedPayments,
} from "#api/modules/billing/module.ts";
import { membershipInForce, subscriptions } from "#api/modules/membership/module.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";
import { memberLabels } from "./schema.ts";

/** The last member of a page, with all that members are sorted by. */
const cursorSchema = z.object({ createdAt: cursorTime, name: z.string(), id: z.uuid() });
export type MemberCursor = z.infer<typeof cursorSchema>;

export const { format: formatMemberCursor, parse: parseMemberCursor } = createCursors(cursorSchema);

export type MemberFilter = { query: string; status: MemberState | undefined };

/** SQL: the index `users_search`. */
const memberText = sql`person_search_text(${users.name}, ${users.email}, ${users.unprovenEmail})`;

const own = eq(subscriptions.userId, users.id);
const exists = (condition: SQL | undefined) =>
  sql`exists (select from ${subscriptions} where ${and(own, condition)})`;

/** SQL condition: a figure of this month counts a membership of the user. It begins with the memberships, which are few. */
const isCountedIn = (figure: "joined" | "left", at: SellerTime) =>
  sql`${users.id} in (select ${subscriptions.userId} from ${subscriptions} where ${countedMemberships[figure](at)})`;

/** SQL conditions on a row of `users`, by state. */
const inState: Record<MemberState, (at: SellerTime) => SQL> = {
  active: ({ now }) => exists(membershipInForce(now)),
  "past-due": (at) => exists(countedMemberships.pastDue(at)),
  "payment-trouble": ({ now }) => sql`${users.id} in ${usersWithFailedPayments(now)}`,
  joined: (at) => isCountedIn("joined", at),
  left: (at) => isCountedIn("left", at),
  ended: ({ now }) =>
    sql`${exists(sql`${subscriptions.status} <> 'pending'`)} and not ${exists(membershipInForce(now))}`,
  none: () => sql`not ${exists(sql`${subscriptions.status} <> 'pending'`)}`,
};

/** SQL: what members are sorted by, of a row and of a cursor; the indexes `users_newest` and `users_name`. */
const sortKeys = {
  registered: {
    ofRow: sql`${users.createdAt}`,
    ofCursor: ({ createdAt }: MemberCursor) =>
      sql`${sql.param(createdAt, users.createdAt)}::timestamptz`,
  },
  name: {
    ofRow: sql`person_search_text(${users.name}, '', null)`,
    ofCursor: ({ name }: MemberCursor) => sql`person_search_text(${name}, '', null)`,
  },
};

/** Returns the SQL of an order, in which the id distinguishes equals, and the condition that a row follows a cursor in it. */
function inOrder(sort: MemberSort, cursor: MemberCursor | undefined) {
  const { ofRow, ofCursor } = sortKeys[sortedBy(sort)];
  const down = isDescending(sort);
  const direction = down ? desc : asc;
  const beyond = sql.raw(down ? "<" : ">");
  return {
    orderBy: [direction(ofRow), direction(users.id)],
    follows:
      cursor && sql`(${ofRow}, ${users.id}) ${beyond} (${ofCursor(cursor)}, ${cursor.id}::uuid)`,
  };
}

type PageOfMembers = SellerTime & {
  sort: MemberSort;
  cursor?: MemberCursor | undefined;
  limit: number;
};

/** Returns accounts that match, in an order, those after the cursor. */
export const findMembers = (
  database: Database,
  { query, status }: MemberFilter,
  { sort, cursor, limit, ...at }: PageOfMembers,
): Promise<User[]> => {
  const { orderBy, follows } = inOrder(sort, cursor);
  return database
    .select()
    .from(users)
    .where(and(hasWords(memberText, query), status && inState[status](at), follows))
    .orderBy(...orderBy)
    .limit(limit);
};

/** Returns the account that a receipt or credit note with this number belongs to. */
export async function findByNumber(database: Database, number: string): Promise<User | undefined> {
  const id = await findBuyerByNumber(database, number);
  if (id === null) return undefined;
  const [user] = await database.select().from(users).where(eq(users.id, id));
  return user;
}

/** Returns one subscription of each user: the live one, else the latest that ended. */
export async function findSubscriptionsOf(database: Database, userIds: string[]) {
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

/** Returns the labels of users in alphabetical order, by user. */
export async function findLabels(
  database: Database,
  userIds: string[],
): Promise<Map<string, string[]>> {
  const rows = await database
    .select()
    .from(memberLabels)
    .where(inArray(memberLabels.userId, userIds))
    .orderBy(asc(memberLabels.label));
  const labels = new Map<string, string[]>();
  for (const { userId, label } of rows) labels.set(userId, [...(labels.get(userId) ?? []), label]);
  return labels;
}
