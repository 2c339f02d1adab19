import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { routePath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { useIsActiveMember } from "#renderer/session/session-store.ts";

const useStyles = makeStyles({
  links: { display: "grid", justifyItems: "start" },
  link: { display: "inline-flex", alignItems: "center", minHeight: "44px" },
});

/** The ways to the overview of the membership, and for members to its management. */
export function MembershipLinks() {
  const styles = useStyles();
  const { t } = useTranslation("account");
  return (
    <div className={styles.links}>
      <TextLink to={routePath("membership")} className={styles.link}>
        {t("membership.overview")}
      </TextLink>
      {useIsActiveMember() && (
        <TextLink to={routePath("subscription")} className={styles.link}>
          {t("membership.manage")}
        </TextLink>
      )}
    </div>
  );
}
