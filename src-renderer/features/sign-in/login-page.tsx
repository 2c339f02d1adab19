import { useTranslation } from "react-i18next";
import { routePath } from "../../../src-shared/routes.ts";
import { TextLink } from "../../components/links.tsx";
import { useFlags } from "../../flags/flag-store.ts";
import { FeatureGate } from "./feature-gate.tsx";
import { LoginForm } from "./login/login-form.tsx";
import { RememberedPlaceNotice } from "./login/remembered-place-notice.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

/** /login: for visitors only; leads back to where one was stopped (rulings, "Guards"; ruling 23). */
export default function LoginPage() {
  const { t } = useTranslation(["sign-in", "titles"]);
  const { loginDisabled, registrationDisabled } = useFlags();
  return (
    <SignInLayout title={t("titles:login")} motif="jump">
      <FeatureGate disabled={loginDisabled}>
        <RememberedPlaceNotice />
        <LoginForm />
      </FeatureGate>
      {!registrationDisabled && (
        <p>
          {t("login.noAccount")}{" "}
          <TextLink to={routePath("register")}>{t("login.register")}</TextLink>
        </p>
      )}
    </SignInLayout>
  );
}
