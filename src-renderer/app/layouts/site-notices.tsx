import { makeStyles } from "@fluentui/react-components";
import { WrenchRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { useIsOnline } from "#renderer/api-client/connection.ts";
import { useElapsed } from "#renderer/components/use-elapsed.ts";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { tokens } from "#renderer/theme/tokens.ts";

/** Time until screen readers know a live region that was just added. */
const regionKnownAfterMs = 500;

export const useNoticeStyles = makeStyles({
  banner: {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    gap: "12px",
    padding: "10px 24px",
    backgroundColor: tokens.colorAccent,
    color: tokens.colorOnAccent,
    fontWeight: 600,
  },
  icon: { flexShrink: 0 },
  offline: {
    padding: "6px 24px",
    textAlign: "center",
    fontSize: "14px",
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
  },
});

/** Shown while the maintenance flag is on (specification, section 1). */
export function MaintenanceBanner() {
  const styles = useNoticeStyles();
  const { t } = useTranslation();
  const on = useFlags((flags) => flags.maintenanceMode);
  const known = useElapsed(regionKnownAfterMs);
  // Screen readers announce what is added to a live region they know. A banner that is there from the
  // start is added again for them: another key makes it another element.
  return (
    <div role="status">
      {on && (
        <div key={String(known)} className={styles.banner}>
          <WrenchRegular fontSize={20} className={styles.icon} />
          {t("maintenance")}
        </div>
      )}
    </div>
  );
}

/** Shown to visitors and users while there is no connection; members have a line of their own. */
export function OfflineStrip() {
  const styles = useNoticeStyles();
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  return (
    <div role="status">{!isOnline && <div className={styles.offline}>{t("offline")}</div>}</div>
  );
}
