import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Catalogue } from "#shared/api/catalogue.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { freeMonths } from "./plan-facts.ts";

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
