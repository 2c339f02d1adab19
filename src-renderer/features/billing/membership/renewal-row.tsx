import { Button } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Membership } from "#shared/api/membership.ts";
import { opensDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { canBeCancelled } from "./cancelling.ts";
import { SettingRow } from "./setting-row.tsx";
import { isSettling } from "./status-panel.tsx";

/** Returns whether and when a membership renews, in words. */
function useRenewal(membership: Membership): string {
  const { t } = useTranslation("membership");
  const { date } = useFormats();
  const { status, endsAt, nextCharge } = membership;
  if (isSettling(membership)) return t("status.settling.title");
  if (status === "active" && nextCharge)
    return t("settings.renewsOn", { date: date(nextCharge.on) });
  if (status === "ending" && endsAt) return t("settings.endsOn", { date: date(endsAt) });
  return t(`status.${status}.title`);
}

export type RenewalRowProps = {
  membership: Membership;
  busy: boolean;
  onCancel: () => void;
  onResume: () => void;
};

/** When a membership renews or ends, with the button that cancels or resumes it. */
export function RenewalRow({ membership, busy, onCancel, onResume }: RenewalRowProps) {
  const { t } = useTranslation("membership");
  const { date } = useFormats();
  const { status, endsAt } = membership;
  const isEnding = status === "ending";
  const resumeHint = endsAt ? t("resume.hint", { date: date(endsAt) }) : t("resume.hintNoDate");
  return (
    <SettingRow
      name={t("settings.renewal")}
      value={useRenewal(membership)}
      hint={isEnding ? resumeHint : null}
      action={
        <>
          {isEnding && (
            <Button appearance="primary" size="large" disabledFocusable={busy} onClick={onResume}>
              {t("resume.action")}
            </Button>
          )}
          {canBeCancelled(membership) && (
            <DangerButton size="large" {...opensDialog} onClick={onCancel}>
              {t("cancel.action")}
            </DangerButton>
          )}
        </>
      }
    />
  );
}
