import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Catalogue, Plan } from "#shared/api/catalogue.ts";
import type { Period } from "#shared/api/cart.ts";
import { routePath } from "#shared/routes.ts";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { useIsActiveMember, useUser } from "#renderer/session/session-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { plansInOrder, withPlan, recommended } from "#renderer/purchase/plan-choice.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { comparablePrice, SavingBadge } from "./plan-facts.tsx";

const usePanelStyles = makeStyles({
  panel: {
    display: "grid",
    // Aligns name, price, comparison, renewal and button of both plans.
    gridRow: "span 5",
    gridTemplateRows: "subgrid",
    justifyItems: "start",
    rowGap: "0px",
    boxSizing: "border-box",
    padding: "32px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    // Visible where forced colours replace the background.
    outline: "1px solid transparent",
    "> *": { margin: 0 },
    [media.phone]: { padding: "24px 20px" },
  },
  best: {
    outlineWidth: "3px",
    backgroundColor: tokens.colorDeep,
    color: tokens.colorOnDeep,
  },
});

const usePlanPanelStyles = makeStyles({
  head: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    alignSelf: "start",
    justifyContent: "space-between",
    gap: "8px 16px",
    width: "100%",
    minHeight: "32px",
  },
  price: { fontSize: "18px", padding: "16px 0 4px" },
  amount: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "64px",
    lineHeight: "64px",
    letterSpacing: "-0.02em",
    fontVariantNumeric: "lining-nums",
    marginRight: "4px",
    [media.phone]: { fontSize: "52px", lineHeight: "56px" },
  },
  compare: { fontSize: "18px", lineHeight: "28px", fontWeight: 600 },
  renewal: { color: tokens.colorNeutralForeground2 },
  renewalOnDeep: { color: tokens.colorOnDeepMuted },
  action: { paddingTop: "24px", alignSelf: "end" },
});

type PlanPanelProps = {
  plan: Plan;
  catalogue: Catalogue;
  /** The path of its button; null for no button. */
  to: string | null;
};

/** One plan: price, comparison with the other period, renewal and button. */
function PlanPanel({ plan, catalogue, to }: PlanPanelProps) {
  const panel = usePanelStyles();
  const styles = usePlanPanelStyles();
  const { t } = useTranslation();
  const { money } = useFormats();
  const { period } = plan;
  const best = period === recommended;
  return (
    <article className={mergeClasses(panel.panel, best && panel.best)}>
      <div className={styles.head}>
        <Heading level={3} size="label">
          {plan.name}
        </Heading>
        {period === "yearly" && <SavingBadge catalogue={catalogue} />}
      </div>
      <p className={styles.price}>
        <span className={styles.amount}>{money(plan.price)}</span> {t(`plan.per.${period}`)}
      </p>
      <p className={styles.compare}>
        {t(`plan.compare.${period}`, { price: money(comparablePrice(plan)) })}
      </p>
      <p className={mergeClasses(styles.renewal, best && styles.renewalOnDeep)}>
        {plan.trialDays &&
          `${t("plan.trial", { count: plan.trialDays, price: money(plan.price) })} `}
        {t(`plan.renews.${period}`)}
      </p>
      {to && (
        <div className={styles.action}>
          <ButtonLink to={to} look={best ? "accent" : "secondary"}>
            {t(`plan.choose.${period}`)}
          </ButtonLink>
        </div>
      )}
    </article>
  );
}

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
export function useNeedsNoPlan(): boolean {
  const active = useIsActiveMember();
  const pending = useUser()?.subscriptionPending ?? false;
  return active || pending;
}

/** The plans, the recommended one first, each with its button, but for those who hold one. */
export function PlanPanels({ catalogue, stacked = false }: PlansProps & { catalogue: Catalogue }) {
  const styles = useStyles();
  const { t } = useTranslation();
  const holder = useNeedsNoPlan();
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
