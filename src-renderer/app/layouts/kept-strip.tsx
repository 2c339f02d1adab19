import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { matchRoute, routePath } from "#shared/routes.ts";
import { TextLink } from "../../components/links.tsx";
import { useElapsed } from "../../components/use-elapsed.ts";
import { hasKept } from "../../features/library/kept/kept-entries.ts";
import { useKept } from "../../features/library/kept/read-shelf.ts";
import TimersOnScreen from "../../features/library/recipe/timers/timers-on-screen.tsx";
import { useSession } from "../../session/session-store.ts";

/** ms for which the API has to be missing: requests fail now and then, and what is on screen would move. */
const shownAfterMs = 1_500;

/** The way to what this device keeps, if it keeps anything. */
function WayToKept({ className }: { className: string }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isKept = useKept(hasKept);
  const isLasting = useElapsed(shownAfterMs);
  const route = matchRoute(pathname);
  if (!isKept || !isLasting || route === "saved" || route === "savedEntry") return null;
  return (
    <div role="status" className={className}>
      {t("kept.text")} <TextLink to={routePath("saved")}>{t("kept.action")}</TextLink>
    </div>
  );
}

/** Without a connection: the way to what this device keeps, and the timers of kept recipes. */
export default function KeptStrip({ className }: { className: string }) {
  // The layout of members has the timers.
  const isStart = useSession(({ user }) => user === null);
  return (
    <>
      <WayToKept className={className} />
      {isStart && <TimersOnScreen />}
    </>
  );
}
