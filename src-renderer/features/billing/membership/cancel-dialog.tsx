import { useTranslation } from "react-i18next";
import type { Membership } from "../../../../src-shared/api/billing.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { useFormats } from "../../../i18n/formats.ts";

type CancelDialogProps = {
  open: boolean;
  busy: boolean;
  endsAt: Membership["endsAt"];
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before cancelling: what happens, when, and that it can be taken back. */
export function CancelDialog({ endsAt, ...dialog }: CancelDialogProps) {
  const { t } = useTranslation("membership");
  const { date } = useFormats();
  return (
    <ConfirmDialog
      {...dialog}
      title={t("cancel.question")}
      action={t("cancel.action")}
      dismiss={t("cancel.keep")}
    >
      <p>{endsAt ? t("cancel.until", { date: date(endsAt) }) : t("cancel.untilEnd")}</p>
      <p>{t("cancel.then")}</p>
      <p>{t("cancel.undo")}</p>
    </ConfirmDialog>
  );
}
