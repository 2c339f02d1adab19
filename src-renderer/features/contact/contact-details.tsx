import { Link, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import brand from "../../../resources/brand/brand.json";
import { tokens } from "../../theme/tokens.ts";

const useStyles = makeStyles({
  details: { display: "grid", gap: "28px" },
  title: { fontSize: "18px", lineHeight: "26px", fontWeight: 600, margin: "0 0 6px" },
  text: { margin: 0 },
  address: { fontStyle: "normal" },
  steps: { margin: 0, paddingLeft: "20px", "> li::marker": { color: tokens.colorAccentText } },
});

/** Who reads the message, where they are, and what happens next. */
export function ContactDetails() {
  const styles = useStyles();
  const { t } = useTranslation("contact");
  const [street, ...rest] = brand.address.split(", ");
  return (
    <div className={styles.details}>
      <div>
        <h2 className={styles.title}>{t("next.title")}</h2>
        <ol className={styles.steps}>
          <li>{t("next.read")}</li>
          <li>{t("next.answer")}</li>
          <li>{t("next.account")}</li>
        </ol>
      </div>
      <div>
        <h2 className={styles.title}>{t("details.mail")}</h2>
        <Link href={`mailto:${brand.contactEmail}`} inline>
          {brand.contactEmail}
        </Link>
      </div>
      <div>
        <h2 className={styles.title}>{t("details.post")}</h2>
        <address className={styles.address}>
          {brand.owner}
          <br />
          {street}
          <br />
          {rest.join(", ")}
        </address>
      </div>
    </div>
  );
}
