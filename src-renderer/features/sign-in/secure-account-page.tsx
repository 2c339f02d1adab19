import { makeStyles } from "@fluentui/react-components";
import { flushSync } from "react-dom";
import { Trans, useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router-dom";
import { checkSecureToken, secureAccount } from "#shared/api/passkeys.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { logOut } from "#renderer/session/log-out.ts";
import { LinkCheck } from "./links/mailed-link.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

const useStyles = makeStyles({
  consequences: { display: "grid", gap: "12px", margin: 0, paddingLeft: "20px" },
  address: { fontWeight: 600, overflowWrap: "anywhere" },
});

/** Says what securing the account does, and does it on a click: mail scanners open links. */
function SecureAccount({ token, email }: { token: string; email: string }) {
  const styles = useStyles();
  const { t } = useTranslation("secure-account");
  const navigate = useNavigate();
  const { busy, failure, run } = useMutation(async () => {
    const { data, error } = await call(secureAccount, { params: { token } });
    if (error?.code === "token-invalid") {
      void refresh(checkSecureToken);
      return null;
    }
    if (error) return error;
    const path = routePath("resetPassword", { token: data.resetToken });
    // Leaves this page before the logout, which resets its query: the used link would count as invalid.
    flushSync(() => void navigate(path, { replace: true }));
    logOut();
    return null;
  });
  return (
    <Form label={t("form")} onSubmit={() => run()}>
      <ul className={styles.consequences}>
        <li>
          <Trans
            t={t}
            i18nKey="account"
            values={{ address: email }}
            components={{ address: <span className={styles.address} /> }}
          />
        </li>
        <li>{t("devices")}</li>
        <li>{t("passkeys")}</li>
        <li>{t("factor")}</li>
        <li>{t("password")}</li>
      </ul>
      <FormFailure error={failure ? rootError(failure) : undefined} />
      <FormActions>
        <SubmitButton busy={busy}>{t("submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** The link “This was not me” in mails about logins, passkeys and second factors. Opening it changes nothing. */
export default function SecureAccountPage() {
  const { t } = useTranslation(["secure-account", "titles"]);
  const { token = "" } = useParams();
  const invalid = { text: t("invalid"), action: t("contact"), to: "contact" } as const;
  return (
    <SignInLayout title={t("titles:secureAccount")} lead={t("lead")} picture="bowl">
      <LinkCheck check={checkSecureToken} token={token} invalid={invalid}>
        {(email) => <SecureAccount token={token} email={email} />}
      </LinkCheck>
    </SignInLayout>
  );
}
