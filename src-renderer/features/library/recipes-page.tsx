import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";

export default function RecipesPage() {
  const { t } = useTranslation("titles");
  return <Page title={t("recipes")} />;
}
