import { useTranslation } from "react-i18next";
import { useParams } from "react-router-dom";
import { periodSchema } from "../../../src-shared/api/cart.ts";
import { routePath } from "../../../src-shared/routes.ts";
import { ButtonLink, TextLink } from "../../components/links.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState } from "../../components/states.tsx";
import { AlreadyMember, useHasMembership } from "./checkout/already-member.tsx";
import { PlanPayment } from "./checkout/plan-payment.tsx";

/** /subscribe/{subType}: the payment of one plan. Opening it never charges (ruling 17). */
export default function SubscribePage() {
  const { t } = useTranslation(["checkout", "common"]);
  const { subType } = useParams();
  const member = useHasMembership();
  const period = periodSchema.safeParse(subType).data;
  if (!period) {
    return (
      <Page title={t("common:notFound.title")} lead={t("common:notFound.text")}>
        <EmptyState
          motif="tunnel"
          title={t("subscribe.unknown")}
          action={<ButtonLink to={routePath("memberships")}>{t("subscribe.plans")}</ButtonLink>}
        />
      </Page>
    );
  }
  const other = period === "monthly" ? "yearly" : "monthly";
  return (
    <Page title={t(`subscribe.title.${period}`)} lead={!member && t("subscribe.lead")} width="form">
      <AlreadyMember>
        <PlanPayment period={period} origin="subscribe" />
        <p>
          <TextLink to={routePath("subscribe", { subType: other })}>
            {t(`subscribe.other.${other}`)}
          </TextLink>
        </p>
      </AlreadyMember>
    </Page>
  );
}
