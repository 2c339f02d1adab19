import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Catalogue, Plan } from "#shared/api/catalogue.ts";
import type { Period } from "#shared/api/cart.ts";
import type { Money } from "#shared/money.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";

/** Returns the plan of a period; null while the catalogue is missing or lacks it. */
export const planOf = (catalogue: Catalogue | undefined, period: Period): Plan | null =>
  catalogue?.plans.find((plan) => plan.period === period) ?? null;

/** Returns the price of the other period for comparison: twelve months, or a twelfth rounded up. */
export function comparablePrice({ period, price }: Plan): Money {
  const amount = period === "monthly" ? price.amount * 12 : Math.ceil(price.amount / 12);
  return { amount, currency: price.currency };
}

/** Returns how many months the yearly saving is worth; 0 unless they are whole months. */
function freeMonths(catalogue: Catalogue): number {
  const month = planOf(catalogue, "monthly")?.price.amount ?? 0;
  const months = month > 0 ? catalogue.yearlySaving.amount / month : 0;
  return Number.isInteger(months) ? months : 0;
}

const useStyles = makeStyles({
  saving: {
    padding: "4px 12px",
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorAccent,
    color: tokens.colorOnAccent,
    fontSize: "15px",
    lineHeight: "22px",
    fontWeight: 600,
  },
});

/** What a year saves compared with twelve months, in money and in months; nothing if it saves nothing. */
export function SavingBadge({ catalogue }: { catalogue: Catalogue }) {
  const styles = useStyles();
  const { t } = useTranslation();
  const { money } = useFormats();
  const months = freeMonths(catalogue);
  if (catalogue.yearlySaving.amount <= 0) return null;
  return (
    <span className={styles.saving}>
      {t("plan.saving", { amount: money(catalogue.yearlySaving) })}
      {months > 0 && ` · ${t("plan.free", { count: months })}`}
    </span>
  );
}
