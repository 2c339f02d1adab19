import { useTranslation } from "react-i18next";
import type { Member } from "#shared/api/members.ts";
import { opensDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { Part, usePartStyles } from "./part.tsx";

/** Where a member is logged in. */
export function SessionList({ member, onEnd }: { member: Member; onEnd: () => void }) {
  const styles = usePartStyles();
  const { t } = useTranslation("members");
  const { dateTime } = useFormats();
  const items = member.sessions.map(({ id, device, lastSeenAt }) => ({
    key: id,
    content: (
      <>
        <p>{device || t("sessions.unknown")}</p>
        <p className={styles.quiet}>{t("sessions.seen", { when: dateTime(lastSeenAt) })}</p>
      </>
    ),
  }));
  const end = items.length > 0 && (
    <DangerButton size="large" {...opensDialog} onClick={onEnd}>
      {t("acts.sessions.open")}
    </DangerButton>
  );
  return <Part title={t("sessions.title")} none={t("sessions.none")} items={items} actions={end} />;
}
