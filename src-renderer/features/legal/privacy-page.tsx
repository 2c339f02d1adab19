import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

/** /privacy-policy. */
export default function PrivacyPage() {
  const { t } = useTranslation("titles");
  return <Page title={t("privacy")} />;
}
