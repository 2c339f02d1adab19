import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { routePath } from "../../../src-shared/routes.ts";
import { ButtonLink } from "../../components/links.tsx";
import { Page } from "../../components/page.tsx";
import { textList } from "../../i18n/text-list.ts";
import { useIsActiveMember } from "../../session/session-store.ts";
import { tokens } from "../../theme/tokens.ts";
import { AboutSection } from "./about-section.tsx";
import { LineUp } from "./line-up.tsx";
import { NumberedList } from "./numbered-list.tsx";
import { PeopleList } from "./people-list.tsx";
import { PromiseList } from "./promise-list.tsx";

const useStyles = makeStyles({
  story: { margin: "40px 0 0", maxWidth: "66ch", fontSize: "18px", lineHeight: "29px" },
  closing: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "16px 32px",
    marginTop: "80px",
  },
  sentence: {
    margin: 0,
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "28px",
    lineHeight: "34px",
  },
  actions: { display: "flex", flexWrap: "wrap", gap: "12px" },
});

/** /about: who writes, how, and what members can rely on. The sentences are the brand's. */
export default function AboutPage() {
  const styles = useStyles();
  const { t } = useTranslation(["about", "brand"]);
  const member = useIsActiveMember();
  return (
    <Page title={t("brand:about.headline")} lead={t("brand:about.lead")}>
      <LineUp />
      <p className={styles.story}>{t("brand:about.story")}</p>
      <AboutSection title={t("people")}>
        <PeopleList people={textList(t("brand:about.people", { returnObjects: true }))} />
      </AboutSection>
      <AboutSection title={t("steps")}>
        <NumberedList items={textList(t("brand:about.steps", { returnObjects: true }))} />
      </AboutSection>
      <AboutSection title={t("promises")}>
        <PromiseList items={textList(t("brand:about.promises", { returnObjects: true }))} />
      </AboutSection>
      <div className={styles.closing}>
        {!member && <p className={styles.sentence}>{t("brand:about.closing")}</p>}
        <div className={styles.actions}>
          {!member && (
            <ButtonLink to={routePath("memberships")} look="accent">
              {t("plans")}
            </ButtonLink>
          )}
          <ButtonLink to={routePath("contact")}>{t("contact")}</ButtonLink>
        </div>
      </div>
    </Page>
  );
}
