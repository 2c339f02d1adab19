import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { stopPlan } from "./plan-changes.ts";

export function StopButton({ id, label }: { id: string; label: string }) {
  const { t } = useTranslation("training");
  const [isAsking, setAsking] = useState(false);
  const { busy, run } = useMutation(() => stopPlan(id));
  return (
    <>
      <DangerButton size="large" onClick={() => setAsking(true)}>
        {label}
      </DangerButton>
      <ConfirmDialog
        open={isAsking}
        isDanger
        busy={busy}
        title={t("stop.question")}
        action={t("stop.action")}
        dismiss={t("stop.keep")}
        onConfirm={() => void run()}
        onClose={() => setAsking(false)}
      >
        <p>{t("stop.text")}</p>
      </ConfirmDialog>
    </>
  );
}
