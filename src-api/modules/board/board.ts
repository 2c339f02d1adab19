import type { FastifyInstance } from "fastify";
import packageJson from "../../../package.json" with { type: "json" };
import { clearFailedJobs, getBoard, type Board } from "#shared/api/board.ts";
import { getTrends } from "#shared/api/trends.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { findTrends, billingFigures, type BillingFigures } from "#api/modules/billing/module.ts";
import type { FeatureFlag } from "#shared/api/feature-flags.ts";
import type { Language } from "#shared/languages.ts";
import type { StuckJobs } from "#api/infra/jobs/job-queries.ts";
import type { Portal } from "#api/portal.ts";
import { countUnanswered } from "#api/modules/contact/module.ts";
import { flagDecider, listFlags } from "#api/modules/flags/module.ts";
import { teasersOf } from "#api/modules/library/module.ts";
import { findMostRead, type MostRead } from "#api/modules/shelf/module.ts";
import {
  countGivenUp,
  dismissGivenUp,
  givenUpName,
  retryGivenUp,
} from "#api/modules/webhooks/module.ts";

/** Serves the board to admins, who poll it. */
export async function boardRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, getBoard, async (_, { language }) =>
    presentBoard(portal, await readFigures(portal), language),
  );

  serve(app, getTrends, async () => {
    const { database, now, brand } = portal;
    return { months: await findTrends(database, { now: now(), timeZone: brand.timeZone }) };
  });

  serve(app, clearFailedJobs, async ({ params: { name, clearing } }, request) => {
    const count = await portal.database.transaction(async (tx) => {
      const { jobs } = portal;
      const cleared =
        name === givenUpName
          ? await (clearing === "retry" ? retryGivenUp(tx) : dismissGivenUp(tx))
          : await (clearing === "retry"
              ? jobs.retryFailed(tx, name)
              : jobs.dismissFailed(tx, name));
      if (cleared === 0) return 0; // another admin was faster, or there is no such job
      await recordAct(tx, {
        act: clearing === "retry" ? "failed-jobs-retried" : "failed-jobs-dismissed",
        at: portal.now(),
        actor: actorOf(request),
        subjectId: null,
        details: { job: name, count: cleared },
      });
      return cleared;
    });
    if (clearing === "retry") portal.jobs.wake(name);
    return { count };
  });
}

/** Numbers that are shown of entries, and of kinds of jobs; those that were given up are all shown. */
const shown = { entries: 5, jobs: 5 };

/** What the board shows, in no language yet. */
type Figures = BillingFigures & {
  at: Date;
  unanswered: number;
  stuck: StuckJobs[];
  mostRead: MostRead[];
  flags: FeatureFlag[];
};

export async function readFigures({ brand, database, jobs, now }: Portal): Promise<Figures> {
  const at = now();
  const givenUp = await countGivenUp(database);
  const sellerTime = { now: at, timeZone: brand.timeZone };
  return {
    at,
    ...(await billingFigures(database, sellerTime)),
    unanswered: await countUnanswered(database),
    stuck: [...(givenUp ? [givenUp] : []), ...(await jobs.stuck())],
    // More than are shown, since some may have been taken back.
    mostRead: await findMostRead(database, sellerTime, 2 * shown.entries),
    flags: await listFlags(database),
  };
}

/** Returns figures as an admin sees them, with titles of entries in a language. */
async function presentBoard(
  portal: Portal,
  { at, stuck, mostRead, flags, ...figures }: Figures,
  language: Language,
): Promise<Board> {
  const teasers = await teasersOf(portal, mostRead, language);
  return {
    at: at.toISOString(),
    version: packageJson.version,
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
