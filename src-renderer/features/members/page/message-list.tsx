import { Button } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Member, MemberMessage } from "../../../../src-shared/api/members.ts";
import { opensDialog } from "../../../components/confirm-dialog.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import type { Act } from "../acts/act-dialog.tsx";
import { Part, usePartStyles } from "./part.tsx";
import { useAnswerAct } from "../acts/record-acts.ts";

type Start = (act: Act) => void;

function MessageItem({ message, start }: { message: MemberMessage; start: Start }) {
  const styles = usePartStyles();
  const { t } = useTranslation("members");
  const { dateTime } = useFormats();
  const answerAct = useAnswerAct();
  const { subject, createdAt, answeredAt, answer } = message;
  return (
    <>
      <p>
        <strong>{subject}</strong>
      </p>
      <p>{message.message}</p>
      <p className={styles.quiet}>{dateTime(createdAt)}</p>
      {answeredAt === null ? (
        <div className={styles.actions}>
          <Button
            aria-label={t("acts.answer.openOf", { subject })}
            {...opensDialog}
            onClick={() => start(answerAct(message))}
          >
            {t("acts.answer.open")}
          </Button>
        </div>
      ) : (
        <>
          <p className={styles.quiet}>{t("messages.answered", { when: dateTime(answeredAt) })}</p>
          {answer && <p>{answer}</p>}
        </>
      )}
    </>
  );
}

/** Messages of the contact form from a member's address, newest first. */
export function MessageList({ member, start }: { member: Member; start: Start }) {
  const { t } = useTranslation("members");
  const items = member.messages.map((message) => ({
    key: message.id,
    content: <MessageItem message={message} start={start} />,
  }));
  return <Part title={t("messages.title")} none={t("messages.none")} items={items} />;
}
