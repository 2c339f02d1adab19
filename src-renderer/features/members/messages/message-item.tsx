import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ContactMessage } from "#shared/api/contact-messages.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { measure, tokens } from "#renderer/theme/tokens.ts";
import type { Act } from "../acts/act-dialog.tsx";
import { useMessageActs } from "../acts/record-acts.ts";
import { usePartStyles } from "../page/part.tsx";

const useStyles = makeStyles({
  text: { whiteSpace: "pre-line", maxWidth: measure },
  answer: {
    paddingLeft: "14px",
    borderLeft: `3px solid ${tokens.colorNeutralStroke1}`,
  },
});

/** Says that anybody may have written a message with an account's address. */
export function UnprovenSender() {
  const part = usePartStyles();
  const { t } = useTranslation("members");
  return <p className={part.quiet}>{t("messages.unproven")}</p>;
}

type MessageItemProps = {
  message: ContactMessage;
  /** Who sent it, where that is not clear. */
  sender?: ReactNode;
  start: (act: Act) => void;
};

/** A message of the contact form with its answer, or with the buttons that ask for one, close it or reopen it. */
export function MessageItem({ message, sender, start }: MessageItemProps) {
  const part = usePartStyles();
  const styles = useStyles();
  const { t } = useTranslation("members");
  const { businessTime } = useFormats();
  const acts = useMessageActs();
  const { subject, createdAt, answeredAt, answer } = message;
  const opening = answeredAt === null ? "acts.close" : "acts.reopen";
  return (
    <>
      <p>
        <strong>{subject}</strong>
      </p>
      {sender}
      <p className={part.quiet}>{businessTime(createdAt)}</p>
      <p className={styles.text}>{message.message}</p>
      {answeredAt !== null && (
        <p className={part.quiet}>
          {t(answer === null ? "messages.closed" : "messages.answered", {
            when: businessTime(answeredAt),
          })}
        </p>
      )}
      {answer === null ? (
        <div className={part.actions}>
          <Button
            aria-label={t("acts.answer.openOf", { subject })}
            onClick={() => start(acts.answer(message))}
          >
            {t("acts.answer.open")}
          </Button>
          <Button
            aria-label={t(`${opening}.openOf`, { subject })}
            onClick={() => start(answeredAt === null ? acts.close(message) : acts.reopen(message))}
          >
            {t(`${opening}.open`)}
          </Button>
        </div>
      ) : (
        <p className={mergeClasses(styles.text, styles.answer)}>{answer}</p>
      )}
    </>
  );
}
