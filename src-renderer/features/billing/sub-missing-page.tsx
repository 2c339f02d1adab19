import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

/** /sub-missing. */
export default function SubMissingPage() {
  const { t } = useTranslation("titles");
  return <Page title={t("subMissing")} />;
}
