import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

/** /terms-and-conditions. */
export default function TermsPage() {
  const { t } = useTranslation("titles");
  return <Page title={t("terms")} />;
}
