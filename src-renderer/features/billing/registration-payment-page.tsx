import { makeStyles, Radio, RadioGroup } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router-dom";
import { periods, periodSchema } from "../../../src-shared/api/cart.ts";
import { routePath } from "../../../src-shared/routes.ts";
import { TextLink } from "../../components/links.tsx";
import { Page } from "../../components/page.tsx";
import { rememberedPlace } from "../../session/remembered-place.ts";
import { useUser } from "../../session/session-store.ts";
import { AlreadyMember, PlanPayment, useHasMembership } from "./checkout/plan-payment.tsx";
import { SignInChoice } from "./checkout/sign-in-choice.tsx";

const useStyles = makeStyles({ later: { margin: "16px 0 0" }, plans: { marginBottom: "16px" } });

/** /registration-payment: step 2 of 2 of a registration, the payment of the chosen plan. */
export default function RegistrationPaymentPage() {
  const styles = useStyles();
  const { t } = useTranslation(["checkout", "titles"]);
  const [search, setSearch] = useSearchParams();
  const period = periodSchema.safeParse(search.get("plan")).data ?? "monthly";
  const user = useUser();
  const member = useHasMembership();
  if (!user) {
    return (
      <Page title={t("titles:registrationPayment")} lead={t("registration.visitor")} width="form">
        <SignInChoice plan={period} />
      </Page>
    );
  }
  // Users who registered from the cart, without choosing a plan, go back to it.
  if (!search.has("plan") && rememberedPlace.read() === routePath("checkout")) {
    return <Navigate to={routePath("checkout")} replace />;
  }
  return (
    <Page
      title={t("titles:registrationPayment")}
      lead={!member && t("registration.lead")}
      width="form"
    >
      <AlreadyMember>
        <RadioGroup
          layout="horizontal"
          className={styles.plans}
          aria-label={t("registration.plan")}
          value={period}
          onChange={(_, { value }) => setSearch({ plan: value }, { replace: true })}
        >
          {periods.map((value) => (
            <Radio key={value} value={value} label={t(`registration.${value}`)} />
          ))}
        </RadioGroup>
        <PlanPayment period={period} origin="registration-payment">
          <p className={styles.later}>
            <TextLink to={routePath("dashboard")}>{t("registration.later")}</TextLink>
          </p>
        </PlanPayment>
      </AlreadyMember>
    </Page>
  );
}
