import { dateIn } from "#shared/formats.ts";
import { and, asc, eq } from "#api/infra/database/drizzle.ts";
import { secondFactors, users } from "#api/modules/accounts/schema.ts";
import { membershipInForce, subscriptions } from "#api/modules/membership/module.ts";
import { alignColumns } from "#api/cli/channel/align-columns.ts";
import { lastDayBefore } from "#api/cli/channel/days.ts";
import type { CommandContext } from "#api/cli/channel/own-database.ts";

function membershipColumn(source: string | null, endsAt: Date | null, timeZone: string): string {
  if (!source) return "-";
  if (!endsAt) return source;
  const day = source === "grant" ? lastDayBefore(endsAt, timeZone) : dateIn(endsAt, timeZone);
  return `${source}, until ${day}`;
}

const heading = ["ADDRESS", "NAME", "ROLES", "MEMBERSHIP", "SECOND FACTOR", "SINCE"];

/** Returns all users, oldest first, as the lines of a table. */
export async function listUsers({ database, now, brand }: CommandContext): Promise<string[]> {
  const inForce = and(eq(subscriptions.userId, users.id), membershipInForce(now()));
  const found = await database
    .select({
      user: users,
      source: subscriptions.source,
      endsAt: subscriptions.endsAt,
      factorAt: secondFactors.confirmedAt,
    })
    .from(users)
    .leftJoin(subscriptions, inForce)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .orderBy(asc(users.createdAt), asc(users.id));
  const rows = found.map(({ user, source, endsAt, factorAt }) => [
    user.email ?? `${user.unprovenEmail} (not confirmed)`,
    user.name.replaceAll(/\s+/g, " "),
    user.roles.join(" "),
    membershipColumn(source, endsAt, brand.timeZone),
    factorAt ? `since ${dateIn(factorAt, brand.timeZone)}` : "-",
    dateIn(user.createdAt, brand.timeZone),
  ]);
  return alignColumns([heading, ...rows]);
}
