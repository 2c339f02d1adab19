import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";
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

/**
 * Returns the members that match as CSV in UTF-8, read and sent in batches. Spreadsheets do not run texts of members as formulas:
 * an apostrophe stands before them.
 */
export const membersAsCsv = (
  portal: Pick<Portal, "database" | "now">,
  filter: MemberFilter,
): Readable => {
  const csv = stringify({ header: true, columns, bom: true, escape_formulas: true });
  // A failure destroys the answer, so that the caller sees that it is not whole.
  return pipeline(Readable.from(rows(portal, filter)), csv, () => undefined);
};
