import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type Announcement,
  listAnnouncements,
  withdrawAnnouncement,
} from "#shared/api/announcements.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { ConfirmDialog, opensDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";

type WithdrawButtonProps = { announcement: Announcement; onWithdrawn: () => void };

/** Removes an announcement after asking, for admins. */
export function WithdrawButton({ announcement, onWithdrawn }: WithdrawButtonProps) {
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
