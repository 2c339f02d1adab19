import type { Board } from "#shared/api/board.ts";
import type { FeatureFlag } from "#shared/api/feature-flags.ts";
import type { Language } from "#shared/languages.ts";
import type { StuckJobs } from "#api/infra/jobs/job-queries.ts";
import type { Portal } from "#api/portal.ts";
import { billingFigures, type BillingFigures } from "#api/modules/billing/module.ts";
import { countUnanswered } from "#api/modules/contact/module.ts";
import { flagDecider, listFlags } from "#api/modules/flags/module.ts";
import { teasersOf } from "#api/modules/library/module.ts";
import { findMostRead, type MostRead } from "#api/modules/shelf/module.ts";

/** Numbers that are shown of entries, and of kinds of jobs; those that were given up are all shown. */
const shown = { entries: 5, jobs: 5 };

/** What the board shows, in no language yet. */
export type Figures = BillingFigures & {
  at: Date;
  unanswered: number;
  stuck: StuckJobs[];
  mostRead: MostRead[];
  flags: FeatureFlag[];
};

export async function readFigures({ brand, database, jobs, now }: Portal): Promise<Figures> {
  const at = now();
  const sellerTime = { now: at, timeZone: brand.timeZone };
  return {
    at,
    ...(await billingFigures(database, sellerTime)),
    unanswered: await countUnanswered(database),
    stuck: await jobs.stuck(),
    // More than are shown, since some may have been taken back.
    mostRead: await findMostRead(database, sellerTime, 2 * shown.entries),
    flags: await listFlags(database),
  };
}

/** Returns figures as an admin sees them, with titles of entries in a language. */
export async function presentBoard(
  portal: Portal,
  { at, stuck, mostRead, flags, ...figures }: Figures,
  language: Language,
): Promise<Board> {
  const teasers = await teasersOf(portal, mostRead, language);
  return {
    at: at.toISOString(),
    ...figures,
    stuckJobs: {
      count: stuck.reduce((sum, { count }) => sum + count, 0),
      kinds: stuck
        .filter(({ failed }, rank) => failed > 0 || rank < shown.jobs)
        .map((kind) => ({ ...kind, since: new Date(kind.since).toISOString() })),
    },
    mostRead: mostRead
      .flatMap((entry) => {
        const title = teasers.of(entry)?.title;
        return title === undefined ? [] : [{ ...entry, title }];
      })
      .slice(0, shown.entries),
    flags: {
      decidedBy: flagDecider(portal.config),
      pagesFollow: portal.config.launchDarklyClientId === null ? "portal" : "launchdarkly",
      items: flags,
    },
  };
}
