import { useTranslation } from "react-i18next";
import { routePath } from "#shared/routes.ts";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { MotifArt } from "#renderer/components/cover-art/motif-art.tsx";

/** Shown for an address that is not a route. */
export default function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <Page title={t("notFound.title")} lead={t("notFound.text")} width="reading">
      <MotifArt motif="tunnel" size={160} />
      <p>
        <ButtonLink to={routePath("home")} look="accent">
          {t("notFound.action")}
        </ButtonLink>
      </p>
    </Page>
  );
}
