import { useTranslation } from "react-i18next";
import { routePath } from "../../../src-shared/routes.ts";
import { ButtonLink } from "../../components/links.tsx";
import { Notice } from "../../components/notice.tsx";

/** Stands in place of a form that a flag has disabled (specification, section 8; ruling 23). */
export function DisabledFeature() {
  const { t } = useTranslation();
  return (
    <>
      <Notice intent="warning">{t("featureDisabled")}</Notice>
      <div>
        <ButtonLink to={routePath("contact")} look="primary">
          {t("menu.contact")}
        </ButtonLink>
      </div>
    </>
  );
}
