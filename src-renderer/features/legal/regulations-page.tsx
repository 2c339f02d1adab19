import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

/** /regulations. */
export default function RegulationsPage() {
  const { t } = useTranslation("titles");
  return <Page title={t("regulations")} />;
}
