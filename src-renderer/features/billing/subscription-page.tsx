import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

/** /subscription. */
export default function SubscriptionPage() {
  const { t } = useTranslation("titles");
  return <Page title={t("subscription")} />;
}
