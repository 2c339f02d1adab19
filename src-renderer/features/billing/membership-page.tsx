import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

/** /membership. */
export default function MembershipPage() {
  const { t } = useTranslation("titles");
  return <Page title={t("membership")} />;
}
