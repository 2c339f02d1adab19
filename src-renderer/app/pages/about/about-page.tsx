import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { routePath } from "#shared/routes.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { measure, media, tokens } from "#renderer/theme/tokens.ts";
import { Picture } from "#renderer/components/cover-art/picture.tsx";
import { lineUp } from "#renderer/components/cover-art/stage.ts";
import { NumberedList, PeopleList, PromiseList } from "./about-lists.tsx";

const useLineUpStyles = makeStyles({
  frame: { overflow: "hidden", borderRadius: tokens.borderRadiusXLarge, lineHeight: 0 },
  picture: { display: "block", width: "100%", aspectRatio: "1200 / 360" },
});

/** Dogs of all five height classes beside the rope; decoration. */
function LineUp() {
  const styles = useLineUpStyles();
  return (
    <div className={styles.frame}>
      <Picture
        className={styles.picture}
        viewBox={`0 0 ${lineUp.width} ${lineUp.height}`}
        draw={({ drawLineUp }) => drawLineUp()}
      />
    </div>
  );
}

const useAboutSectionStyles = makeStyles({
  section: { marginTop: "80px", [media.phone]: { marginTop: "56px" } },
  heading: {
    marginBottom: "28px",
    fontSize: "34px",
    lineHeight: "40px",
    [media.phone]: { fontSize: "28px", lineHeight: "34px" },
  },
});

function AboutSection({ title, children }: { title: string; children: ReactNode }) {
  const styles = useAboutSectionStyles();
  return (
    <section className={styles.section}>
      <Heading level={2} className={styles.heading}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

const useStyles = makeStyles({
  story: { margin: "40px 0 0", maxWidth: measure, fontSize: "18px", lineHeight: "29px" },
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

/** /about: authors, how they work, and promises to members; the brand provides the sentences. */
export default function AboutPage() {
  const styles = useStyles();
  const { t } = useTranslation(["about", "brand"]);
  const member = useIsActiveMember();
  return (
    <Page title={t("brand:about.headline")} lead={t("brand:about.lead")}>
      <LineUp />
      <p className={styles.story}>{t("brand:about.story")}</p>
      <AboutSection title={t("people")}>
        <PeopleList people={t("brand:about.people", { returnObjects: true })} />
      </AboutSection>
      <AboutSection title={t("steps")}>
        <NumberedList items={t("brand:about.steps", { returnObjects: true })} />
      </AboutSection>
      <AboutSection title={t("promises")}>
        <PromiseList items={t("brand:about.promises", { returnObjects: true })} />
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
