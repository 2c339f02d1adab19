import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Catalogue, Plan } from "../../../../src-shared/api/billing.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { Heading } from "../../../components/heading.tsx";
import { ButtonLink } from "../../../components/links.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { tokens } from "../../../theme/tokens.ts";

/** Returns the plan of a period; null while the catalogue is missing or lacks it. */
export const planOf = (catalogue: Catalogue | undefined, period: Plan["period"]): Plan | null =>
  catalogue?.plans.find((plan) => plan.period === period) ?? null;

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
  saving: {
    padding: "4px 12px",
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorAccent,
    color: tokens.colorOnAccent,
    fontSize: "15px",
    lineHeight: "22px",
    fontWeight: 600,
  },
  // Reserves the height, so that nothing moves when the price arrives.
  price: { fontSize: "18px", minHeight: "52px" },
  amount: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "44px",
    lineHeight: "52px",
    fontVariantNumeric: "lining-nums",
  },
});

type PlanCardsProps = { catalogue?: Catalogue | undefined; failed?: boolean };

function PlanCard({
  catalogue,
  failed = false,
  period,
}: PlanCardsProps & { period: Plan["period"] }) {
  const styles = useStyles();
  const { t } = useTranslation("home");
  const { money } = useFormats();
  const plan = planOf(catalogue, period);
  const yearly = period === "yearly";
  const saving = catalogue?.yearlySaving;
  return (
    <article className={mergeClasses(styles.plan, yearly && styles.best)}>
      <div className={styles.top}>
        <Heading level={3} size="label">
          {t(`plans.${period}`)}
        </Heading>
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

/** Both plans, the yearly one first, each with its price and a link. */
export function PlanCards({ catalogue, failed = false }: PlanCardsProps) {
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
