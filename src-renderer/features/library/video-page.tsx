import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

export default function VideoPage() {
  const { t } = useTranslation("titles");
  return <Page title={t("video")} />;
}
