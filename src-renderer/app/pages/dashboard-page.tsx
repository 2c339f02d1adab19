import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../components/load-chunk.ts";
import { Page } from "../../components/page.tsx";
import { LoadingLines } from "../../components/states.tsx";
import { MembershipLine } from "../../features/account/membership-line.tsx";
import { LatestAnnouncement } from "../../features/announcements/latest-announcement.tsx";
import { HeightClassFinder } from "../../features/height-class/height-class-finder.tsx";
import { ContinueReading } from "../../features/library/continue-reading.tsx";
import { NewestTeasers } from "../../features/library/newest-teasers.tsx";
import { useIsActiveMember, useUser } from "../../session/session-store.ts";
import { media, tokens } from "../../theme/tokens.ts";

// Below the fold, and large: many forms.
const AccountSection = lazyChunk(
  () => import("../../features/account/account-section.tsx"),
  () => <LoadingLines lines={12} />,
);

const useStyles = makeStyles({
  sections: { display: "grid", gap: "64px", [media.phone]: { gap: "48px" } },
  news: { display: "grid", gap: "8px", marginTop: "32px" },
  title: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "28px",
    lineHeight: "34px",
    margin: "0 0 12px",
    textWrap: "balance",
  },
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
          <h2 id="continue" className={styles.title}>
            {t(active ? "continue.member" : "continue.visitor")}
          </h2>
          {active ? <ContinueReading /> : <NewestTeasers />}
          <div className={styles.news}>
            <MembershipLine user={user} />
            <LatestAnnouncement />
          </div>
        </section>
        <section aria-labelledby="height-class">
          <h2 id="height-class" className={styles.title}>
            {t("height-class:title")}
          </h2>
          <HeightClassFinder />
        </section>
        <AccountSection user={user} />
      </div>
    </Page>
  );
}
