import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { routePath } from "#shared/routes.ts";
import { MotifArt } from "#renderer/components/cover-art/motif-art.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";

const useStyles = makeStyles({
  missing: { display: "grid", justifyItems: "start", gap: "24px" },
});

/** Says that an entry is not on this device. */
export function MissingOffline() {
  const styles = useStyles();
  const { t } = useTranslation("shelf");
  return (
    <Page title={t("kept.missing.title")} lead={t("kept.missing.text")} width="reading">
      <div className={styles.missing}>
        <MotifArt motif="treat-jar" size={120} />
        <ButtonLink to={routePath("saved")} look="accent">
          {t("kept.missing.action")}
        </ButtonLink>
      </div>
    </Page>
  );
}
