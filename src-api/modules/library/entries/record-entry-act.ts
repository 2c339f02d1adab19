import { recordAct, type Act } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { EntryKey } from "./write-store.ts";

export const recordEntryAct = (
  tx: Database,
  { kind, slug }: EntryKey,
  { details = {}, ...act }: Pick<Act, "act" | "at" | "actor"> & Partial<Pick<Act, "details">>,
): Promise<void> =>
  recordAct(tx, { ...act, subjectId: null, details: { entry: `${kind}/${slug}`, ...details } });
