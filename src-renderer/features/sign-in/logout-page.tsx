import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { routePath } from "#shared/routes.ts";
import { FormActions } from "#renderer/components/form/form.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { accountDeleted, logOut } from "#renderer/session/log-out.ts";
import { SignInLayout } from "./sign-in-layout.tsx";

/** /logout: logs out when it is opened, also offline; harmless without a session. */
export default function LogoutPage() {
  const { t } = useTranslation(["common", "brand"]);
  const { loginDisabled } = useFlags((flags) => flags);
  const farewell: unknown = useLocation().state;
  const texts = farewell === accountDeleted ? "accountDeleted" : "loggedOut";
  const goodbye = texts === "loggedOut" ? ` ${t("brand:goodbye", { defaultValue: "" })}` : "";
  useEffect(logOut, []);
  return (
    <SignInLayout
      title={t(`${texts}.title`)}
      lead={`${t(`${texts}.text`)}${goodbye}`}
      picture="paw"
    >
      <FormActions>
        <ButtonLink to={routePath("home")} look="accent">
          {t("loggedOut.home")}
        </ButtonLink>
        {!loginDisabled && texts === "loggedOut" && (
          <ButtonLink to={routePath("login")}>{t("loggedOut.login")}</ButtonLink>
        )}
      </FormActions>
    </SignInLayout>
  );
}
