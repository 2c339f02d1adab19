import { useTranslation } from "react-i18next";
import type { Catalogue } from "../../../../src-shared/api/catalogue.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { TextLink } from "../../../components/links.tsx";
import { PlanPanels, PlanPanelsSkeleton } from "../../../features/billing/plans/plan-panels.tsx";

type PlanCardsProps = { catalogue?: Catalogue | undefined; failed?: boolean };

/** The plans below each other, or where to find them if they cannot be loaded. */
export function PlanCards({ catalogue, failed = false }: PlanCardsProps) {
  const { t } = useTranslation("home");
  if (failed) {
    return (
      <p>
        {t("plans.unavailable")} <TextLink to={routePath("memberships")}>{t("start")}</TextLink>
      </p>
    );
  }
  return catalogue ? <PlanPanels catalogue={catalogue} stacked /> : <PlanPanelsSkeleton stacked />;
}
