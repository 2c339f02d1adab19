import { monitorEventLoopDelay } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import { readConfig } from "../../src-api/config.ts";
import { syncedFolderOf } from "../../src-api/infra/content-folder/content-folder.ts";
import { syncContent } from "../../src-api/infra/content-folder/sync-content.ts";
import { connect } from "../../src-api/infra/database/connect.ts";
import { contentSyncs } from "../../src-api/modules.ts";

// A separate process, so that its memory is that of the sync. Prints its measurements as JSON.

const config = readConfig(process.env);
const { database, close } = await connect(config);
const folder = syncedFolderOf(config);
if (folder === null) throw new Error("CONTENT_DIR is not set.");

/** Longest time in ms in which a reader waited for the newest entries. */
let longestRead = 0;
async function readUntil({ signal }: AbortController): Promise<void> {
  while (!signal.aborted) {
    const begin = performance.now();
    await database.execute(
      sql`select slug from content_entries order by published_at desc limit 12`,
    );
    longestRead = Math.max(longestRead, performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const loop = monitorEventLoopDelay();
loop.enable();
const before = await database.execute(
  sql`select pg_snapshot_xmax(pg_current_snapshot())::text as x`,
);
const stop = new AbortController();
const reader = readUntil(stop);
const begin = performance.now();
const report = await syncContent(contentSyncs({ database, config, now: () => new Date() }, folder));
const ms = Math.round(performance.now() - begin);
stop.abort();
await reader;
loop.disable();

/** Returns the first value of a result of either driver. */
const valueOf = (result: unknown): string => {
  const { rows } = result as { rows: Record<string, unknown>[] }; // of both drivers
  return String(Object.values(rows[0] ?? {})[0]);
};
const rows = await database.execute(sql`select count(*) from (
  select xmin from content_entries union all select xmin from content_texts union all
  select xmin from content_tags union all select xmin from announcements) as content
  where xmin::text::bigint >= ${valueOf(before)}::bigint`);
await close();
process.stdout.write(
  JSON.stringify({
    ms,
    rowsWritten: Number(valueOf(rows)),
    peakMB: Math.round(process.resourceUsage().maxRSS / 1024),
    longestReadMs: Math.round(longestRead),
    longestPauseMs: Math.round(loop.max / 1e6),
    written: report.written,
  }),
);
