import { makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Page } from "#renderer/components/page.tsx";
import { media } from "#renderer/theme/tokens.ts";
import { ContactDetails } from "./contact-details.tsx";
import { ContactForm, type ContactMessage } from "./contact-form.tsx";
import { SentMessage } from "./sent-message.tsx";

const useStyles = makeStyles({
  grid: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 560px) minmax(0, 1fr)",
    gap: "48px 96px",
    alignItems: "start",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 560px)" },
  },
});

/** /contact: the form, and the other ways to reach the owner. */
export default function ContactPage() {
  const styles = useStyles();
  const { t } = useTranslation(["contact", "titles"]);
  const [sent, setSent] = useState<ContactMessage | null>(null);
  return (
    <Page title={t("titles:contact")} lead={t("lead")}>
      <div className={styles.grid}>
        {sent ? (
          <SentMessage message={sent} onAnother={() => setSent(null)} />
        ) : (
          <ContactForm onSent={setSent} />
        )}
        <ContactDetails />
      </div>
    </Page>
  );
}
