import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Catalogue } from "#shared/api/catalogue.ts";
import { routePath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { NotSetUpNote, PlanPanels, PlanPanelsSkeleton } from "#renderer/features/billing/index.ts";

const useStyles = makeStyles({ stack: { display: "grid", gap: "16px" } });

type PlanCardsProps = { catalogue?: Catalogue | undefined; failed?: boolean };

/** The plans below each other, with a note where nobody can pay yet, or where to find them if they cannot be loaded. */
export function PlanCards({ catalogue, failed = false }: PlanCardsProps) {
  const styles = useStyles();
  const { t } = useTranslation("home");
  if (failed) {
    return (
      <p>
        {t("plans.unavailable")} <TextLink to={routePath("memberships")}>{t("start")}</TextLink>
      </p>
    );
  }
  if (!catalogue) return <PlanPanelsSkeleton stacked />;
  return (
    <div className={styles.stack}>
      <PlanPanels catalogue={catalogue} stacked />
      {catalogue.paymentsSetUp === false && <NotSetUpNote />}
    </div>
  );
}
