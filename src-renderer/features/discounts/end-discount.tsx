import { useState } from "react";
import { useTranslation } from "react-i18next";
import { endDiscount, listDiscounts } from "#shared/api/discounts.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { ConfirmDialog, opensDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";

/** Ends a code after asking. */
export function EndDiscount({ code, onEnded }: { code: string; onEnded: () => void }) {
  const { t } = useTranslation("discounts");
  const [open, setOpen] = useState(false);
  const ending = useMutation(async () => {
    const { error } = await call(endDiscount, { params: { code } });
    if (error) return error;
    setOpen(false);
    onEnded();
    await refresh(listDiscounts);
    return null;
  });
  return (
    <>
      <DangerButton
        aria-label={t("end.of", { code })}
        {...opensDialog}
        onClick={() => setOpen(true)}
      >
        {t("end.open")}
      </DangerButton>
      <ConfirmDialog
        open={open}
        isDanger
        title={t("end.title", { code })}
        action={t("end.action")}
        busy={ending.busy}
        onConfirm={() => void ending.run()}
        onClose={() => {
          setOpen(false);
          ending.reset();
        }}
      >
        <p>{t("end.text")}</p>
        {ending.failure && <FormFailure error={rootError(ending.failure)} />}
      </ConfirmDialog>
    </>
  );
}
