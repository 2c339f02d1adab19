import { useTranslation } from "react-i18next";
import type { Membership } from "#shared/api/membership.ts";
import { routePath } from "#shared/routes.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { RichText } from "#renderer/components/rich-text.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";

type CancelDialogProps = {
  open: boolean;
  busy: boolean;
  membership: Membership;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before cancelling: what happens, when, and that it can be undone. */
export function CancelDialog({ membership, ...dialog }: CancelDialogProps) {
  const { status, endsAt, withdrawUntil } = membership;
  const { t } = useTranslation("membership");
  const { date } = useFormats();
  return (
    <ConfirmDialog
      {...dialog}
      isDanger
      title={t("cancel.question")}
      action={t("cancel.action")}
      dismiss={t("cancel.keep")}
    >
      {status === "past-due" ? (
        <>
          <p>{t("cancel.pastDue")}</p>
          <p>{t("cancel.pastDueThen")}</p>
        </>
      ) : (
        <>
          <p>{endsAt ? t("cancel.until", { date: date(endsAt) }) : t("cancel.untilEnd")}</p>
          <p>{t("cancel.then")}</p>
          <p>{t("cancel.undo")}</p>
          {withdrawUntil && (
            <p>
              <RichText
                text={t("cancel.withdrawal")}
                elements={{ page: <TextLink to={routePath("withdrawal")}>{null}</TextLink> }}
              />
            </p>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
