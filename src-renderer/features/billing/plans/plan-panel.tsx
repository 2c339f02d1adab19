import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Catalogue, Plan } from "#shared/api/catalogue.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { recommended } from "#renderer/purchase/plan-choice.ts";
import { comparablePrice } from "./plan-facts.ts";
import { SavingBadge } from "./saving-badge.tsx";

export const usePanelStyles = makeStyles({
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
    "> *": { margin: 0 },
    [media.phone]: { padding: "24px 20px" },
  },
  best: { backgroundColor: tokens.colorDeep, color: tokens.colorOnDeep },
});

const useStyles = makeStyles({
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
export function PlanPanel({ plan, catalogue, to }: PlanPanelProps) {
  const panel = usePanelStyles();
  const styles = useStyles();
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
