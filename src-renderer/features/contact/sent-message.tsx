import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Heading } from "#renderer/components/heading.tsx";
import { tokens } from "#renderer/theme/tokens.ts";
import type { ContactMessage } from "./contact-form.tsx";

const useStyles = makeStyles({
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
export function SentMessage({ message, onAnother }: SentMessageProps) {
  const styles = useStyles();
  const { t } = useTranslation("contact");
  const title = useRef<HTMLHeadingElement>(null);
  // The form, which had the focus, is gone.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.root}>
      <Heading level={2} size="small" ref={title}>
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
