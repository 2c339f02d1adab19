import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router-dom";
import { periodSchema } from "#shared/api/cart.ts";
import { routePath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { addToCart, usePurchase } from "#renderer/purchase/purchase-store.ts";
import { returnAddress } from "#renderer/session/return-address.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { recommended } from "#renderer/purchase/plan-choice.ts";
import { AlreadyMember, PlanPayment, useHasMembership } from "./checkout/plan-payment.tsx";
import { PlanChoice } from "./checkout/plan-choice.tsx";

const useStyles = makeStyles({ later: { margin: 0 } });

/** Returns the plan that was chosen before and is to be paid later. */
const planInCart = () =>
  usePurchase.getState().purchaseItems.find(({ kind }) => kind === "membership")?.period;

/** /registration-payment: step 2 of 2 of a registration. A plan that is to be paid later waits in the cart. */
export default function RegistrationPaymentPage() {
  const styles = useStyles();
  const { t } = useTranslation(["checkout", "titles"]);
  const [search, setSearch] = useSearchParams();
  const period = periodSchema.safeParse(search.get("plan")).data ?? planInCart() ?? recommended;
  const user = useUser();
  const member = useHasMembership();
  const lead = user ? t("registration.lead") : t("registration.visitor");
  // Users who registered from the cart, without choosing a plan, go back to it.
  if (user && !search.has("plan") && returnAddress.read() === routePath("checkout")) {
    return <Navigate to={routePath("checkout")} replace />;
  }
  return (
    <Page title={t("titles:registrationPayment")} lead={!member && lead}>
      <AlreadyMember>
        <PlanPayment
          period={period}
          origin="registration-payment"
          renderFirst={(catalogue) => (
            <PlanChoice
              catalogue={catalogue}
              period={period}
              onChoose={(plan) => setSearch({ plan }, { replace: true })}
            />
          )}
        >
          {({ sku, name }) =>
            user && (
              <p className={styles.later}>
                <TextLink
                  to={routePath("dashboard")}
                  onClick={() => addToCart({ sku, kind: "membership", period, quantity: 1, name })}
                >
                  {t("registration.later")}
                </TextLink>
              </p>
            )
          }
        </PlanPayment>
      </AlreadyMember>
    </Page>
  );
}
