import { makeStyles } from "@fluentui/react-components";
import { flushSync } from "react-dom";
import { Trans, useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router-dom";
import { checkUndoToken, undoEmailChange } from "#shared/api/account.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { logOut } from "#renderer/session/log-out.ts";
import { addressRestored, AddressTaken, LinkCheck } from "./links/mailed-link.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

const useStyles = makeStyles({
  consequences: { display: "grid", gap: "12px", margin: 0, paddingLeft: "20px" },
  address: { fontWeight: 600, overflowWrap: "anywhere" },
});

type UndoEmailChangeProps = { token: string; email: string };

/** Says what undoing the change does, and does it on a click: mail scanners open links. */
function UndoEmailChange({ token, email }: UndoEmailChangeProps) {
  const styles = useStyles();
  const { t } = useTranslation("sign-in");
  const navigate = useNavigate();
  const { busy, failure, run } = useMutation(async () => {
    const { data, error } = await call(undoEmailChange, { params: { token } });
    if (error?.code === "token-invalid") {
      void refresh(checkUndoToken);
      return null;
    }
    if (error) return error;
    const path = routePath("resetPassword", { token: data.resetToken });
    // Leaves this page before the logout, which resets its query: the used link would count as invalid.
    flushSync(() => void navigate(path, { replace: true, state: addressRestored }));
    logOut();
    return null;
  });
  return (
    <Form label={t("undo.form")} onSubmit={() => run()}>
      <ul className={styles.consequences}>
        <li>
          <Trans
            t={t}
            i18nKey="undo.account"
            values={{ address: email }}
            components={{ address: <span className={styles.address} /> }}
          />
        </li>
        <li>{t("undo.devices")}</li>
        <li>{t("undo.password")}</li>
      </ul>
      <FormFailure
        error={failure ? rootError(failure) : undefined}
        words={{ "address-taken": <AddressTaken /> }}
      />
      <FormActions>
        <SubmitButton busy={busy}>{t("undo.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** Page of the link mailed to the former address. Opening it does not use the link up. */
export default function UndoEmailChangePage() {
  const { t } = useTranslation(["sign-in", "titles"]);
  const { token = "" } = useParams();
  const invalid = {
    text: t("undo.invalid"),
    action: t("undo.contact"),
    to: "contact",
  } as const;
  return (
    <SignInLayout title={t("titles:undoEmailChange")} lead={t("undo.lead")} picture="bowl">
      <LinkCheck check={checkUndoToken} token={token} invalid={invalid}>
        {(email) => <UndoEmailChange token={token} email={email} />}
      </LinkCheck>
    </SignInLayout>
  );
}
