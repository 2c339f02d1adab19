import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { periodSchema } from "#shared/api/cart.ts";
import { routePath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { withPlan } from "#renderer/purchase/plan-choice.ts";
import { FeatureGate } from "./feature-gate.tsx";
import { RegisterSteps } from "./register/register-steps.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

/** /register?plan=monthly|yearly: for visitors; step 1 of 2, before the payment. */
export default function RegisterPage() {
  const { t } = useTranslation(["sign-in", "titles"]);
  const { loginDisabled, registrationDisabled } = useFlags((flags) => flags);
  const [search] = useSearchParams();
  const plan = periodSchema.safeParse(search.get("plan")).data ?? null;
  return (
    <SignInLayout
      title={t("titles:register")}
      picture="rosette"
      {...(!registrationDisabled && { lead: t("register.step") })}
    >
      <FeatureGate disabled={registrationDisabled}>
        <RegisterSteps period={plan} />
      </FeatureGate>
      {!loginDisabled && (
        <p>
          {t("register.haveAccount")}{" "}
          <TextLink to={withPlan(routePath("login"), plan)}>{t("login.submit")}</TextLink>
        </p>
      )}
    </SignInLayout>
  );
}
