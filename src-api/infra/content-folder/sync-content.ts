import { createHash, type Hash } from "node:crypto";
import { sql } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { joinProblems } from "./content-error.ts";

/** What a sync did, in numbers of entries, tags, authors and announcements. */
export type SyncReport = {
  written: number;
  unchanged: number;
  removed: number;
  /** Entries, authors and announcements that earlier syncs brought, and how many of them the folder no longer has. */
  owned: number;
  gone: number;
  /** Paths in the folder that were left alone: the portal has content of its own at their place. */
  skipped: string[];
  /** Links to entries that do not exist, one message each. They do no harm. */
  missing: string[];
  /** Files that cannot be used, one message each. */
  problems: string[];
};

export type SyncRun = {
  /** False to only report what a sync would do. */
  write: boolean;
  report: SyncReport;
  /** Hash of everything that was read. */
  version: Hash;
  /** Called after each batch of entries, with their number. */
  advance: (entries: number) => Promise<void>;
};

/** Called with the number of entries that were compared or written so far, and of all in the folder. */
export type Progress = (done: number, total: number) => Promise<void>;

export type ContentSync = {
  /** Returns how many entries the folder has. */
  count?: () => Promise<number>;
  /** Writes what is new or changed. Rejects with a ContentError if nothing at all can be read. */
  save: (run: SyncRun) => Promise<void>;
  /** Removes what an earlier sync wrote and the folder no longer contains. */
  removeGone: (run: SyncRun) => Promise<void>;
  /** Adds to the report what was noticed once everything is written. */
  inspect?: (report: SyncReport) => Promise<void>;
};

async function begin(
  syncs: readonly ContentSync[],
  { write, onProgress }: { write: boolean; onProgress: Progress | undefined },
): Promise<SyncRun> {
  const counts = { written: 0, unchanged: 0, removed: 0, owned: 0, gone: 0 };
  const report: SyncReport = { ...counts, skipped: [], missing: [], problems: [] };
  let total = 0;
  if (onProgress) for (const sync of syncs) total += (await sync.count?.()) ?? 0;
  let done = 0;
  const advance = async (entries: number) => onProgress?.((done += entries), total);
  return { write, report, version: createHash("sha256"), advance };
}

async function run(syncs: readonly ContentSync[], each: SyncRun): Promise<void> {
  const { write, report } = each;
  for (const sync of syncs) await sync.save(each);
  if (report.problems.length > 0) throw joinProblems(report.problems);
  for (const sync of syncs.toReversed()) await sync.removeGone(each);
  if (write) for (const sync of syncs) await sync.inspect?.(report);
}

/**
 * Syncs the database with a content folder. Writes everything that can be read in the order of `syncs`,
 * and removes in reverse order, because later kinds refer to earlier ones.
 * If a file cannot be read, the database keeps its version and nothing is removed. Rejects with a
 * ContentError that names every such file and field. See docs/decisions/0009-content-sync.md.
 *
 * @param onChange records what was changed, also by a run that failed afterwards
 */
export async function syncContent(
  syncs: readonly ContentSync[],
  onChange: (counts: Pick<SyncReport, "written" | "removed">) => Promise<void> = async () => {},
  onProgress?: Progress,
): Promise<SyncReport> {
  const each = await begin(syncs, { write: true, onProgress });
  const { report } = each;
  try {
    await run(syncs, each);
  } finally {
    const { written, removed } = report;
    if (written + removed > 0) await onChange({ written, removed });
  }
  return report;
}

/** Returns the changes that a sync would make, and the hash of the folder. Rejects with a ContentError that names all mistakes. */
export async function compareContent(syncs: readonly ContentSync[], onProgress?: Progress) {
  const each = await begin(syncs, { write: false, onProgress });
  await run(syncs, each);
  const { report, version } = each;
  return { ...report, version: version.digest("base64url") };
}

/** Returns how many entries, authors and announcements earlier syncs brought. */
export async function countOwned(syncs: readonly ContentSync[]): Promise<number> {
  const each = await begin(syncs, { write: false, onProgress: undefined });
  for (const sync of syncs) await sync.removeGone(each);
  return each.report.owned;
}

/** Any number, the same in every process: two processes never write content at the same time. */
const syncLock = 7_252_002;

/** Runs a short transaction while no other process writes content. */
export const withContentLock = <T>(
  database: Database,
  write: (transaction: Database) => Promise<T>,
): Promise<T> =>
  database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${syncLock})`);
    return write(transaction);
  });
