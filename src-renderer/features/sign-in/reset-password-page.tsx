import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { checkResetToken } from "../../../src-shared/api/account.ts";
import { routePath } from "../../../src-shared/routes.ts";
import { refresh, useApiQuery } from "../../api-client/query.ts";
import { ButtonLink } from "../../components/links.tsx";
import { Notice } from "../../components/notice.tsx";
import { ErrorState, LoadingLines } from "../../components/states.tsx";
import { logOut } from "../../session/log-out.ts";
import { NewPasswordForm } from "./new-password-form.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

/** In the history, so that it outlives the change of layout when this device is logged out. */
const done = "password-changed";

function InvalidLink() {
  const { t } = useTranslation("sign-in");
  return (
    <>
      <Notice intent="error">{t("reset.invalid")}</Notice>
      <div>
        <ButtonLink to={routePath("forgotPassword")} look="accent">
          {t("reset.askAnew")}
        </ButtonLink>
      </div>
    </>
  );
}

/** Every session of the user has ended on the server; the one of this device ends here, too. */
function PasswordChanged() {
  const { t } = useTranslation("sign-in");
  useEffect(logOut, []);
  return (
    <>
      <Notice intent="success">{t("reset.done")}</Notice>
      <div>
        <ButtonLink to={routePath("login")} look="accent">
          {t("login.submit")}
        </ButtonLink>
      </div>
    </>
  );
}

function CheckedLink({ token }: { token: string }) {
  const { t } = useTranslation("sign-in");
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const check = useApiQuery(checkResetToken, { params: { token } }, { staleTime: 0 });
  if (check.isPending) return <LoadingLines lines={5} />;
  if (check.error?.failure.code === "token-invalid") return <InvalidLink />;
  if (check.isError) {
    return <ErrorState kind={check.error.failure.kind} onRetry={() => void check.refetch()} />;
  }
  return (
    <>
      <p>{t("reset.for", { address: check.data.email })}</p>
      <NewPasswordForm
        token={token}
        onDone={() => void navigate(pathname, { replace: true, state: done })}
        onInvalid={() => void refresh(checkResetToken)}
      />
    </>
  );
}

/** /reset-password/{token}: what the link in a reset mail opens. Opening it uses nothing up. */
export default function ResetPasswordPage() {
  const { t } = useTranslation("titles");
  const { token = "" } = useParams();
  const changed = useLocation().state === done;
  return (
    // Another key, another page: its heading gets the focus.
    <SignInLayout key={String(changed)} title={t("resetPassword")} motif="tunnel">
      {changed ? <PasswordChanged /> : <CheckedLink token={token} />}
    </SignInLayout>
  );
}
