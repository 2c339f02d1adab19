import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { Heading } from "../../components/heading.tsx";
import { lazyChunk } from "../../components/load-chunk.ts";
import { Page } from "../../components/page.tsx";
import { LoadingLines } from "../../components/states.tsx";
import { MembershipLine } from "../../features/account/membership-line.tsx";
import { LatestAnnouncement } from "../../features/announcements/latest-announcement.tsx";
import { HeightClassFinder } from "../../features/height-class/height-class-finder.tsx";
import { ContinueReading, NewestTeasers } from "../../features/library/teaser/newest.tsx";
import { useIsActiveMember, useUser } from "../../session/session-store.ts";
import { media } from "../../theme/tokens.ts";

// Below the fold, and large: many forms.
const AccountSection = lazyChunk(
  () => import("../../features/account/account-section.tsx"),
  () => <LoadingLines lines={12} />,
);

const useStyles = makeStyles({
  sections: { display: "grid", gap: "64px", [media.phone]: { gap: "48px" } },
  news: { display: "grid", gap: "8px", marginTop: "32px" },
  title: { marginBottom: "12px" },
});

/** Where the user left off, what is new, and the account. */
export default function DashboardPage() {
  const styles = useStyles();
  const { t } = useTranslation(["account", "titles", "height-class"]);
  const user = useUser();
  const active = useIsActiveMember();
  if (!user) return null; // just logged out: the guard is about to navigate
  const greeting = user.name ? t("welcome", { who: user.name }) : t("welcomeNobody");
  return (
    <Page title={t("titles:dashboard")} lead={greeting}>
      <div className={styles.sections}>
        <section aria-labelledby="continue">
          <Heading level={2} id="continue" className={styles.title}>
            {t(active ? "continue.member" : "continue.visitor")}
          </Heading>
          {active ? <ContinueReading /> : <NewestTeasers />}
          <div className={styles.news}>
            <MembershipLine user={user} />
            <LatestAnnouncement />
          </div>
        </section>
        <section aria-labelledby="height-class">
          <Heading level={2} id="height-class" className={styles.title}>
            {t("height-class:title")}
          </Heading>
          <HeightClassFinder />
        </section>
        <AccountSection user={user} />
      </div>
    </Page>
  );
}
