import { Button, makeStyles } from "@fluentui/react-components";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  getAnnouncementTexts,
  type Announcement,
  type AnnouncementTexts,
  listAnnouncements,
  withdrawAnnouncement,
} from "#shared/api/announcements.ts";
import { call } from "#renderer/api-client/client.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { ConfirmDialog, opensDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { EditAnnouncement } from "./edit-announcement.tsx";
import type { AdminDone } from "./write-announcement.tsx";

type WithdrawButtonProps = { announcement: Announcement; onWithdrawn: () => void };

/** Removes an announcement after asking, for admins. */
function WithdrawButton({ announcement, onWithdrawn }: WithdrawButtonProps) {
  const { t } = useTranslation("announcements");
  const [open, setOpen] = useState(false);
  const { id, title } = announcement;
  const withdrawal = useMutation(async () => {
    const { error } = await call(withdrawAnnouncement, { params: { id } });
    // "not-found": it was withdrawn in another window already.
    if (error && error.code !== "not-found") return error;
    setOpen(false);
    onWithdrawn();
    await refresh(listAnnouncements);
    return null;
  });
  return (
    <>
      <DangerButton
        aria-label={t("withdraw.of", { title })}
        {...opensDialog}
        onClick={() => setOpen(true)}
      >
        {t("withdraw.open")}
      </DangerButton>
      <ConfirmDialog
        open={open}
        isDanger
        title={t("withdraw.question")}
        action={t("withdraw.submit")}
        busy={withdrawal.busy}
        onConfirm={() => void withdrawal.run()}
        onClose={() => {
          setOpen(false);
          withdrawal.reset();
        }}
      >
        <p>{t("withdraw.text", { title })}</p>
        {withdrawal.failure && <Notice intent="error">{t("withdraw.failed")}</Notice>}
      </ConfirmDialog>
    </>
  );
}

const useStyles = makeStyles({
  buttons: { display: "flex", flexWrap: "wrap", gap: "12px" },
});

type AnnouncementToolsProps = {
  announcement: Announcement;
  onDone: (what: AdminDone["what"]) => void;
};

/** What admins can do with a published announcement: change and withdraw it. */
export default function AnnouncementTools({ announcement, onDone }: AnnouncementToolsProps) {
  const styles = useStyles();
  const { t } = useTranslation("announcements");
  const button = useRef<HTMLButtonElement>(null);
  const [texts, setTexts] = useState<AnnouncementTexts | null>(null);
  const { id, title } = announcement;
  const opening = useMutation(async () => {
    const { data, error } = await call(getAnnouncementTexts, { params: { id } });
    if (data) setTexts(data);
    return error;
  });
  const close = () => {
    setTexts(null);
    button.current?.focus(); // the focused button of the form is about to vanish
  };
  return (
    <>
      <div className={styles.buttons}>
        <Button
          ref={button}
          aria-label={t("edit.of", { title })}
          aria-expanded={texts !== null}
          disabledFocusable={opening.busy}
          onClick={() => (texts ? close() : void opening.run())}
        >
          {t("edit.open")}
        </Button>
        <WithdrawButton announcement={announcement} onWithdrawn={() => onDone("withdrawn")} />
      </div>
      {opening.failure && <Notice intent="error">{t("edit.failed")}</Notice>}
      {texts && (
        <EditAnnouncement
          id={id}
          texts={texts}
          onSaved={() => {
            close();
            onDone("changed");
          }}
          onClose={close}
        />
      )}
    </>
  );
}
