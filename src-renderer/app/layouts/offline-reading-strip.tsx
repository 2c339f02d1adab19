import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { matchRoute, routePath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { useElapsed } from "#renderer/components/use-elapsed.ts";
import { hasOfflineContent, useOfflineRead } from "#renderer/features/offline/index.ts";
import { TimersOnScreen } from "#renderer/features/cooking/index.ts";
import { useSession } from "#renderer/session/session-store.ts";

/** Time for which the API has to be missing: requests fail now and then, and what is on screen would move. */
const shownAfterMs = 1_500;

/** The way to what this device keeps, if it keeps anything. */
function WayToOffline({ className }: { className: string }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isKept = useOfflineRead(hasOfflineContent);
  const isLasting = useElapsed(shownAfterMs);
  const route = matchRoute(pathname);
  if (!isKept || !isLasting || route === "saved" || route === "savedEntry") return null;
  return (
    <div role="status" className={className}>
      {t("offlineReading.text")}{" "}
      <TextLink to={routePath("saved")}>{t("offlineReading.action")}</TextLink>
    </div>
  );
}

/** Without a connection: the way to what this device keeps, and the timers of kept recipes. */
export default function OfflineReadingStrip({ className }: { className: string }) {
  // The layout of members has the timers.
  const isStart = useSession(({ user }) => user === null);
  return (
    <>
      <WayToOffline className={className} />
      {isStart && <TimersOnScreen />}
    </>
  );
}
