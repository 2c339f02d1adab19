import { and, asc, eq, gt, isNull, or } from "drizzle-orm";
import { subscriptions } from "../../modules/billing/schema.ts";
import { users } from "../../modules/accounts/schema.ts";
import type { Accounts } from "../../modules/accounts/users.ts";
import { alignColumns } from "../channel/align-columns.ts";

const day = (date: Date) => date.toISOString().slice(0, 10);

/** The day is the last one: a grant ends with its day, which is when the next one begins. */
function membershipColumn(source: string | null, endsAt: Date | null): string {
  if (!source) return "-";
  return endsAt ? `${source}, until ${day(new Date(endsAt.getTime() - 1))}` : source;
}

const heading = ["ADDRESS", "NAME", "ROLES", "MEMBERSHIP", "SINCE"];

/** All users, oldest first, as lines of a table. */
export async function listUsers({ database, now }: Accounts): Promise<string[]> {
  const inForce = and(
    eq(subscriptions.userId, users.id),
    eq(subscriptions.status, "active"),
    or(isNull(subscriptions.endsAt), gt(subscriptions.endsAt, now())),
  );
  const found = await database
    .select({ user: users, source: subscriptions.source, endsAt: subscriptions.endsAt })
    .from(users)
    .leftJoin(subscriptions, inForce)
    .orderBy(asc(users.createdAt), asc(users.id));
  const rows = found.map(({ user, source, endsAt }) => [
    user.email ?? `${user.unprovenEmail} (not proven)`,
    user.name.replaceAll(/\s+/g, " "),
    user.roles.join(" "),
    membershipColumn(source, endsAt),
    day(user.createdAt),
  ]);
  return alignColumns([heading, ...rows]);
}
