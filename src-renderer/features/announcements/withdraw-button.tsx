import { Button } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  listAnnouncements,
  withdrawAnnouncement,
  type Announcement,
} from "../../../src-shared/api/announcements.ts";
import { call } from "../../api-client/client.ts";
import { refresh } from "../../api-client/query.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Notice } from "../../components/notice.tsx";

/** Takes an announcement off the page, for admins; asks first. */
export default function WithdrawButton({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation("announcements");
  const [open, setOpen] = useState(false);
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const { id, title } = announcement;
  const withdraw = async () => {
    setState("busy");
    const { error } = await call(withdrawAnnouncement, { params: { id } });
    // Withdrawn already, in another window: just as well.
    if (error && error.code !== "not-found") return setState("failed");
    setOpen(false);
    await refresh(listAnnouncements);
  };
  return (
    <>
      <Button aria-label={t("withdraw.of", { title })} onClick={() => setOpen(true)}>
        {t("withdraw.open")}
      </Button>
      <ConfirmDialog
        open={open}
        title={t("withdraw.question")}
        action={t("withdraw.submit")}
        busy={state === "busy"}
        onConfirm={() => void withdraw()}
        onClose={() => {
          setOpen(false);
          setState("idle");
        }}
      >
        <p>{t("withdraw.text", { title })}</p>
        {state === "failed" && <Notice intent="error">{t("withdraw.failed")}</Notice>}
      </ConfirmDialog>
    </>
  );
}
