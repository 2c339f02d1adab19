import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import brand from "../../../../resources/brand/brand.json";
import { usePageTitle } from "../../../components/page.tsx";
import { ContinueReading } from "../../../features/library/continue-reading.tsx";
import { NewestEntry } from "../../../features/library/newest-entry.tsx";
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
  greeting: {
    margin: "0 0 8px",
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "44px",
    lineHeight: "1.1",
    outlineStyle: "none",
    [media.phone]: { fontSize: "32px" },
  },
  lead: { margin: "0 0 40px", fontSize: "18px", color: tokens.colorNeutralForeground2 },
  heading: {
    margin: "64px 0 24px",
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "28px",
    lineHeight: "34px",
  },
  shelves: {
    maxWidth: "760px",
    padding: "12px 24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { padding: "8px 16px" },
  },
});

/** Home for active members: nothing to sell, something to go on with. */
export function MemberHome() {
  const styles = useStyles();
  const { t } = useTranslation(["home", "brand"]);
  const heading = usePageTitle(brand.name);
  const who = useUser()?.name;
  return (
    <div className={styles.root}>
      <h1 ref={heading} tabIndex={-1} className={styles.greeting}>
        {who ? t("helloName", { who }) : t("hello")}
      </h1>
      <p className={styles.lead}>{t("brand:memberHome.lead")}</p>
      <NewestEntry />
      <h2 className={styles.heading}>{t("newest")}</h2>
      <ContinueReading skip={1} />
      <h2 className={styles.heading}>{t("shelves")}</h2>
      <div className={styles.shelves}>
        <InsideList />
      </div>
    </div>
  );
}
