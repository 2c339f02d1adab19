import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { verifyEmail } from "../../../src-shared/api/account.ts";
import { routePath } from "../../../src-shared/routes.ts";
import type { ApiFailure } from "../../api-client/api-failure.ts";
import { call } from "../../api-client/client.ts";
import { FormFailure } from "../../components/form/form-failure.tsx";
import { Form, FormActions } from "../../components/form/form.tsx";
import { SubmitButton } from "../../components/form/submit-button.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { Notice } from "../../components/notice.tsx";
import { useUser } from "../../session/session-store.ts";
import { refreshUser } from "../../session/start-session.ts";
import { SignInLayout } from "./sign-in-layout.tsx";

/** In the history, so that it outlives a change of layout: a joined account may be a member's. */
type Confirmed = { confirmed: string };

const isConfirmed = (state: unknown): state is Confirmed =>
  typeof state === "object" && state !== null && "confirmed" in state;

function AddressConfirmed({ address }: { address: string }) {
  const { t } = useTranslation("sign-in");
  const next = useUser() ? "dashboard" : "login";
  return (
    <>
      <Notice intent="success">{t("verify.done", { address })}</Notice>
      <div>
        <ButtonLink to={routePath(next)} look="primary">
          {t(next === "login" ? "login.submit" : "verify.dashboard")}
        </ButtonLink>
      </div>
    </>
  );
}

/** Asks for a click first: programs that look through mails open links, and must not use them up. */
function ConfirmAddress({ token }: { token: string }) {
  const { t } = useTranslation("sign-in");
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const loggedIn = useUser() !== null;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const confirm = async (event: { preventDefault(): void }) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    const { data, error } = await call(verifyEmail, { params: { token } });
    setBusy(false);
    if (error) return setFailure(error);
    const state: Confirmed = { confirmed: data.email };
    await navigate(pathname, { replace: true, state });
    if (loggedIn) await refreshUser();
  };
  const words = {
    "token-invalid": t(loggedIn ? "verify.invalidLoggedIn" : "verify.invalid"),
    conflict: t("verify.conflict"),
  };
  return (
    <Form label={t("verify.form")} onSubmit={confirm}>
      <FormFailure
        error={failure ? { type: failure.code ?? failure.kind } : undefined}
        words={words}
      />
      <FormActions>
        {failure?.code === "token-invalid" ? (
          <ButtonLink to={routePath(loggedIn ? "dashboard" : "login")} look="accent">
            {t(loggedIn ? "verify.dashboard" : "login.submit")}
          </ButtonLink>
        ) : failure?.code === "conflict" ? (
          <ButtonLink to={routePath("contact")}>{t("verify.contact")}</ButtonLink>
        ) : (
          <SubmitButton busy={busy}>{t("verify.submit")}</SubmitButton>
        )}
      </FormActions>
    </Form>
  );
}

/** /verify-email/{token}: what the link in a verification mail opens. Opening it uses nothing up. */
export default function VerifyEmailPage() {
  const { t } = useTranslation(["sign-in", "titles"]);
  const { token = "" } = useParams();
  const state: unknown = useLocation().state;
  const confirmed = isConfirmed(state);
  return (
    // Another key, another page: its heading gets the focus.
    <SignInLayout
      key={String(confirmed)}
      title={t("titles:verifyEmail")}
      motif="bowl"
      {...(!confirmed && { lead: t("verify.lead") })}
    >
      {confirmed ? (
        <AddressConfirmed address={state.confirmed} />
      ) : (
        <ConfirmAddress token={token} />
      )}
    </SignInLayout>
  );
}
