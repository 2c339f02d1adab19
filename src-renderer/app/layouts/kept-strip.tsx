import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { matchRoute, routePath } from "../../../src-shared/routes.ts";
import { TextLink } from "../../components/links.tsx";
import { hasKept } from "../../features/library/kept/kept-entries.ts";
import { useKept } from "../../features/library/kept/read-shelf.ts";
import { CookTimers } from "./cook-timers.tsx";

/** The way to what this device keeps, if it keeps anything. */
function WayToKept({ className }: { className: string }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isKept = useKept(hasKept);
  const route = matchRoute(pathname);
  if (!isKept || route === "saved" || route === "savedEntry") return null;
  return (
    <div role="status" className={className}>
      {t("kept.text")} <TextLink to={routePath("saved")}>{t("kept.action")}</TextLink>
    </div>
  );
}

/** After a start without a connection: the way to what this device keeps, and the timers of kept recipes. */
export default function KeptStrip({ className }: { className: string }) {
  return (
    <>
      <WayToKept className={className} />
      <CookTimers />
    </>
  );
}
