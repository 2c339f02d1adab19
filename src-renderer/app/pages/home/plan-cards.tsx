import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Catalogue, Plan } from "../../../../src-shared/api/billing.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { ButtonLink } from "../../../components/links.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { tokens } from "../../../theme/tokens.ts";
import { planOf } from "./plan-of.ts";

const useStyles = makeStyles({
  plans: { display: "grid", gap: "16px", alignContent: "start" },
  plan: {
    display: "grid",
    gap: "8px",
    justifyItems: "start",
    padding: "28px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    "> p, > h3": { margin: 0 },
  },
  best: { backgroundColor: tokens.colorDeep, color: tokens.colorOnDeep },
  top: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "8px 16px",
    width: "100%",
  },
  name: { margin: 0, fontSize: "18px", lineHeight: "26px", fontWeight: 600 },
  saving: {
    padding: "4px 12px",
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorAccent,
    color: tokens.colorOnAccent,
    fontSize: "15px",
    lineHeight: "22px",
    fontWeight: 600,
  },
  // As tall as with its price, so that nothing jumps when it comes.
  price: { fontSize: "18px", minHeight: "52px" },
  amount: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "44px",
    lineHeight: "52px",
    fontVariantNumeric: "lining-nums",
  },
});

type PlanCardsProps = { catalogue: Catalogue | undefined; failed: boolean };

function PlanCard({ catalogue, failed, period }: PlanCardsProps & { period: Plan["period"] }) {
  const styles = useStyles();
  const { t } = useTranslation("home");
  const { money } = useFormats();
  const plan = planOf(catalogue, period);
  const yearly = period === "yearly";
  const saving = catalogue?.yearlySaving;
  return (
    <article className={mergeClasses(styles.plan, yearly && styles.best)}>
      <div className={styles.top}>
        <h3 className={styles.name}>{t(`plans.${period}`)}</h3>
        {yearly && saving && saving.amount > 0 && (
          <span className={styles.saving}>{t("plans.saving", { amount: money(saving) })}</span>
        )}
      </div>
      {!failed && (
        <p className={styles.price}>
          {plan && (
            <>
              <span className={styles.amount}>{money(plan.price)}</span>{" "}
              {t(yearly ? "plans.perYear" : "plans.perMonth")}
            </>
          )}
        </p>
      )}
      <p>{t(yearly ? "plans.yearlyText" : "plans.monthlyText")}</p>
      <ButtonLink to={routePath("memberships")} look={yearly ? "accent" : "secondary"}>
        {t(yearly ? "plans.chooseYearly" : "plans.chooseMonthly")}
      </ButtonLink>
    </article>
  );
}

/** Both plans one above the other, the year first: prices, what the year saves, the way to each. */
export function PlanCards({ catalogue, failed }: PlanCardsProps) {
  const styles = useStyles();
  const { t } = useTranslation("home");
  return (
    <div className={styles.plans}>
      {failed && <p>{t("plans.unavailable")}</p>}
      <PlanCard catalogue={catalogue} failed={failed} period="yearly" />
      <PlanCard catalogue={catalogue} failed={failed} period="monthly" />
    </div>
  );
}
