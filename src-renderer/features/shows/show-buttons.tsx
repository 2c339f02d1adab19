import { Button } from "@fluentui/react-components";
import { EditRegular } from "@fluentui/react-icons";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { deleteShow, type Show } from "#shared/api/show-day.ts";
import { call } from "#renderer/api-client/client.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { forgetShow } from "./show-changes.ts";

function DeleteButton({ show, onDeleted }: { show: Show; onDeleted: () => void }) {
  const { t } = useTranslation("show-day");
  const [isAsking, setAsking] = useState(false);
  const { busy, failure, run, reset } = useMutation(async () => {
    const { error } = await call(deleteShow, { params: { id: show.id }, silent: true });
    // "not-found": it was deleted on another device already.
    if (error && error.code !== "not-found") return error;
    await forgetShow(show.id);
    onDeleted();
    return null;
  });
  return (
    <>
      <DangerButton size="large" onClick={() => setAsking(true)}>
        {t("delete.open")}
      </DangerButton>
      <ConfirmDialog
        open={isAsking}
        isDanger
        busy={busy}
        title={t("delete.question", { name: show.name })}
        action={t("delete.open")}
        onConfirm={() => void run()}
        onClose={() => {
          setAsking(false);
          reset();
        }}
      >
        <p>{t("delete.text")}</p>
        {failure && <Notice intent="error">{t("delete.failed")}</Notice>}
      </ConfirmDialog>
    </>
  );
}

type ShowButtonsProps = { show: Show; onChange: () => void; onDeleted: () => void };

export function ShowButtons({ show, onChange, onDeleted }: ShowButtonsProps) {
  const { t } = useTranslation("show-day");
  return (
    <>
      <Button size="large" icon={<EditRegular />} onClick={onChange}>
        {t("change")}
      </Button>
      <DeleteButton show={show} onDeleted={onDeleted} />
    </>
  );
}
