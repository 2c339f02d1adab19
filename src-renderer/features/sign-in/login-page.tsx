import { useTranslation } from "react-i18next";
import { routePath, routes } from "../../../src-shared/routes.ts";
import { TextLink } from "../../components/links.tsx";
import { Notice } from "../../components/notice.tsx";
import { useFlags } from "../../flags/flag-store.ts";
import { rememberedPlace, routeOfPlace } from "../../session/remembered-place.ts";
import { FeatureGate } from "./feature-gate.tsx";
import { LoginForm } from "./login-form.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

/** Names the page that login leads back to, with a link to it if it is public. */
function RememberedPlaceNotice() {
  const { t } = useTranslation(["sign-in", "titles"]);
  const place = rememberedPlace.read();
  const route = routeOfPlace(place);
  if (place === null || route === null) return null;
  const title = t(`titles:${routes[route].title}`);
  return (
    <Notice>
      {t("login.takenBack", { title })}
      {routes[route].access === "anyone" && (
        <>
          {" "}
          <TextLink to={place}>{t("login.backNow")}</TextLink>
        </>
      )}
    </Notice>
  );
}

/** /login: for visitors; leads back to the page that needed the login. */
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
