import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { useFrame } from "../../../components/frame.ts";
import { Heading } from "../../../components/heading.tsx";
import { usePageTitle } from "../../../components/page.tsx";
import { ContinueReading, NewestEntry } from "../../../features/library/teaser/newest.tsx";
import { useUser } from "../../../session/session-store.ts";
import { media, tokens } from "../../../theme/tokens.ts";
import { InsideList } from "./inside-list.tsx";

const useStyles = makeStyles({
  root: {
    paddingTop: "48px",
    paddingBottom: "80px",
    [media.phone]: { paddingTop: "20px", paddingBottom: "56px" },
  },
  greeting: { marginBottom: "8px" },
  lead: { margin: "0 0 32px", fontSize: "18px", color: tokens.colorNeutralForeground2 },
  heading: { marginTop: "56px", marginBottom: "20px" },
  shelves: {
    padding: "12px 24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { padding: "8px 16px" },
  },
});

/** The home page of active members: the newest entries and the sections of the library. */
export function MemberHome() {
  const styles = useStyles();
  const { frame } = useFrame();
  const { t } = useTranslation(["home", "brand"]);
  const heading = usePageTitle(t("brand:home.title"));
  const who = useUser()?.name;
  return (
    <div className={mergeClasses(frame, styles.root)}>
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
