import { newestFirst, type ListedMember, type MemberSort } from "#shared/api/members.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { User } from "#api/modules/accounts/module.ts";
import { standingOf } from "#api/modules/membership/module.ts";
import {
  findByNumber,
  findMembers,
  findStandings,
  type MemberFilter,
  formatMemberCursor,
  type MemberCursor,
} from "./member-store.ts";

/** Numbers of receipts and credit notes look like "RS-2026-000123" and "RS-C-2026-000123". */
const looksLikeNumber = (query: string) => /^\w+-(c-)?\d{4}-\d+$/i.test(query);

export const presentPerson = ({ id, name, email, unprovenEmail }: User) => ({
  id,
  name,
  email: email ?? unprovenEmail ?? "",
  isProven: email !== null,
});

/** A member of a list, with what exports add. */
export type FoundMember = { user: User; listed: ListedMember; startedAt: Date | null };

async function withStandings(database: Database, found: User[], now: Date): Promise<FoundMember[]> {
  const standings = await findStandings(
    database,
    found.map(({ id }) => id),
  );
  return found.map((user) => {
    const standing = standings.get(user.id);
    const isBegun = standing && standing.status !== "pending";
    return {
      user,
      startedAt: isBegun ? standing.startedAt : null,
      listed: {
        ...presentPerson(user),
        registeredAt: user.createdAt.toISOString(),
        status: standing ? standingOf(standing, now) : "none",
        source: standing?.source ?? null,
        endsAt: (isBegun && standing.endsAt?.toISOString()) || null,
      },
    };
  });
}

type Place = {
  now: Date;
  /** The seller's, in which the present month began. */
  timeZone: string;
  sort?: MemberSort | undefined;
  cursor?: MemberCursor | undefined;
  limit: number;
};

/** Returns a page of the members that match, newest first unless `sort` says otherwise. A number of a receipt finds its buyer, whatever the state. */
export async function listFound(
  database: Database,
  filter: MemberFilter,
  { now, timeZone, sort = newestFirst, cursor, limit }: Place,
): Promise<{ found: FoundMember[]; nextCursor: string | null }> {
  if (looksLikeNumber(filter.query)) {
    const buyer = await findByNumber(database, filter.query.toUpperCase());
    return { found: await withStandings(database, buyer ? [buyer] : [], now), nextCursor: null };
  }
  const rows = await findMembers(database, filter, {
    now,
    timeZone,
    sort,
    cursor,
    limit: limit + 1,
  });
  const found = await withStandings(database, rows.slice(0, limit), now);
  const last = rows.length > limit ? found.at(-1)?.user : undefined;
  return { found, nextCursor: last ? formatMemberCursor(last) : null };
}
