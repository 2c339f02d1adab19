import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { useState } from "react";
import { listAnnouncements } from "#shared/api/announcements.ts";
import type { getShelf } from "#shared/api/shelf.ts";
import type { User } from "#shared/api/user.ts";
import { routePath } from "#shared/routes.ts";
import type { Answer } from "#renderer/api-client/client.ts";
import { useApiQuery, useIsFirstLoad } from "#renderer/api-client/query.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { MembershipLine } from "#renderer/features/account/index.ts";
import { LatestAnnouncement, NewAnnouncement } from "#renderer/features/announcements/index.ts";
import {
  NewestRows,
  NewestSkeleton,
  NewestTeasers,
  shelfQuery,
} from "#renderer/features/reading/index.ts";
import { TodayCard } from "#renderer/features/training/index.ts";
import { useIsActiveMember, useUser } from "#renderer/session/session-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { getMembership } from "#shared/api/membership.ts";
import { PastDueSkeleton } from "#renderer/features/billing/index.ts";
import { PastDueStrip } from "#renderer/features/billing/membership/past-due-strip.tsx";
import { ShowLine } from "#renderer/features/shows/show-line.tsx";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { InsideList } from "../home/inside-list.tsx";
import { ContinueRow } from "./continue-row.tsx";

const usePastDueStyles = makeStyles({ strip: { marginBottom: "24px" } });

/** Asks to pay a renewal, and says thank you then. Nothing moves when the membership arrives. */
export function PastDue() {
  const styles = usePastDueStyles();
  const isExpected = useUser()?.subscriptionPastDue;
  const { data: membership, isPending } = useApiQuery(getMembership, {});
  const [wasPastDue, setPastDue] = useState(false);
  if (membership?.pastDue && !wasPastDue) setPastDue(true);
  const isAwaited = isExpected && isPending;
  if (!isAwaited && !(membership && wasPastDue)) return null;
  return (
    <div className={styles.strip}>
      {membership ? <PastDueStrip membership={membership} /> : <PastDueSkeleton />}
    </div>
  );
}

const useStyles = makeStyles({
  panel: {
    padding: "20px 24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { padding: "16px" },
  },
  news: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 300px), 1fr))",
    gap: "16px 40px",
    marginBottom: "40px",
    [media.phone]: { marginBottom: "28px" },
  },
  main: { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: "40px" },
  title: { marginBottom: "16px", fontSize: "24px", lineHeight: "30px" },
  waiting: { display: "grid", gap: "32px", paddingTop: "46px" },
  action: { marginTop: "16px" },
  // Room for its line, or two on a phone: nothing moves when it arrives.
  show: { minHeight: "44px", [media.phone]: { minHeight: "70px" } },
});

/** What is begun, the next show if it is near, a new announcement, and what is new in the library. */
function MemberRows(shelf: Answer<typeof getShelf>) {
  const { begun, newSince, hasShowAhead } = shelf;
  const styles = useStyles();
  const { t } = useTranslation("account");
  return (
    <>
      <ContinueRow begun={begun} />
      {hasShowAhead && (
        <div className={styles.show}>
          <ShowLine />
        </div>
      )}
      <NewAnnouncement newSince={newSince} />
      <section aria-labelledby="newest">
        <Heading level={2} id="newest" className={styles.title}>
          {t("newest")}
        </Heading>
        <NewestRows newSince={newSince} />
      </section>
    </>
  );
}

const nothing = { begun: [], saved: [], newSince: null, newCounts: [], hasShowAhead: false };

/** Waits for what the member began and for the announcements, so that nothing below them moves. */
function MemberMain() {
  const styles = useStyles();
  const shelf = useApiQuery(...shelfQuery);
  const announcements = useApiQuery(listAnnouncements, { silent: true });
  const loading = <NewestSkeleton className={styles.waiting} />;
  if (useIsFirstLoad(announcements.isPending)) return loading;
  return (
    <QueryView query={shelf} loading={loading} renderFailure={() => <MemberRows {...nothing} />}>
      {(shelfNow) => <MemberRows {...shelfNow} />}
    </QueryView>
  );
}

/** What a membership opens, the way to the plans, and what is new, for users without one. */
function UserMain({ canBuy }: { canBuy: boolean }) {
  const styles = useStyles();
  const { t } = useTranslation("account");
  return (
    <>
      {canBuy && (
        <section aria-labelledby="opens" className={styles.panel}>
          <Heading level={2} id="opens" className={styles.title}>
            {t("opens.title")}
          </Heading>
          <InsideList />
          <div className={styles.action}>
            <ButtonLink to={routePath("memberships")} look="accent">
              {t("opens.action")}
            </ButtonLink>
          </div>
        </section>
      )}
      <section aria-labelledby="newest">
        <Heading level={2} id="newest" className={styles.title}>
          {t("newest")}
        </Heading>
        <NewestTeasers count={2} />
      </section>
    </>
  );
}

/** The first tab of the dashboard: for members, today's session and the shelf; for others, their membership and what it opens. */
export function DashboardHome({ user }: { user: User }) {
  const styles = useStyles();
  const isActive = useIsActiveMember();
  return (
    <>
      <PastDue />
      {isActive && isPartOn(brand, "training") && <TodayCard />}
      {!isActive && (
        <div className={mergeClasses(styles.panel, styles.news)}>
          <MembershipLine user={user} />
          <LatestAnnouncement />
        </div>
      )}
      <div className={styles.main}>
        {isActive ? <MemberMain /> : <UserMain canBuy={!user.subscriptionPending} />}
      </div>
    </>
  );
}
