import { useTranslation } from "react-i18next";
import { accountPath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";

/** Tells admins why they have no rights: the owner requires a second factor, which this session lacks. */
export function AdminNotice() {
  const { t } = useTranslation("second-factor");
  return (
    <Notice intent="warning">
      {t("admin")} <TextLink to={`${accountPath}#secondFactor`}>{t("adminLink")}</TextLink>
    </Notice>
  );
}
