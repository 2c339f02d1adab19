import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError, type Failure } from "#renderer/components/form/use-submit.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";

type DeleteNameProps = {
  name: string;
  /** What follows from it. */
  text: string;
  /** Resolves with the failure to show, or null. */
  remove: () => Promise<Failure | null>;
};

/** Deletes a tag, or the page of an author, after asking. */
export function DeleteName({ name, text, remove }: DeleteNameProps) {
  const { t } = useTranslation("studio");
  const [open, setOpen] = useState(false);
  const removing = useMutation(async () => {
    const failure = await remove();
    if (!failure) setOpen(false);
    return failure;
  });
  return (
    <>
      <DangerButton aria-label={t("names.deleteOf", { name })} onClick={() => setOpen(true)}>
        {t("names.delete")}
      </DangerButton>
      <ConfirmDialog
        open={open}
        isDanger
        title={t("names.deleteTitle", { name })}
        action={t("names.delete")}
        busy={removing.busy}
        onConfirm={() => void removing.run()}
        onClose={() => {
          setOpen(false);
          removing.reset();
        }}
      >
        <p>{text}</p>
        {removing.failure && <FormFailure error={rootError(removing.failure)} />}
      </ConfirmDialog>
    </>
  );
}
