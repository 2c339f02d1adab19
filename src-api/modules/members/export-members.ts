import type { Readable } from "node:stream";
import { csvStream } from "../../infra/csv.ts";
import type { Portal } from "../../portal.ts";
import { listFound, type FoundMember } from "./list-members.ts";
import { parseMemberCursor } from "./member-cursor.ts";
import type { MemberFilter } from "./member-store.ts";

const batch = 1000;

const columns = [
  "id",
  "name",
  "address",
  "address_proven",
  "language",
  "registered",
  "membership",
  "source",
  "began",
  "ends",
];

const rowOf = ({ user, listed, startedAt }: FoundMember) => [
  listed.id,
  listed.name,
  listed.email,
  listed.isProven ? "yes" : "no",
  user.language,
  user.createdAt.toISOString(),
  listed.status,
  listed.source ?? "",
  startedAt?.toISOString() ?? "",
  listed.endsAt ?? "",
];

async function* rows({ database, now }: Pick<Portal, "database" | "now">, filter: MemberFilter) {
  let cursor: string | null = null;
  do {
    const place = {
      now: now(),
      limit: batch,
      ...(cursor && { cursor: parseMemberCursor(cursor) }),
    };
    const page = await listFound(database, filter, place);
    for (const member of page.found) yield rowOf(member);
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** Returns the members that match as CSV, read and sent in batches. */
export const membersAsCsv = (
  portal: Pick<Portal, "database" | "now">,
  filter: MemberFilter,
): Readable => csvStream(columns, rows(portal, filter));
