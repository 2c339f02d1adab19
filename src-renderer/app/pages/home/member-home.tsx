import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { Heading } from "../../../components/heading.tsx";
import { usePageTitle } from "../../../components/page.tsx";
import { ContinueReading, NewestEntry } from "../../../features/library/teaser/newest.tsx";
import { useUser } from "../../../session/session-store.ts";
import { contentWidth, media, tokens } from "../../../theme/tokens.ts";
import { InsideList } from "./inside-list.tsx";

const useStyles = makeStyles({
  root: {
    boxSizing: "border-box",
    maxWidth: contentWidth,
    margin: "0 auto",
    padding: "40px 24px 80px",
    [media.phone]: { padding: "24px 16px 56px" },
  },
  greeting: { marginBottom: "8px" },
  lead: { margin: "0 0 40px", fontSize: "18px", color: tokens.colorNeutralForeground2 },
  heading: { marginTop: "64px", marginBottom: "24px" },
  shelves: {
    maxWidth: "760px",
    padding: "12px 24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { padding: "8px 16px" },
  },
});

/** The home page of active members: the newest entries and the sections of the library. */
export function MemberHome() {
  const styles = useStyles();
  const { t } = useTranslation(["home", "brand"]);
  const heading = usePageTitle(t("brand:home.title"));
  const who = useUser()?.name;
  return (
    <div className={styles.root}>
      <Heading level={1} ref={heading} className={styles.greeting}>
        {who ? t("helloName", { who }) : t("hello")}
      </Heading>
      <p className={styles.lead}>{t("brand:memberHome.lead")}</p>
      <NewestEntry />
      <Heading level={2} className={styles.heading}>
        {t("newest")}
      </Heading>
      <ContinueReading skip={1} />
      <Heading level={2} className={styles.heading}>
        {t("shelves")}
      </Heading>
      <div className={styles.shelves}>
        <InsideList />
      </div>
    </div>
  );
}
