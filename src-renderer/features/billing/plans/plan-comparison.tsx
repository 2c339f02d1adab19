import { makeStyles, mergeClasses, Skeleton, SkeletonItem } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Catalogue } from "../../../../src-shared/api/billing.ts";
import type { Period } from "../../../../src-shared/api/cart.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { TextLink } from "../../../components/links.tsx";
import { Notice } from "../../../components/notice.tsx";
import { VisuallyHidden } from "../../../components/visually-hidden.tsx";
import { useIsActiveMember, useUser } from "../../../session/session-store.ts";
import { media } from "../../../theme/tokens.ts";
import { PlanPanel, usePanelStyles } from "./plan-panel.tsx";

/** Returns the path that choosing a plan leads to: visitors register first, users pay. */
function usePlanWay(): (period: Period) => string {
  const user = useUser();
  return (period) =>
    user
      ? routePath("subscribe", { subType: period })
      : `${routePath("register")}?plan=${encodeURIComponent(period)}`;
}

const useStyles = makeStyles({
  stack: { display: "grid", gap: "16px" },
  plans: {
    display: "grid",
    gridTemplateColumns: "1fr 1fr",
    columnGap: "16px",
    [media.phone]: { gridTemplateColumns: "1fr", rowGap: "0", "> * + *": { marginTop: "16px" } },
  },
  skeletonPanel: { gridTemplateRows: "auto", rowGap: "16px", minHeight: "288px" },
  line: { width: "60%" },
  price: { width: "40%", height: "64px" },
});

/** Placeholder for the two plans while they load. */
export function PlanComparisonSkeleton() {
  const styles = useStyles();
  const panel = usePanelStyles();
  const { t } = useTranslation();
  return (
    <Skeleton aria-label={t("loading")} className={styles.plans}>
      {["monthly", "yearly"].map((period) => (
        <div key={period} className={mergeClasses(panel.panel, styles.skeletonPanel)}>
          <SkeletonItem size={24} className={styles.line} />
          <SkeletonItem className={styles.price} />
          <SkeletonItem size={20} className={styles.line} />
          <SkeletonItem size={16} />
        </div>
      ))}
    </Skeleton>
  );
}

/** A note for members, and for users whose payment is being settled: they need no plan. */
function HolderNote({ active }: { active: boolean }) {
  const { t } = useTranslation("billing");
  return (
    <Notice intent="success">
      {active ? t("memberNote.text") : t("pendingNote")}{" "}
      <TextLink to={routePath("membership")}>{t("memberNote.action")}</TextLink>
    </Notice>
  );
}

/**
 * The plans side by side, each with its button. Active members, and users whose payment is being
 * settled, get a note instead of the buttons.
 */
export function PlanComparison({ catalogue }: { catalogue: Catalogue }) {
  const styles = useStyles();
  const { t } = useTranslation("billing");
  const active = useIsActiveMember();
  const pending = useUser()?.subscriptionPending ?? false;
  const wayTo = usePlanWay();
  const holder = active || pending;
  return (
    <div className={styles.stack}>
      {holder && <HolderNote active={active} />}
      <VisuallyHidden as="h2">{t("plansLabel")}</VisuallyHidden>
      <section aria-label={t("plansLabel")} className={styles.plans}>
        {catalogue.plans.map((plan) => (
          <PlanPanel
            key={plan.sku}
            plan={plan}
            saving={catalogue.yearlySaving}
            to={holder ? null : wayTo(plan.period)}
          />
        ))}
      </section>
    </div>
  );
}
