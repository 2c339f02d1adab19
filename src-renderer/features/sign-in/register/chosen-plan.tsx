import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Catalogue } from "../../../../src-shared/api/billing.ts";
import type { Period } from "../../../../src-shared/api/cart.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { TextLink } from "../../../components/links.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { tokens } from "../../../theme/tokens.ts";

const useStyles = makeStyles({
  plan: {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "space-between",
    gap: "4px 16px",
    padding: "12px 16px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorBand,
  },
  name: { fontWeight: 600 },
});

type ChosenPlanProps = { period: Period; catalogue: Catalogue | undefined };

/** The plan that one registers for; its price once the catalogue has come. */
export function ChosenPlan({ period, catalogue }: ChosenPlanProps) {
  const styles = useStyles();
  const { t } = useTranslation("sign-in");
  const { money } = useFormats();
  const plan = catalogue?.plans.find((offered) => offered.period === period);
  const price = plan && t(`register.price.${period}`, { price: money(plan.price) });
  return (
    <div className={styles.plan}>
      <span>
        <span className={styles.name}>{t(`register.plan.${period}`)}</span>
        {price && ` · ${price}`}
      </span>
      <TextLink to={routePath("memberships")}>{t("register.otherPlan")}</TextLink>
    </div>
  );
}
