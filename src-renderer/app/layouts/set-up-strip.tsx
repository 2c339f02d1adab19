import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { isAdmin } from "#shared/active-member.ts";
import { getChecklist } from "#shared/api/checklist.ts";
import { matchRoute, routes } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { Banner, BannerButton } from "./banner.tsx";

/** Tells admins on public pages that the portal still has the demo's name or seller, until that is changed or skipped. */
export function SetUpStrip() {
  const { t } = useTranslation();
  const user = useUser();
  const route = matchRoute(useLocation().pathname);
  const isPublic = route !== null && "publicHtml" in routes[route];
  const enabled = user !== null && isAdmin(user) && isPublic;
  const { data } = useApiQuery(getChecklist, { silent: true }, { enabled });
  const isOpen = data?.some(({ step, state }) => step === "seller" && state === "open") ?? false;
  if (!enabled || !isOpen) return null;
  return (
    <Banner>
      <span>{t("notSetUp.text")}</span>
      <BannerButton to="dashboard">{t("notSetUp.action")}</BannerButton>
    </Banner>
  );
}
