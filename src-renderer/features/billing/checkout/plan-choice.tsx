import { makeStyles, mergeClasses, Radio, RadioGroup } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Catalogue } from "#shared/api/catalogue.ts";
import type { Period } from "#shared/api/cart.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { plansInOrder } from "#renderer/purchase/plan-choice.ts";
import { SavingBadge } from "../plans/plan-facts.tsx";

const useStyles = makeStyles({
  group: {
    display: "grid",
    gridTemplateColumns: "1fr 1fr",
    gap: "12px",
    [media.phone]: { gridTemplateColumns: "1fr", gap: "8px" },
  },
  plan: {
    display: "grid",
    alignContent: "start",
    gap: "8px",
    padding: "12px 16px 16px 8px",
    [media.phone]: { gap: "4px", padding: "4px 12px 8px 4px" },
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  chosen: { outline: `2px solid ${tokens.colorBrandForeground1}`, outlineOffset: "-1px" },
  saving: { marginLeft: "8px" },
  trial: { margin: "0 0 0 8px", color: tokens.colorNeutralForeground2 },
  // Fluent mutes the labels of radios that are not checked, which looks disabled here.
  name: { display: "block", fontWeight: 600 },
  label: { color: tokens.colorNeutralForeground1 },
});

type PlanChoiceProps = {
  catalogue: Catalogue;
  period: Period;
  onChoose: (period: string) => void;
};

export function PlanChoice({ catalogue, period, onChoose }: PlanChoiceProps) {
  const styles = useStyles();
  const { t } = useTranslation(["checkout", "common"]);
  const { money } = useFormats();
  return (
    <RadioGroup
      className={styles.group}
      aria-label={t("registration.plan")}
      value={period}
      onChange={(_, { value }) => onChoose(value)}
    >
      {plansInOrder(catalogue.plans).map((plan) => (
        <div
          key={plan.sku}
          className={mergeClasses(styles.plan, plan.period === period && styles.chosen)}
        >
          <Radio
            value={plan.period}
            label={
              <span className={styles.label}>
                <span className={styles.name}>{plan.name}</span> {money(plan.price)}{" "}
                {t(`common:plan.per.${plan.period}`)}
              </span>
            }
          />
          {plan.trialDays && (
            <p className={styles.trial}>
              {t("common:plan.trial", { count: plan.trialDays, price: money(plan.price) })}
            </p>
          )}
          {plan.period === "yearly" && (
            <div className={styles.saving}>
              <SavingBadge catalogue={catalogue} />
            </div>
          )}
        </div>
      ))}
    </RadioGroup>
  );
}
