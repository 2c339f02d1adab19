import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Catalogue } from "#shared/api/catalogue.ts";
import type { Period } from "#shared/api/cart.ts";
import { routePath } from "#shared/routes.ts";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { useIsActiveMember, useUser } from "#renderer/session/session-store.ts";
import { media } from "#renderer/theme/tokens.ts";
import { plansInOrder, withPlan } from "#renderer/purchase/plan-choice.ts";
import { PlanPanel, usePanelStyles } from "./plan-panel.tsx";

/** Returns the path that choosing a plan leads to: visitors register first, users pay. */
function usePlanWay(): (period: Period) => string {
  const user = useUser();
  return (period) =>
    user ? routePath("subscribe", { subType: period }) : withPlan(routePath("register"), period);
}

const useStyles = makeStyles({
  plans: {
    display: "grid",
    gridTemplateColumns: "1fr 1fr",
    columnGap: "16px",
    [media.phone]: { gridTemplateColumns: "1fr", rowGap: "0", "> * + *": { marginTop: "16px" } },
  },
  stacked: { gridTemplateColumns: "1fr", rowGap: "0", "> * + *": { marginTop: "16px" } },
  skeletonPanel: {
    gridTemplateRows: "auto",
    rowGap: "16px",
    minHeight: "300px",
    [media.phone]: { minHeight: "278px", ":first-child": { minHeight: "316px" } },
  },
  // Narrow panels break more lines, in Polish above all.
  skeletonBeside: { [media.belowTablet]: { minHeight: "368px" } },
  line: { width: "60%" },
  price: { width: "40%", height: "64px" },
});

type PlansProps = {
  /** Whether they stand below each other on every screen. */
  stacked?: boolean;
};

export function PlanPanelsSkeleton({ stacked = false }: PlansProps) {
  const styles = useStyles();
  const panel = usePanelStyles();
  const { t } = useTranslation();
  return (
    <Skeleton
      aria-label={t("loading")}
      className={mergeClasses(styles.plans, stacked && styles.stacked)}
    >
      {[0, 1].map((place) => (
        <div
          key={place}
          className={mergeClasses(
            panel.panel,
            styles.skeletonPanel,
            !stacked && styles.skeletonBeside,
          )}
        >
          <SkeletonItem size={24} className={styles.line} />
          <SkeletonItem className={styles.price} />
          <SkeletonItem size={20} className={styles.line} />
          <SkeletonItem size={16} />
        </div>
      ))}
    </Skeleton>
  );
}

/** Returns whether the user needs no plan: an active member, or a payment that is being settled. */
export function useHoldsPlan(): boolean {
  const active = useIsActiveMember();
  const pending = useUser()?.subscriptionPending ?? false;
  return active || pending;
}

/** The plans, the recommended one first, each with its button, but for those who hold one. */
export function PlanPanels({ catalogue, stacked = false }: PlansProps & { catalogue: Catalogue }) {
  const styles = useStyles();
  const { t } = useTranslation();
  const holder = useHoldsPlan();
  const wayTo = usePlanWay();
  return (
    <section
      aria-label={t("plan.all")}
      className={mergeClasses(styles.plans, stacked && styles.stacked)}
    >
      {plansInOrder(catalogue.plans).map((plan) => (
        <PlanPanel
          key={plan.sku}
          plan={plan}
          catalogue={catalogue}
          to={holder ? null : wayTo(plan.period)}
        />
      ))}
    </section>
  );
}
