import { Link, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import brand from "#brand/brand.json";
import { Heading } from "#renderer/components/heading.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  details: { display: "grid", gap: "28px" },
  title: { marginBottom: "6px" },
  text: { margin: 0 },
  address: { fontStyle: "normal" },
  steps: { margin: 0, paddingLeft: "20px", "> li::marker": { color: tokens.colorAccentText } },
});

/** What happens with a message, and the other ways to reach the owner. */
export function ContactDetails() {
  const styles = useStyles();
  const { t } = useTranslation("contact");
  const { country } = useFormats();
  const [street, ...rest] = brand.address.split(", ");
  return (
    <div className={styles.details}>
      <div>
        <Heading level={2} size="label" className={styles.title}>
          {t("next.title")}
        </Heading>
        <ol className={styles.steps}>
          <li>{t("next.read")}</li>
          <li>{t("next.answer")}</li>
          <li>{t("next.account")}</li>
        </ol>
      </div>
      <div>
        <Heading level={2} size="label" className={styles.title}>
          {t("details.mail")}
        </Heading>
        <Link href={`mailto:${brand.contactEmail}`} inline>
          {brand.contactEmail}
        </Link>
      </div>
      <div>
        <Heading level={2} size="label" className={styles.title}>
          {t("details.post")}
        </Heading>
        <address className={styles.address}>
          {brand.owner}
          <br />
          {street}
          <br />
          {rest.join(", ")}
          {brand.country && (
            <>
              <br />
              {country(brand.country)}
            </>
          )}
        </address>
      </div>
    </div>
  );
}
