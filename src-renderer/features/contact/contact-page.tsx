import { makeStyles, Link, Button } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { focusWithPart } from "#renderer/components/keep-focus.ts";
import { Page } from "#renderer/components/page.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { brand } from "#renderer/platform/brand.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { ContactForm, type ContactMessage } from "./contact-form.tsx";

const useSentMessageStyles = makeStyles({
  root: { display: "grid", gap: "20px", justifyItems: "start" },
  text: { margin: 0 },
  copy: {
    boxSizing: "border-box",
    width: "100%",
    margin: 0,
    padding: "20px 24px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorBand,
  },
  subject: { fontWeight: 600, margin: "0 0 8px" },
  message: { margin: 0, whiteSpace: "pre-wrap" },
});

type SentMessageProps = { message: ContactMessage; onAnother: () => void };

/** Confirms that the message was sent and shows a copy of it. */
function SentMessage({ message, onAnother }: SentMessageProps) {
  const styles = useSentMessageStyles();
  const { t } = useTranslation("contact");
  return (
    <div className={styles.root}>
      <Heading level={2} size="small" ref={focusWithPart}>
        {t("sent.title")}
      </Heading>
      <p className={styles.text}>{t("sent.text", { address: message.email })}</p>
      <blockquote className={styles.copy}>
        <p className={styles.subject}>{message.subject}</p>
        <p className={styles.message}>{message.message}</p>
      </blockquote>
      <Button size="large" onClick={onAnother}>
        {t("sent.another")}
      </Button>
    </div>
  );
}

const useContactDetailsStyles = makeStyles({
  details: { display: "grid", gap: "28px" },
  title: { marginBottom: "6px" },
  text: { margin: 0 },
  address: { fontStyle: "normal" },
  steps: { margin: 0, paddingLeft: "20px", "> li::marker": { color: tokens.colorAccentText } },
});

/** What happens with a message, and the other ways to reach the owner. */
function ContactDetails() {
  const styles = useContactDetailsStyles();
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
