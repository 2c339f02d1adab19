import { useTranslation } from "react-i18next";
import { useParams } from "react-router-dom";
import { periodSchema } from "#shared/api/cart.ts";
import { routePath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { AlreadyMember, PlanPayment, useHasMembership } from "./checkout/plan-payment.tsx";

/** /subscribe/{subType}: the payment of one plan. Opening the page never charges. */
export default function SubscribePage() {
  const { t } = useTranslation(["checkout", "common"]);
  const { subType } = useParams();
  const member = useHasMembership();
  const period = periodSchema.parse(subType); // the route takes nothing else
  const other = period === "monthly" ? "yearly" : "monthly";
  return (
    <Page title={t(`subscribe.title.${period}`)} lead={!member && t("subscribe.lead")}>
      <AlreadyMember>
        <PlanPayment period={period} origin="subscribe">
          {() => (
            <p>
              <TextLink to={routePath("subscribe", { subType: other })}>
                {t(`common:plan.choose.${other}`)}
              </TextLink>
            </p>
          )}
        </PlanPayment>
      </AlreadyMember>
    </Page>
  );
}
