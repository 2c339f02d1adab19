import { Link, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import brand from "#brand/brand.json";
import { routePath } from "#shared/routes.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { RichText } from "#renderer/components/rich-text.tsx";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  notes: { display: "grid", gap: "28px" },
  title: { marginBottom: "6px" },
  text: { margin: 0 },
  steps: { margin: 0, paddingLeft: "20px", "> li::marker": { color: tokens.colorAccentText } },
});

/** What follows a declaration, how else one can withdraw, and what withdrawing is not. */
export function WithdrawalNotes() {
  const styles = useStyles();
  const { t } = useTranslation("withdrawal");
  return (
    <div className={styles.notes}>
      <div>
        <Heading level={2} size="label" className={styles.title}>
          {t("notes.next")}
        </Heading>
        <ol className={styles.steps}>
          <li>{t("notes.acknowledged")}</li>
          <li>{t("notes.refunded")}</li>
          <li>{t("notes.checked")}</li>
        </ol>
      </div>
      <div>
        <Heading level={2} size="label" className={styles.title}>
          {t("notes.late")}
        </Heading>
        <p className={styles.text}>
          <RichText
            text={t("notes.cancel")}
            elements={{
              membership: <TextLink to={routePath("membership")}>{null}</TextLink>,
              terms: <TextLink to={routePath("terms")}>{null}</TextLink>,
            }}
          />
        </p>
      </div>
      <div>
        <Heading level={2} size="label" className={styles.title}>
          {t("notes.other")}
        </Heading>
        <p className={styles.text}>{t("notes.otherText")}</p>
        <Link href={`mailto:${brand.contactEmail}`} inline>
          {brand.contactEmail}
        </Link>
      </div>
    </div>
  );
}
