import { makeStyles } from "@fluentui/react-components";
import { WrenchRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { useIsOnline, useIsUnreachable } from "#renderer/api-client/connection.ts";
import { useElapsed } from "#renderer/components/use-elapsed.ts";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { loadMemberTexts } from "#renderer/i18n/i18n.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { ErrorBoundary } from "../error-boundary.tsx";

/** Time until screen readers know a live region that was just added. */
const regionKnownAfterMs = 500;

// It shows the timers of kept recipes, whose texts are those of members.
const OfflineReadingStrip = lazyChunk(async () => {
  const [strip] = await Promise.all([import("./offline-reading-strip.tsx"), loadMemberTexts()]);
  return strip;
});

const useStyles = makeStyles({
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
function MaintenanceBanner() {
  const styles = useStyles();
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

/** Shown while there is no connection. */
function OfflineStrip() {
  const styles = useStyles();
  const { t } = useTranslation();
  const online = useIsOnline();
  const isUnreachable = useIsUnreachable();
  // A start that could not ask whose token the device has is a visitor's (specification, section 4).
  const isUnasked = useSession(({ status, user }) => status === "ready" && user === null);
  return (
    <>
      <div role="status">{!online && <div className={styles.offline}>{t("offline")}</div>}</div>
      {(isUnasked || isUnreachable) && platform.read("token") !== null && (
        <ErrorBoundary isOptional>
          <OfflineReadingStrip className={styles.offline} />
        </ErrorBoundary>
      )}
    </>
  );
}

/** The notices above every page: maintenance, no connection. */
export function SiteNotices() {
  return (
    <>
      <MaintenanceBanner />
      <OfflineStrip />
    </>
  );
}
